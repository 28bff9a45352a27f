import { canonicalJson } from '../../datafile/canonical-json.ts'
import { limits } from '../../limits.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import { joined, sizeOf } from './room-in-layer.ts'
import { allOf, anyOf, type ExperimentGround, insideOf, runRuleId } from './rule-of-run.ts'
import type { ExperimentSetup } from './schemas/experiment.ts'
import type { Stretch } from './schemas/layer.ts'

const everybody: Stretch = { from: 0, to: limits.weightUnits }

/** The line on which a run has its part of everybody: a layer's, or its own. */
const lineOf = (number: number, { layer }: Pick<ExperimentSetup, 'layer'>): string =>
  layer === undefined ? `${runRuleId(number)}:who` : `layer:${layer}`

const conditionsOf = (when: Condition): readonly Condition[] =>
  when === true ? [] : 'all' in when && when.unknown === undefined ? when.all : [when]

/** The stretches of a line that a condition asks for; undefined where it asks for something else. */
function stretchesIn(condition: Condition, line: string): Stretch[] | undefined {
  if (condition === true) return undefined
  if ('in' in condition) {
    const { point, from, to } = condition.in
    return point?.salt === line ? [{ from, to }] : undefined
  }
  if (!('any' in condition) || condition.any.length === 0) return undefined
  const found = condition.any.map((one) => stretchesIn(one, line))
  return found.every((one) => one !== undefined) ? found.flat() : undefined
}

/** What a rule asks for of a line, and all else that it asks for; without a part of the line it asks for all of it. */
function partOf({ when }: Rule, line: string): { readonly part: Stretch[]; readonly others: Condition[] } {
  const [part, others]: [Stretch[], Condition[]] = [[], []]
  for (const condition of conditionsOf(when)) {
    const found = part.length > 0 ? undefined : stretchesIn(condition, line)
    if (found) part.push(...found)
    else others.push(condition)
  }
  return { part: part.length === 0 ? [everybody] : part, others }
}

/** Whether each of these stretches lies within others. */
export const liesWithin = (some: readonly Stretch[], others: readonly Stretch[]): boolean => {
  const whole = joined(others)
  return joined(some).every((one) => whole.some(({ from, to }) => from <= one.from && one.to <= to))
}

/** The part of everybody that the rule of a run is about. */
export const partOfRun = (rule: Rule, number: number, setup: Pick<ExperimentSetup, 'layer'>): Stretch[] =>
  joined(partOf(rule, lineOf(number, setup)).part)

/** The rule of a run about another part of everybody; all else stays. */
export function withPart(
  rule: Rule,
  number: number,
  setup: Pick<ExperimentSetup, 'layer' | 'by'>,
  part: readonly Stretch[],
): Rule {
  const line = lineOf(number, setup)
  const asked = joined(part)
  const isAll = setup.layer === undefined && sizeOf(asked) === limits.weightUnits
  const slice = isAll ? [] : [anyOf(asked.map((one) => insideOf(line, setup.by, one)))]
  const conditions = conditionsOf(rule.when)
  const at = conditions.findIndex((one) => stretchesIn(one, line) !== undefined)
  const when = at < 0 ? [...conditions, ...slice] : [...conditions.slice(0, at), ...slice, ...conditions.slice(at + 1)]
  return { ...rule, when: allOf(when) }
}

/**
 * How the rule of a run grew: it is about all whom it was about, and more, and does the same to them. Nobody changes arm, which is
 * by a line of its own. Null where it did not grow, or was edited in another way, too.
 */
export function grownRun(
  document: FlagDocument,
  number: number,
  { rule: before }: Pick<ExperimentGround, 'rule'>,
  setup: ExperimentSetup,
): { readonly rule: Rule; readonly share: number; readonly part: Stretch[] } | null {
  const rule = document.rules.find(({ id }) => id === runRuleId(number))
  if (!rule) return null
  const line = lineOf(number, setup)
  const [was, is] = [partOf(before, line), partOf(rule, line)]
  const share = sizeOf(joined(is.part))
  if (share <= sizeOf(joined(was.part)) || !liesWithin(was.part, is.part)) return null
  const rest = (one: Rule, others: Condition[]) => canonicalJson({ ...one, name: '', when: { all: others } })
  return rest(before, was.others) === rest(rule, is.others) ? { rule, share, part: joined(is.part) } : null
}
