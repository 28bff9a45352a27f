import { isFields, textOf } from '../../importing/assembly.ts'
import { type Access, AccessMissing, below, type Parts, type VendorRead } from '../../importing/vendor-read.ts'

const firstHost = 'https://cdn-global.configcat.com'

/** The host that stores the data, according to the file. Only the vendor's own hosts are accepted. */
const elsewhere = (host: string, body: unknown): string | null => {
  const preferences = isFields(body) && isFields(body['p']) ? body['p'] : {}
  const url = textOf(preferences['u'])?.replace(/\/+$/, '')
  if (!preferences['r'] || url === undefined || url === host) return null
  return /^https:\/\/[a-z0-9-]+\.configcat\.com$/.test(url) ? url : null
}

/** ConfigCat: downloads the `config_v6.json` of each SDK key from its region. */
export function* readConfigCatApi({ host = firstHost, keys }: Access): VendorRead {
  if (Object.keys(keys).length === 0) {
    throw new AccessMissing('Set CONFIGCAT_SDK_KEY_PRODUCTION to the SDK key of an environment, one for each.')
  }
  const parts: Parts = {}
  for (const [environment, key] of Object.entries(keys)) {
    const path = `/configuration-files/${key.split('/').map(encodeURIComponent).join('/')}/config_v6.json`
    let { body } = yield { url: below(host, path), headers: {} }
    const there = elsewhere(host, body)
    if (there !== null) body = (yield { url: below(there, path), headers: {} }).body
    parts[`config_v6.${environment}.json`] = body
  }
  return parts
}
