import { collect, refusalOf } from '../../../shared/datafile/problems.ts'
import { checkStorable } from '../../../shared/datafile/storable.ts'
import { limits } from '../../../shared/limits.ts'

/**
 * Refuses with `request/invalid`, by path, text that PostgreSQL cannot store (NUL, half a surrogate pair), and with
 * `limit/reached` nesting that no reader of ours should follow, and more values than a schema should look at. Comes
 * before any schema.
 */
export function refuseUnstorable(input: unknown): void {
  const refusal = refusalOf(collect((report) => checkStorable(input, report, limits.requestValues)))
  if (refusal) throw refusal
}
