import { follow } from '../../datafile/circles.ts'
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

/** A document that keeps a promise which the one it was made of breaks, and what was done to it. */
export interface Fix {
  readonly document: FlagDocument
  /** As a button says it: `Add “and country is not CN” to rule 1`. */
  readonly says: string
}

/** How many rules one fix may touch. */
const most = 5

/**
 * The least that keeps a promise: the rules of its flag that serve those it is broken for, without them; else a rule above all
 * others for those it is about. Either moves nobody else. Undefined where `proven` says kept of neither, and where whom it is
 * about depends on the flag's own answer: a rule for them would ask for itself.
 */
export const fixOf = (
  datafile: Datafile,
  statement: Statement,
  ruleId: string,
  proven: (document: FlagDocument) => Verdict,
): Fix | undefined => {
  const document = flagOf(datafile, statement.flag)
  if (document === undefined || (statement.kind !== 'always' && statement.kind !== 'never')) return undefined
  const forThem: Rule = { id: ruleId, when: statement.when, serve: { split: { parts: [] } } }
  const flags = { ...datafile.flags, [document.key]: { ...document, rules: [forThem] } }
  if (follow([{ kind: 'flag', key: document.key }], flags, datafile.segments).circles.length > 0) return undefined
  if (statement.kind === 'never' && statement.when !== true) {
    const narrowed = withoutThem(document, statement.when, proven)
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

const withoutThem = (
  document: FlagDocument,
  them: Condition,
  proven: (document: FlagDocument) => Verdict,
): Fix | undefined => {
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
      rules: fixed.rules.map((rule, index) => (index === at ? { ...rule, when: both(rule.when, others) } : rule)),
    }
  }
  return undefined
}

const both = (when: Condition, more: Condition): Condition =>
  when === true
    ? more
    : 'all' in when && when.unknown === undefined
      ? { all: [...when.all, more] }
      : { all: [when, more] }

/** Every operator by what it turns around. */
const negative = new Map<Operator, Operator>(
  // the table's keys are operators
  (Object.entries(negationOf) as [Operator, Operator][]).map(([negated, positive]) => [positive, negated]),
)

const negated = (when: Condition): Condition => {
  if (when === true || !('operator' in when)) return { not: when }
  const operator = negative.get(when.operator)
  return operator === undefined ? { not: when } : { ...when, operator }
}
