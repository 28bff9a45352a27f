import { isFields, listed } from '../../importing/assembly.ts'
import {
  type Access,
  AccessMissing,
  below,
  mostPages,
  type Parts,
  type VendorRead,
} from '../../importing/vendor-read.ts'

const hosts = { specs: 'https://api.statsigcdn.com', console: 'https://statsigapi.net' }
const described = ['gates', 'dynamic_configs', 'experiments', 'layers']

/** Statsig: the SDK payload of each secret key. With a token also the console's descriptions. */
export function* readStatsigApi({ host, token, keys }: Access): VendorRead {
  if (Object.keys(keys).length === 0) {
    throw new AccessMissing('Set STATSIG_SECRET_KEY_PRODUCTION to a server secret key, one for each environment.')
  }
  const parts: Parts = {}
  for (const [environment, key] of Object.entries(keys)) {
    const url = below(host ?? hosts.specs, `/v1/download_config_specs/${encodeURIComponent(key)}.json`)
    const { body } = yield { url, headers: { 'statsig-api-key': key } }
    parts[`download_config_specs.${environment}.json`] = body
  }
  if (token === undefined) return parts
  const headers = { 'statsig-api-key': token, 'statsig-api-version': '20240601' }
  for (const what of described) {
    for (let page = 1; page <= mostPages; page += 1) {
      const { body } = yield { url: below(hosts.console, `/console/v1/${what}`, { limit: 100, page }), headers }
      const found = isFields(body) ? listed(body['data']).length : 0
      if (found > 0) parts[`console.${what}.${page}.json`] = body
      if (found < 100) break
    }
  }
  return parts
}
