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
 * A datafile from anywhere: the wire, a file, a program's own bundle. The documents in it are not looked at: one that
 * is malformed costs its own flag, when that is compiled, and no other. Throws an `Error` that says what is wrong.
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
  // Looked at above as far as the library itself needs it; the engine takes any document.
  return json as Datafile
}

/** A patch from the wire; like `datafileOf`. */
export const patchOf = (json: unknown): DatafilePatch => {
  if (!isRecord(json)) throw new Error('a patch must be an object')
  const problem = problemIn(json, ['from', 'to'])
  if (problem !== null) throw new Error(`the patch is malformed: ${problem}`)
  // As above.
  return json as DatafilePatch
}
