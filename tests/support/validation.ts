import { validateFlag } from '../../src/shared/datafile/validate.ts'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import { aFlag, aSegment, where } from './builders.ts'

/** A valid flag, for tests to break in one place. */
export const flag = aFlag('checkout')

/** The other documents of its environment. */
export const otherDocuments = { flags: { hero: aFlag('hero') }, segments: { beta: aSegment('beta') } }

/** The flag with one rule for contexts that match the condition. */
export const flagWithCondition = (condition: Condition) => flag.rule(condition, 'on')

export const problemsOf = (document: unknown) => validateFlag(document, otherDocuments)

/** A test inside `count` nested negations. */
export const nestedNot = (count: number): Condition =>
  count === 0 ? where('plan', 'is', 'pro') : { not: nestedNot(count - 1) }

/** A flag with `count` variants, all true. */
export const manyVariants = (count: number) =>
  flag.with({
    variants: Object.fromEntries(Array.from({ length: count }, (_, at) => [`v${at}`, true])),
    offVariant: null,
    otherwise: { variant: 'v0' },
  })

/** A flag with `count` rules. */
export const manyRules = (count: number) =>
  flag.with({
    rules: Array.from({ length: count }, (_, at) => ({ id: `r${at}`, when: true, serve: { variant: 'on' } })),
  })

/** A condition with `count` tests, in groups within the length limit. */
export const manyTests = (count: number): Condition => ({
  all: [
    { any: Array.from({ length: 50 }, () => where('plan', 'is', 'pro')) },
    { any: Array.from({ length: count - 50 }, () => where('plan', 'is', 'pro')) },
  ],
})
