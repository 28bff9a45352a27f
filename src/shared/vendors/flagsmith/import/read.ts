import { isFields } from '../../importing/assembly.ts'
import {
  type Access,
  AccessMissing,
  below,
  mostPages,
  nextPage,
  type Parts,
  type VendorRead,
} from '../../importing/vendor-read.ts'

/** The URL of the next page of identity overrides, from the `Link` header. */
const nextOf = (host: string, link: string | null): string | null =>
  nextPage(host, /<([^>]+)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1])

/** Flagsmith: the environment document of each server-side key, with all pages of identity overrides. */
export function* readFlagsmithApi({ host = 'https://edge.api.flagsmith.com', keys }: Access): VendorRead {
  if (Object.keys(keys).length === 0) {
    throw new AccessMissing(
      'Set FLAGSMITH_ENVIRONMENT_KEY_PRODUCTION to a server-side key (ser.…), one for each environment.',
    )
  }
  const parts: Parts = {}
  for (const [environment, key] of Object.entries(keys)) {
    const headers = { 'x-environment-key': key }
    const { body, link } = yield { url: below(host, '/api/v1/environment-document/'), headers }
    const overrides =
      isFields(body) && Array.isArray(body['identity_overrides']) ? [...(body['identity_overrides'] as unknown[])] : []
    let next = nextOf(host, link)
    for (let page = 0; next !== null && page < mostPages; page += 1) {
      const more = yield { url: next, headers }
      if (isFields(more.body) && Array.isArray(more.body['identity_overrides'])) {
        overrides.push(...(more.body['identity_overrides'] as unknown[]))
      }
      next = nextOf(host, more.link)
    }
    parts[`environment-document.${environment}.json`] = isFields(body)
      ? { ...body, identity_overrides: overrides }
      : body
  }
  return parts
}
