import { isFields, listed, textOf } from '../../importing/assembly.ts'
import { type Access, AccessMissing, below, type Parts, type VendorRead } from '../../importing/vendor-read.ts'

/** Unleash: the SDK payload of each key. With an admin token also the export of a project, and its segments. */
export function* readUnleashApi({ host, project = 'default', token, keys }: Access): VendorRead {
  if (host === undefined) throw new AccessMissing('Name the address of Unleash: --host https://unleash.example.com.')
  const parts: Parts = {}
  for (const [environment, key] of Object.entries(keys)) {
    const headers = { authorization: key, 'unleash-client-spec': '6.1.0' }
    const { body } = yield { url: below(host, '/api/client/features'), headers }
    parts[`client-features.${environment}.json`] = body
  }
  if (token === undefined) {
    if (Object.keys(keys).length > 0) return parts
    throw new AccessMissing(
      'Set UNLEASH_TOKEN to an admin or personal token, or UNLEASH_CLIENT_TOKEN_PRODUCTION to a backend token.',
    )
  }
  const headers = { authorization: token }
  const { body: told } = yield { url: below(host, '/api/admin/environments'), headers }
  const environments = isFields(told) ? listed(told['environments']) : []
  const names = environments.filter(({ enabled }) => enabled !== false).flatMap(({ name }) => textOf(name) ?? [])
  for (const environment of names) {
    const { body } = yield {
      url: below(host, '/api/admin/features-batch/export'),
      headers,
      method: 'POST',
      body: { environment, project, downloadFile: false },
    }
    parts[`export.${environment}.json`] = body
  }
  parts['segments.json'] = (yield { url: below(host, '/api/admin/segments'), headers }).body
  return parts
}
