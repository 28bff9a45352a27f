import { validateFlag } from '../../src/shared/datafile/validate.ts'
import type { Condition } from '../../src/shared/schemas/condition.ts'
import { aFlag, aSegment } from './builders.ts'

/** A valid flag, to be made wrong in one place. */
export const flag = aFlag('checkout')

/** What stands beside it in its environment. */
export const around = { flags: { hero: aFlag('hero') }, segments: { beta: aSegment('beta') } }

/** The flag with one rule, for those the condition holds for. */
export const when = (condition: Condition) => flag.rule(condition, 'on')

export const problemsOf = (document: unknown) => validateFlag(document, around)
