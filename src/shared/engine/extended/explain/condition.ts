import type { Condition, Each, ExtendedCondition, ExtendedTest, FlagTest } from '../../../schemas/condition.ts'
import type { Final } from '../../../schemas/extended-attribute.ts'
import type { LeafProfile } from '../../../schemas/extended-test.ts'
import { displayedValue } from '../../explain/displayed-value.ts'
import type { Run } from '../../explain/run.ts'
import type { ConditionTrace, ExtendedTrace, FlagAnswer, Truth } from '../../explain/trace.ts'
import { costOf, spend, weightOf } from '../../meter.ts'
import { isList } from '../../operators/list.ts'
import type { OptionalModules } from '../../optional-module.ts'
import { deeperThan, flagOf, maxChain } from '../../prerequisite.ts'
import { contextOf } from '../element.ts'
import { type Ask, Fatal, type Verdict } from '../test.ts'
import { isFlat, prepareExtended } from '../tests.ts'
import { extendedBucketTraceOf, isPointWithin } from './extended-bucket-trace.ts'
import { isAbsent, readExtended } from './read.ts'

type Explain = (condition: Condition, run: Run) => ConditionTrace

/** Converts a final result to a truth value. Throws `Fatal` for `fatal:KIND`. */
export const finalTruth = (result: Final): Truth => {
  if (result === 'unknown') return 'unknown'
  if (result === 'true' || result === 'false') return result === 'true'
  throw new Fatal(/^fatal:/.test(result) ? result.slice(6) : 'MALFORMED_FLAG')
}

/** Evaluates an extended condition node and returns its trace. `explain` evaluates nested conditions. */
export const explainExtended = (condition: ExtendedCondition, run: Run, explain: Explain): ConditionTrace => {
  if ('within' in condition) {
    const { point, lo = null, hi = null, noUnit = 'false' } = condition.within
    const place = extendedBucketTraceOf(point, run)
    const result = place.point === null ? finalTruth(noUnit) : isPointWithin(place.point, condition.within)
    return { kind: 'slice', result, place, from: lo, to: hi }
  }
  if ('flagTest' in condition) {
    const { result, answer } = explainFlagTest(condition.flagTest, run, explain)
    return { kind: 'flag', result, ...answer }
  }
  if ('each' in condition) return explainEach(condition, run, explain)
  const value = readExtended(condition.read, run.context, run.nowMs)
  return { ...judge(condition.test, condition, value, run, explain), read: condition.read }
}

type TestTrace = Omit<ExtendedTrace, 'read'>

/**
 * Applies the conventions around a test: absent, null and invalid values first; only the test's own result is negated.
 */
const judge = (test: ExtendedTest, profile: LeafProfile, value: unknown, run: Run, explain: Explain): TestTrace => {
  const base = { kind: 'wide', test, actual: displayedValue(value) } as const
  const missing = profile.missing ?? 'false'
  const absent = isAbsent(profile.presence, value)
  if (absent && missing !== 'null') return { ...base, result: finalTruth(missing), by: 'missing' }
  if (value === null && !absent && profile.nullIs !== undefined) {
    return { ...base, result: finalTruth(profile.nullIs), by: 'null' }
  }
  const verdict = ask(test, absent ? null : value, run, explain)
  if (verdict === 'invalid') return { ...base, result: finalTruth(profile.invalid ?? 'false'), by: 'invalid' }
  if (verdict === 'finalFalse') return { ...base, result: false, by: 'badPattern' }
  if (verdict === 'unknown') return { ...base, result: 'unknown', by: 'value' }
  return { ...base, result: profile.negate === true ? !verdict : verdict, by: 'value' }
}

const preparedTests = new WeakMap<object, { readonly profiles: OptionalModules; readonly ask: Ask }>()

/** Prepares a test once for all elements of a list. */
const prepareOnce = (test: Parameters<typeof prepareExtended>[0], profiles: OptionalModules): Ask => {
  const known = preparedTests.get(test)
  if (known?.profiles === profiles) return known.ask
  const made = prepareExtended(test, profiles)
  preparedTests.set(test, { profiles, ask: made })
  return made
}

const ask = (test: ExtendedTest, value: unknown, run: Run, explain: Explain): Verdict => {
  if (isFlat(test)) return prepareOnce(test, run.profiles)(value, run.nowMs)
  if (!isList(value)) return false
  spend(value.length / 16)
  const holds = (condition: Condition, element: unknown) => {
    spend(weightOf(condition))
    return explain(condition, { ...run, context: contextOf(element), asked: new Map() }).result === true
  }
  if (test.op === 'arr.all') {
    return test.each.every((condition) => value.some((element) => holds(condition, element)))
  }
  if (test.op === 'arr.size') return holds(test.when, value.length)
  return value.some((element) => (element ?? null) !== null && holds(test.when, element))
}

const explainEach = (each: Each, run: Run, explain: Explain): ExtendedTrace => {
  const value = readExtended(each.each, run.context, run.nowMs)
  const base = { kind: 'wide', read: each.each, test: each.test, actual: displayedValue(value) } as const
  const profile = each.element ?? {}
  if (value === undefined || value === null) {
    const missing = each.missing ?? 'false'
    const result = missing === 'null' ? judge(each.test, profile, null, run, explain).result : finalTruth(missing)
    return { ...base, result, by: 'missing' }
  }
  let any: Truth = false
  for (const element of isList(value) ? value : [value]) {
    spend(1)
    const { result } = judge(each.test, profile, element, run, explain)
    if (result === true) any = true
    else if (result === 'unknown' && any === false) any = 'unknown'
    if (any === true) break
  }
  const result = any === 'unknown' || each.negate !== true ? any : !any
  return { ...base, result, by: 'elements' }
}

export const explainFlagTest = (
  flagTest: FlagTest,
  run: Run,
  explain: Explain,
): { result: Truth; answer: FlagAnswer } => {
  const { flag: key, test, missing = 'false', cycle = 'false', onError = 'propagate', maxDepth } = flagTest
  const document = flagOf(run.documents, key)
  const on = document?.on === true
  const base: FlagAnswer = {
    flag: key,
    variants: 'variantIn' in test ? test.variantIn : 'on' in test ? [test.variant] : null,
    on,
    actual: null,
    broken: null,
    explanation: null,
  }
  const turned = (truth: Truth): Truth => (truth === 'unknown' || flagTest.negate !== true ? truth : !truth)
  if (document === undefined) {
    const nobody = { value: null, variant: null, name: null, enabled: false }
    const result = missing === 'null' ? turned(question(test, nobody, on, run, explain)) : finalTruth(missing)
    return { result, answer: { ...base, broken: 'missing' } }
  }
  if (maxDepth !== undefined && deeperThan(run.documents, key, maxDepth)) {
    return { result: false, answer: { ...base, broken: 'circle' } }
  }
  if (run.chain.includes(key)) return { result: finalTruth(cycle), answer: { ...base, broken: 'circle' } }
  if (run.chain.length > maxChain) throw new Fatal('CYCLE')
  spend(costOf(document))
  const explanation = run.ask(key, run)
  const { outcome } = explanation
  const answer = { ...base, actual: outcome.variant, explanation }
  if (outcome.errorCode !== null) {
    if (onError === 'propagate') throw new Fatal(outcome.detail ?? outcome.errorCode)
    return { result: finalTruth(onError), answer }
  }
  if (outcome.reason === 'UNKNOWN') return { result: 'unknown', answer }
  return { result: turned(question(test, outcome, on, run, explain)), answer }
}

type FlagTestInput = {
  readonly value: unknown
  readonly variant: string | null
  readonly name: string | null
  readonly enabled: boolean | null
}

const question = (test: FlagTest['test'], answer: FlagTestInput, on: boolean, run: Run, explain: Explain): Truth => {
  const { value, variant, name } = answer
  const enabled = answer.enabled ?? on
  if ('enabled' in test) return enabled === test.enabled
  if ('variantIn' in test) {
    const reported = test.byName === true ? (name ?? variant) : variant
    return reported !== null && test.variantIn.includes(reported) && (enabled || test.requireEnabled !== true)
  }
  if ('on' in test) return on && variant === test.variant
  if ('valueWhen' in test)
    return explain(test.valueWhen, { ...run, context: { value: value ?? null }, asked: new Map() }).result
  if ('flagValue' in test) {
    return test.flagValue === true ? value !== undefined && value !== null && value !== false : value === test.flagValue
  }
  if (typeof value !== typeof test.valueEq) throw new Fatal('TYPE_MISMATCH')
  return JSON.stringify(value ?? null) === JSON.stringify(test.valueEq)
}
