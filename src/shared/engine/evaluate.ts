import type { Context } from '../schemas/context.ts'
import type { FlagType } from '../schemas/flag.ts'
import type { Compiled } from './compile.ts'
import { failure, type Outcome, typeOf } from './outcome.ts'

/**
 * Evaluates one flag for a context, at an instant in epoch ms. Total: an error is an outcome without a value, so the
 * caller's default applies. If `expected` is given, a value of another type is a `TYPE_MISMATCH`.
 */
export const evaluate = (
  compiled: Compiled,
  key: string,
  context: Context,
  nowMs: number,
  expected?: FlagType,
): Outcome => {
  const flag = compiled.flag(key)
  if (flag === undefined) return failure(key, 'FLAG_NOT_FOUND', 'there is no such flag')
  if (expected === undefined || expected === flag.only || flag.type === null) return flag.pick(context, nowMs)
  if (expected !== flag.type) return flag.mismatch()
  const outcome = flag.pick(context, nowMs)
  return outcome.value === undefined || typeOf(outcome.value) === expected ? outcome : flag.mismatch()
}
