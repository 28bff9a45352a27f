import type { Rule } from '../../../../../shared/schemas/flag.ts'
import { attributesIn } from '../../../features/targeting/rows.ts'
import type { RuleSurroundings } from './rule-surroundings.ts'

/** Personal data that a condition asks for. */
export const personalIn = (when: Rule['when'], { around }: RuleSurroundings): string | undefined =>
  attributesIn(when).find(
    (name) => name !== 'targetingKey' && around.attributes.some((one) => one.name === name && one.personal),
  )
