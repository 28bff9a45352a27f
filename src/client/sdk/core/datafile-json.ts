import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const problemIn = (json: Record<string, unknown>, revisions: readonly string[]): string | null => {
  for (const field of revisions) if (!isRevision(json[field])) return `${field} must be a whole number`
  if (typeof json.digest !== 'string' || !/^[0-9a-f]{32}$/.test(json.digest))
    return 'digest must be 32 hexadecimal digits'
  for (const field of ['flags', 'segments']) if (!isRecord(json[field])) return `${field} must be an object`
  return null
}

/**
 * Validates a datafile from the wire, a file or an application's bundle. Documents are not validated: a malformed one
 * affects only its own flag, when that is compiled. Throws an `Error` that names the problem.
 */
export const datafileOf = (json: unknown): Datafile => {
  if (!isRecord(json)) throw new Error('a datafile must be an object')
  if (json.format !== 1) {
    throw new Error(
      `the datafile has format ${JSON.stringify(json.format)}; this version of @fanion/sdk reads format 1`,
    )
  }
  const problem = problemIn(json, ['revision'])
  if (problem !== null) throw new Error(`the datafile is malformed: ${problem}`)
  // Safe cast: the fields that the library reads were checked; the engine accepts any document.
  return json as Datafile
}

/** Validates a patch from the wire, like `datafileOf`. */
export const patchOf = (json: unknown): DatafilePatch => {
  if (!isRecord(json)) throw new Error('a patch must be an object')
  const problem = problemIn(json, ['from', 'to'])
  if (problem !== null) throw new Error(`the patch is malformed: ${problem}`)
  // Safe cast, as in `datafileOf`.
  return json as DatafilePatch
}
