import { canonicalJson } from '../../datafile/canonical-json.ts'
import { limits } from '../../limits.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import { joined, sizeOf } from './layer-ranges.ts'
import { allOf, anyOf, conditionForRange, type RunBaseline, runRuleId } from './rule-of-run.ts'
import type { ExperimentSetup } from './schemas/experiment.ts'
import type { Stretch } from './schemas/layer.ts'

const wholeLine: Stretch = { from: 0, to: limits.weightUnits }

/** The bucketing line on which the run has its share of users: the line of its layer, or its own. */
const lineOf = (number: number, { layer }: Pick<ExperimentSetup, 'layer'>): string =>
  layer === undefined ? `${runRuleId(number)}:who` : `layer:${layer}`

const conditionsOf = (when: Condition): readonly Condition[] =>
  when === true ? [] : 'all' in when && when.unknown === undefined ? when.all : [when]

/** The ranges of the line that a condition selects. Undefined if the condition tests anything else. */
function lineRangesIn(condition: Condition, line: string): Stretch[] | undefined {
  if (condition === true) return undefined
  if ('in' in condition) {
    const { point, from, to } = condition.in
    return point?.salt === line ? [{ from, to }] : undefined
  }
  if (!('any' in condition) || condition.any.length === 0) return undefined
  const found = condition.any.map((one) => lineRangesIn(one, line))
  return found.every((one) => one !== undefined) ? found.flat() : undefined
}

/**
 * Splits a rule's conditions into its ranges of the line and all others. A rule without ranges covers the whole line.
 */
function partOf({ when }: Rule, line: string): { readonly part: Stretch[]; readonly others: Condition[] } {
  const [part, others]: [Stretch[], Condition[]] = [[], []]
  for (const condition of conditionsOf(when)) {
    const found = part.length > 0 ? undefined : lineRangesIn(condition, line)
    if (found) part.push(...found)
    else others.push(condition)
  }
  return { part: part.length === 0 ? [wholeLine] : part, others }
}

/** Whether all of the ranges in `some` lie within `others`. */
export const areRangesWithin = (some: readonly Stretch[], others: readonly Stretch[]): boolean => {
  const whole = joined(others)
  return joined(some).every((one) => whole.some(({ from, to }) => from <= one.from && one.to <= to))
}

/** The ranges of the line that the run's rule covers. */
export const partOfRun = (rule: Rule, number: number, setup: Pick<ExperimentSetup, 'layer'>): Stretch[] =>
  joined(partOf(rule, lineOf(number, setup)).part)

/** Replaces the ranges that the run's rule covers. Everything else stays. */
export function withRunRanges(
  rule: Rule,
  number: number,
  setup: Pick<ExperimentSetup, 'layer' | 'by'>,
  part: readonly Stretch[],
): Rule {
  const line = lineOf(number, setup)
  const asked = joined(part)
  const isAll = setup.layer === undefined && sizeOf(asked) === limits.weightUnits
  const slice = isAll ? [] : [anyOf(asked.map((one) => conditionForRange(line, setup.by, one)))]
  const conditions = conditionsOf(rule.when)
  const at = conditions.findIndex((one) => lineRangesIn(one, line) !== undefined)
  const when = at < 0 ? [...conditions, ...slice] : [...conditions.slice(0, at), ...slice, ...conditions.slice(at + 1)]
  return { ...rule, when: allOf(when) }
}

/**
 * Checks that the run's rule only grew: it covers the same users and more, and serves them the same. Arms are split on
 * a separate line, so no user changes arms. Returns null if the rule did not grow or was edited in another way.
 */
export function grownRun(
  document: FlagDocument,
  number: number,
  { rule: before }: Pick<RunBaseline, 'rule'>,
  setup: ExperimentSetup,
): { readonly rule: Rule; readonly share: number; readonly part: Stretch[] } | null {
  const rule = document.rules.find(({ id }) => id === runRuleId(number))
  if (!rule) return null
  const line = lineOf(number, setup)
  const [was, is] = [partOf(before, line), partOf(rule, line)]
  const share = sizeOf(joined(is.part))
  if (share <= sizeOf(joined(was.part)) || !areRangesWithin(was.part, is.part)) return null
  const rest = (one: Rule, others: Condition[]) => canonicalJson({ ...one, name: '', when: { all: others } })
  return rest(before, was.others) === rest(rule, is.others) ? { rule, share, part: joined(is.part) } : null
}
