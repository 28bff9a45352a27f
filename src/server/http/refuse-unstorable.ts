import { collect, refusalOf } from '../../shared/datafile/problems.ts'
import { checkStorable } from '../../shared/datafile/storable.ts'

/**
 * Refuses with `request/invalid`, by path, text that PostgreSQL cannot store (NUL, half a surrogate pair), and with
 * `limit/reached` nesting that no reader of ours should follow. Comes before any schema.
 */
export function refuseUnstorable(input: unknown): void {
  const refusal = refusalOf(collect((report) => checkStorable(input, report)))
  if (refusal) throw refusal
}
