import type { Condition } from '../../schemas/condition.ts'
import type { Rule } from '../../schemas/flag.ts'
import { conditionText } from '../rules/condition.ts'
import { percent } from '../rules/percent.ts'
import { text } from '../word.ts'

type Slice = Extract<Condition, { in: unknown }>

/** Whether a condition is a ramp's slice: it starts at 0 and uses the salt of the ramp's own rule. */
const isSliceOf =
  (id: string) =>
  (condition: Condition): condition is Slice =>
    condition !== true && 'in' in condition && condition.in.from === 0 && condition.in.point?.salt === `${id}:who`

/**
 * Describes a rule's audience in a difference. The rule of a ramp is described by its share only, `10% of those where
 * country is NO`, because its bucketing is an internal detail. Other rules use the rule language.
 */
export const ruleAudienceText = ({ id, when }: Pick<Rule, 'id' | 'when'>): string => {
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
