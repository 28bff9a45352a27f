import type { ExtendedTest } from '../../schemas/condition.ts'
import { askOf } from './asks.ts'
import { mayEnd } from './said-of-tests.ts'

/** The verdicts that a test may give, by index: whatever the value is, it gives no other. */
export const possibleVerdicts = (test: ExtendedTest, nowMs: number): ReadonlySet<number> => {
  if (test.op === 'text.regex') {
    // A pattern that is none says the same of every text.
    const of = test.values.map((value) => askOf({ ...test, values: [value] }, nowMs)('') >= 3)
    if (test.badPattern === 'false' || !of.includes(true)) return new Set([0, 1, 2])
    const bad = test.badPattern === 'finalFalse' ? 3 : test.badPattern === 'unknown' ? 4 : 5
    return new Set(of.every(Boolean) ? [2, bad] : [1, 2, bad])
  }
  if (test.op === 'semver.rel') return new Set([0, 1, 2, 3])
  return new Set(mayEnd(test) ? [0, 1, 2, 5] : [0, 1, 2])
}
