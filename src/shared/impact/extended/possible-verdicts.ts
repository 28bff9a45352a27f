import type { ExtendedTest } from '../../schemas/condition.ts'
import { askOf } from './asks.ts'
import { mayEnd } from './said-of-tests.ts'

/** Returns all verdicts that a test can have, by index. */
export const possibleVerdicts = (test: ExtendedTest, nowMs: number): ReadonlySet<number> => {
  if (test.op === 'text.regex') {
    // An invalid pattern has the same verdict for every text.
    const of = test.values.map((value) => askOf({ ...test, values: [value] }, nowMs)('') >= 3)
    if (test.badPattern === 'false' || !of.includes(true)) return new Set([0, 1, 2])
    const bad = test.badPattern === 'finalFalse' ? 3 : test.badPattern === 'unknown' ? 4 : 5
    return new Set(of.every(Boolean) ? [2, bad] : [1, 2, bad])
  }
  if (test.op === 'semver.rel') return new Set([0, 1, 2, 3])
  return new Set(mayEnd(test) ? [0, 1, 2, 5] : [0, 1, 2])
}
