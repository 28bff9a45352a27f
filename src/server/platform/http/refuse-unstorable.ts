import { collect, refusalOf } from '../../../shared/datafile/problems.ts'
import { checkStorable } from '../../../shared/datafile/storable.ts'
import { limits } from '../../../shared/limits.ts'

/**
 * Throws `request/invalid` with the path of text that PostgreSQL cannot store (NUL, a lone surrogate), and
 * `limit/reached` if the input is nested too deeply or has too many values for schema validation. Runs before any
 * schema.
 */
export function refuseUnstorable(input: unknown): void {
  const refusal = refusalOf(collect((report) => checkStorable(input, report, limits.requestValues)))
  if (refusal) throw refusal
}
