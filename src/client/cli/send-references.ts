import { randomUUID } from 'node:crypto'
import type { CodeReference, ReplaceReferencesInput } from '../../shared/features/builds/references.ts'
import { limits } from '../../shared/limits.ts'
import { CliError } from './cli-error.ts'
import { asked, connect } from './connect.ts'

/** What a request may hold of places, so that with the rest of it the server takes it. */
const mostBytes = limits.trpcBodyBytes / 2

/** Places in parts, each of which goes into one request; there is at least one. */
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
 * Sends what a scan found, in place of what the server knew of that branch: in one request where it fits, else in parts, of which
 * the last one makes it so. A CliError says why it was not taken.
 */
export async function sendReferences(url: string, token: string, scan: ReplaceReferencesInput): Promise<void> {
  const parts = partsOf(scan.references)
  const id = randomUUID()
  const api = connect(url, token)
  for (const [at, references] of parts.entries()) {
    const part = parts.length > 1 ? { part: { scan: id, number: at + 1, of: parts.length } } : {}
    const receipt = await asked(
      url,
      (options) => api.references.replace.mutate({ ...scan, references, ...part }, options),
      60,
    )
    if (at === parts.length - 1 && receipt.missing > 0)
      throw new CliError(`${url} lost a part of the scan. What it knew before is as it was: scan again.`)
  }
}
