import { isFields } from '../../importing/assembly.ts'
import {
  type Access,
  AccessMissing,
  below,
  mostPages,
  type Parts,
  type VendorRead,
} from '../../importing/vendor-read.ts'

/** GrowthBook: the SDK payload of each client key. With a secret key also features, saved groups and environments. */
export function* readGrowthBookApi({ host, token, keys }: Access): VendorRead {
  const parts: Parts = {}
  for (const [environment, key] of Object.entries(keys)) {
    const url = below(host ?? 'https://cdn.growthbook.io', `/api/features/${encodeURIComponent(key)}`)
    parts[`features.${environment}.json`] = (yield { url, headers: {} }).body
  }
  if (token === undefined) {
    if (Object.keys(keys).length > 0) return parts
    throw new AccessMissing(
      'Set GROWTHBOOK_TOKEN to a secret key that may read, or GROWTHBOOK_CLIENT_KEY_PRODUCTION to a client key.',
    )
  }
  const headers = { authorization: `Bearer ${token}` }
  const at = (path: string, query = {}) => ({ url: below(host ?? 'https://api.growthbook.io', path, query), headers })
  for (const [path, name] of [
    ['/api/v1/features', 'rest.features'],
    ['/api/v1/saved-groups', 'saved-groups'],
  ] as const)
    for (let page = 0, more = true; more && page < mostPages; page += 1) {
      const { body } = yield at(path, { limit: 100, offset: page * 100 })
      parts[`${name}.${page}.json`] = body
      more = isFields(body) && body['hasMore'] === true
    }
  parts['environments.json'] = (yield at('/api/v1/environments')).body
  return parts
}
