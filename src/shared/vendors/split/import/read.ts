import { isFields, listed } from '../../importing/assembly.ts'
import {
  type Access,
  AccessMissing,
  below,
  mostPages,
  type Parts,
  type VendorRead,
} from '../../importing/vendor-read.ts'

/** The names of the segments that a response's splits refer to. */
const requestedSegments = (body: unknown): string[] => {
  const found = [...JSON.stringify(body ?? null).matchAll(/"segmentName":("(?:[^"\\]|\\.)*")/g)]
  return [...new Set(found.map(([, text = '""']) => String(JSON.parse(text))))]
}

/** Split (Harness FME): the definitions of each SDK key, and the members of their segments. */
export function* readSplitApi({ host = 'https://sdk.split.io', keys }: Access): VendorRead {
  if (Object.keys(keys).length === 0) {
    throw new AccessMissing('Set SPLIT_SDK_KEY_PRODUCTION to a server-side SDK key, one for each environment.')
  }
  const parts: Parts = {}
  for (const [environment, key] of Object.entries(keys)) {
    const headers = { authorization: `Bearer ${key}` }
    const splits = yield { url: below(host, '/api/splitChanges', { s: '1.3', since: -1, rbSince: -1 }), headers }
    parts[`splitChanges.${environment}.json`] = splits.body
    for (const [at, name] of requestedSegments(splits.body).entries()) {
      for (let since = -1, page = 0; page < mostPages; page += 1) {
        const { body } = yield {
          url: below(host, `/api/segmentChanges/${encodeURIComponent(name)}`, { since }),
          headers,
        }
        parts[`segmentChanges.${environment}.${at}.${page}.json`] = body
        const till = isFields(body) ? Number(body['till'] ?? since) : since
        if (!isFields(body) || till === since || listed([body]).length === 0) break
        since = till
      }
    }
  }
  return parts
}
