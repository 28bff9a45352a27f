import type { Condition } from '../../schemas/condition.ts'
import type { Rule } from '../../schemas/flag.ts'
import { conditionText } from '../rules/condition.ts'
import { percent } from '../rules/percent.ts'
import { text } from '../word.ts'

type Slice = Extract<Condition, { in: unknown }>

/** The slice of a ramp: from the first unit on, drawn with the salt of its own rule. */
const isSliceOf =
  (id: string) =>
  (condition: Condition): condition is Slice =>
    condition !== true && 'in' in condition && condition.in.from === 0 && condition.in.point?.salt === `${id}:who`

/**
 * Whom a rule is about, as a difference tells it. The rule that a ramp keeps is told by its share, `10% of those where
 * country is NO`: how its people are drawn is the ramp’s own affair. Every other rule is told in the language of rules.
 */
export const whoText = ({ id, when }: Pick<Rule, 'id' | 'when'>): string => {
  const parts = when !== true && 'all' in when && when.unknown === undefined ? when.all : [when]
  const slice = /^run-\d+$/.test(id) ? parts.find(isSliceOf(id)) : undefined
  if (slice === undefined) return text(conditionText(when))
  const rest = parts.filter((part) => part !== slice)
  const [only] = rest
  const whom =
    only === undefined ? 'everyone' : `those where ${text(conditionText(rest.length === 1 ? only : { all: rest }))}`
  const share = percent(slice.in.to)
  return slice.in.point?.by === undefined ? `${share} of ${whom}` : `${share} of ${whom}, by ${slice.in.point.by}`
}
