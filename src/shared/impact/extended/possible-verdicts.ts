import type { ExtendedTest } from '../../schemas/condition.ts'
import { standaloneVerdictOf } from './standalone-verdicts.ts'
import { canEndFlag } from './test-conditions.ts'

/** Tests that read a value as a text, which every text is. */
const ofTexts: ReadonlySet<ExtendedTest['op']> = new Set(['text.rel', 'text.regex', 'in.text', 'hash.text', 'ip.cidr'])

/** Returns the verdicts that a test can have for a text that is not empty. */
export const verdictsOfTexts = (test: ExtendedTest, possible: ReadonlySet<number>): ReadonlySet<number> => {
  if (!ofTexts.has(test.op)) return possible
  const some = new Set(possible)
  some.delete(2)
  return some.size === 0 ? possible : some
}

/** Returns all verdicts that a test can have, by index. */
export const possibleVerdicts = (test: ExtendedTest, nowMs: number): ReadonlySet<number> => {
  if (test.op === 'text.regex') {
    // An invalid pattern has the same verdict for every text.
    const of = test.values.map((value) => standaloneVerdictOf({ ...test, values: [value] }, nowMs)('') >= 3)
    if (test.badPattern === 'false' || !of.includes(true)) return new Set([0, 1, 2])
    const bad = test.badPattern === 'finalFalse' ? 3 : test.badPattern === 'unknown' ? 4 : 5
    return new Set(of.every(Boolean) ? [2, bad] : [1, 2, bad])
  }
  if (test.op === 'ph.exact' && test.text !== 'noInteger') return new Set([0, 1])
  if (test.op === 'semver.rel') return new Set([0, 1, 2, 3])
  return new Set(canEndFlag(test) ? [0, 1, 2, 5] : [0, 1, 2])
}
