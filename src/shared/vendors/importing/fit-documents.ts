import { sizeOf } from '../../datafile/conditions.ts'
import { limits } from '../../limits.ts'
import type { Condition, ExtendedTest, FlagTest } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { SegmentDocument } from '../../schemas/segment.ts'
import type { Imported } from './imported.ts'
import { fittingRules } from './rule-ids.ts'

/** Maps a list. Returns the same list if nothing changed, to avoid copying long documents. */
const mapped = <T>(list: readonly T[], fit: (one: T) => T): readonly T[] => {
  const fitted = list.map(fit)
  return fitted.some((one, i) => one !== list[i]) ? fitted : list
}

/**
 * Splits a list that exceeds the schema's limit into nested lists. The order of evaluation stays, and an unknown result
 * or an error ends the inner list as it would have ended the outer one.
 */
const nested = (list: readonly Condition[], group: (inner: Condition[]) => Condition): readonly Condition[] => {
  const most = limits.conditionsPerRule
  if (list.length <= most) return list
  const groups: Condition[] = []
  for (let at = 0; at < list.length; at += most) {
    const inner = list.slice(at, at + most)
    const [only = true] = inner
    groups.push(inner.length === 1 ? only : group(inner))
  }
  return nested(groups, group)
}

/** The same condition with lists that fit the schema. */
export const fittedCondition = (condition: Condition): Condition => {
  if (condition === true) return condition
  if ('all' in condition) {
    const all = nested(mapped(condition.all, fittedCondition), (inner) => ({ ...condition, all: inner }))
    return all === condition.all ? condition : { ...condition, all: [...all] }
  }
  if ('any' in condition) {
    const any = nested(mapped(condition.any, fittedCondition), (inner) => ({ ...condition, any: inner }))
    return any === condition.any ? condition : { ...condition, any: [...any] }
  }
  if ('not' in condition) {
    const not = fittedCondition(condition.not)
    return not === condition.not ? condition : { not }
  }
  if ('test' in condition) {
    const test = fittedTest(condition.test)
    return test === condition.test ? condition : { ...condition, test }
  }
  if ('flagTest' in condition) {
    const flagTest = fittedFlagTest(condition.flagTest)
    return flagTest === condition.flagTest ? condition : { flagTest }
  }
  return condition
}

const fittedTest = (test: ExtendedTest): ExtendedTest => {
  if (test.op === 'arr.size' || test.op === 'arr.elem') {
    const when = fittedCondition(test.when)
    return when === test.when ? test : { ...test, when }
  }
  if (test.op !== 'arr.all') return test
  const each = mapped(test.each, fittedCondition)
  return each === test.each ? test : { ...test, each: [...each] }
}

const fittedFlagTest = (asked: FlagTest): FlagTest => {
  if (!('valueWhen' in asked.test)) return asked
  const valueWhen = fittedCondition(asked.test.valueWhen)
  return valueWhen === asked.test.valueWhen ? asked : { ...asked, test: { valueWhen } }
}

/**
 * The schema limits the number of tests and the depth of native conditions. An imported condition may exceed them.
 * Stating its evaluation order explicitly, although it is the default, marks it as an extended condition, which has no
 * such limits.
 */
const fittedWhole = (condition: Condition): Condition => {
  const fitted = fittedCondition(condition)
  const { tests, depth, wide } = sizeOf(fitted)
  if (fitted === true || wide || (tests <= limits.conditionsPerRule && depth <= limits.conditionDepth)) return fitted
  return 'all' in fitted || 'any' in fitted
    ? { ...fitted, unknown: 'sequential' }
    : { all: [fitted], unknown: 'sequential' }
}

const fittedRule = (rule: Rule): Rule => {
  const when = fittedWhole(rule.when)
  const pre = rule.pre?.map((step) =>
    'when' in step ? { ...step, when: fittedWhole(step.when) } : { ...step, flagTest: fittedFlagTest(step.flagTest) },
  )
  return when === rule.when && pre === undefined ? rule : { ...rule, when, ...(pre === undefined ? {} : { pre }) }
}

const fittedFlag = (flag: FlagDocument): FlagDocument => {
  const requires = flag.requires?.map(fittedFlagTest)
  return {
    ...flag,
    rules: fittingRules(flag.rules).map(fittedRule),
    ...(requires === undefined ? {} : { requires }),
  }
}

const fittedSegment = (segment: SegmentDocument): SegmentDocument =>
  segment.when === null ? segment : { ...segment, when: fittedWhole(segment.when) }

/**
 * Changes imported documents so that they can be published, without changing their results. Splits long lists of
 * conditions into nested lists, and merges adjacent rules that serve the same if there are too many. The engine limits
 * the cost of evaluation, independent of the shape.
 */
export const fitDocuments = (imported: Imported): void => {
  for (const [key, flag] of Object.entries(imported.flags)) imported.flags[key] = fittedFlag(flag)
  for (const [key, segment] of Object.entries(imported.segments)) imported.segments[key] = fittedSegment(segment)
}
