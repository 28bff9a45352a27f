import { followReferences } from '../../datafile/circles.ts'
import { negationOf } from '../../engine/operators/operators.gen.ts'
import { flagOf } from '../../engine/prerequisite.ts'
import type { Statement } from '../../features/promises/schemas/promise.ts'
import type { Condition, Operator } from '../../schemas/condition.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import { conditionText } from '../../text/rules/condition.ts'
import { ruleText } from '../../text/rules/sentence.ts'
import { text } from '../../text/word.ts'
import type { Verdict } from './prove.ts'

/** A changed document that keeps a promise, with a description of the change. */
export interface InvariantFix {
  readonly document: FlagDocument
  /** The label of its button: `Add “and country is not CN” to rule 1`. */
  readonly says: string
}

/** Maximum number of rules that one fix changes. */
const most = 5

/**
 * Returns the smallest change that keeps a promise: excluding the affected users from the rules that serve them, or
 * else a rule before all others. Neither moves other users. Undefined if `proven` accepts neither, or if the condition
 * depends on the flag itself, because the new rule would then refer to its own flag.
 */
export const fixOf = (
  datafile: Datafile,
  statement: Statement,
  ruleId: string,
  proven: (document: FlagDocument) => Verdict,
): InvariantFix | undefined => {
  const document = flagOf(datafile, statement.flag)
  if (document === undefined || (statement.kind !== 'always' && statement.kind !== 'never')) return undefined
  const forThem: Rule = { id: ruleId, when: statement.when, serve: { split: { parts: [] } } }
  const flags = { ...datafile.flags, [document.key]: { ...document, rules: [forThem] } }
  if (followReferences([{ kind: 'flag', key: document.key }], flags, datafile.segments).circles.length > 0)
    return undefined
  if (statement.kind === 'never' && statement.when !== true) {
    const narrowed = excludeUsersFix(document, statement.when, proven)
    if (narrowed !== undefined) return narrowed
  }
  const variant =
    statement.kind === 'always'
      ? statement.variants.find((one) => one !== null && Object.hasOwn(document.variants, one))
      : statement.variants.includes(document.offVariant)
        ? undefined
        : document.offVariant
  if (variant === undefined || variant === null) return undefined
  const rule: Rule = { id: ruleId, when: statement.when, serve: { variant } }
  const above = { ...document, rules: [rule, ...document.rules] }
  return proven(above).state === 'kept'
    ? { document: above, says: `Add “${text(ruleText(rule))}” as rule 1` }
    : undefined
}

const excludeUsersFix = (
  document: FlagDocument,
  them: Condition,
  proven: (document: FlagDocument) => Verdict,
): InvariantFix | undefined => {
  const others = negated(them)
  const touched: number[] = []
  let fixed = document
  for (let round = 0; round < most; round += 1) {
    const verdict = proven(fixed)
    if (verdict.state === 'kept') {
      const [only] = touched
      if (only === undefined) return undefined
      const where =
        touched.length === 1
          ? `rule ${only + 1}`
          : `rules ${touched
              .map((at) => at + 1)
              .sort((a, b) => a - b)
              .join(', ')}`
      return { document: fixed, says: `Add “and ${text(conditionText(others))}” to ${where}` }
    }
    const at = verdict.state === 'broken' ? verdict.rule : null
    if (at === null || touched.includes(at)) return undefined
    touched.push(at)
    fixed = {
      ...fixed,
      rules: fixed.rules.map((rule, index) =>
        index === at ? { ...rule, when: conjunctionOf(rule.when, others) } : rule,
      ),
    }
  }
  return undefined
}

const conjunctionOf = (when: Condition, more: Condition): Condition =>
  when === true
    ? more
    : 'all' in when && when.unknown === undefined
      ? { all: [...when.all, more] }
      : { all: [when, more] }

/** The negated operator of each operator. */
const negative = new Map<Operator, Operator>(
  // Safe cast: the table's keys are operators.
  (Object.entries(negationOf) as [Operator, Operator][]).map(([negated, positive]) => [positive, negated]),
)

const negated = (when: Condition): Condition => {
  if (when === true || !('operator' in when)) return { not: when }
  const operator = negative.get(when.operator)
  return operator === undefined ? { not: when } : { ...when, operator }
}
