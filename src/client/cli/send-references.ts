import { randomUUID } from 'node:crypto'
import type { CodeReference, ReplaceReferencesInput } from '../../shared/features/builds/references.ts'
import { limits } from '../../shared/limits.ts'
import { CliError } from './cli-error.ts'
import { callWithTimeout, connect } from './connect.ts'

/** Bytes of references per request: half of the server’s limit, to leave room for the rest of the body. */
const mostBytes = limits.trpcBodyBytes / 2

/** Splits references into parts of one request each. Returns at least one part. */
export function partsOf(references: readonly CodeReference[]): CodeReference[][] {
  const parts: CodeReference[][] = [[]]
  let bytes = 0
  for (const reference of references) {
    const size = Buffer.byteLength(JSON.stringify(reference)) + 1
    if (bytes + size > mostBytes) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)?.push(reference)
    bytes += size
  }
  return parts
}

/**
 * Replaces the references that the server has for a branch. Uses one request if they fit; otherwise several parts, of
 * which the last one takes effect. Throws a `CliError` if the server rejects them.
 */
export async function sendReferences(url: string, token: string, scan: ReplaceReferencesInput): Promise<void> {
  const parts = partsOf(scan.references)
  const id = randomUUID()
  const api = connect(url, token)
  for (const [at, references] of parts.entries()) {
    const part = parts.length > 1 ? { part: { scan: id, number: at + 1, of: parts.length } } : {}
    const receipt = await callWithTimeout(
      url,
      (options) => api.references.replace.mutate({ ...scan, references, ...part }, options),
      60,
    )
    if (at === parts.length - 1 && receipt.missing > 0)
      throw new CliError(`${url} lost a part of the scan. The previous scan is unchanged: scan again.`)
  }
}
