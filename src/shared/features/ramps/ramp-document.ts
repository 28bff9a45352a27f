import { canonicalJson } from '../../datafile/canonical-json.ts'
import { limits } from '../../limits.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Serve } from '../../schemas/split.ts'
import { hasComparisonGroup, isMeasured } from './measured-by.ts'
import type { RampPlan } from './schemas/ramp.ts'

/**
 * What a ramp relies on: the ramped rule as it was at the start, and the values of both variants. The values are
 * unknown for ramps that an earlier version started.
 */
export type RampBaseline = {
  readonly when: Condition
  readonly before: string
  readonly values?: Readonly<Record<string, Json>>
}

/** The parts of a ramp that determine a flag's document. */
export type RampDocumentInput = { readonly number: number; readonly plan: RampPlan; readonly ground: RampBaseline }

const halfUnits = limits.weightUnits / 2

/** The id of the rule that serves the ramp's share. */
export const rampRuleId = (number: number): string => `run-${number}`

/**
 * Returns a flag at one step of a ramp. The ramp's own rule goes before the ramped rule and serves the new variant to a
 * slice of its audience. At the last step, the ramped rule itself serves the new variant and the ramp's rule is
 * removed. The rest of the document stays.
 */
export function rampDocumentAt(document: FlagDocument, ramp: RampDocumentInput, step: number): FlagDocument {
  const bare = withoutRamp(document, ramp)
  if (step >= ramp.plan.steps.length - 1) return withRampedServe(bare, ramp.plan, ramp.plan.to)
  const at = ramp.plan.rule === null ? bare.rules.length : bare.rules.findIndex(({ id }) => id === ramp.plan.rule)
  if (at < 0) return bare
  return { ...bare, rules: [...bare.rules.slice(0, at), rampRule(ramp, step), ...bare.rules.slice(at)] }
}

/** Returns the flag without the ramp's rule: the state that a rollback restores. */
export function withoutRamp(document: FlagDocument, { number }: Pick<RampDocumentInput, 'number'>): FlagDocument {
  const id = rampRuleId(number)
  return document.rules.some((rule) => rule.id === id)
    ? { ...document, rules: document.rules.filter((rule) => rule.id !== id) }
    : document
}

/**
 * Returns the flag at one step, with the ramped rule reset to its state at the start. Null if that rule was removed.
 */
export function restoreRampedRule(document: FlagDocument, ramp: RampDocumentInput, step: number): FlagDocument | null {
  const { rule, steps: _steps } = ramp.plan
  const { when, before } = ramp.ground
  if (rule !== null && !document.rules.some(({ id }) => id === rule)) return null
  const served = withRampedServe(document, ramp.plan, before)
  const rules = served.rules.map((one) => (one.id === rule ? { ...one, when } : one))
  return rampDocumentAt({ ...served, rules }, ramp, step)
}

/** Finds the ramped rule. The default serve is returned as a rule. */
export function rampedRule(document: FlagDocument, rule: string | null): Rule | undefined {
  if (rule === null) return { id: '', when: true, serve: document.otherwise }
  return document.rules.find(({ id }) => id === rule)
}

/**
 * Describes how the ramp's parts of a document differ from what the ramp wrote at a step: its rule, the audience and
 * variant of the ramped rule, and their order. Null if they do not.
 */
export function describeRampEdit(document: FlagDocument, ramp: RampDocumentInput, step: number): string | null {
  const { plan, ground, number } = ramp
  const ramped = rampedRule(document, plan.rule)
  if (ramped === undefined) return 'the rule it ramps is gone'
  if (!same(ramped.serve, { variant: ground.before })) return 'the rule it ramps serves something else'
  if (!same(ramped.when, ground.when)) return 'the audience of the rule it ramps changed'
  const at = document.rules.findIndex(({ id }) => id === rampRuleId(number))
  const own = document.rules[at]
  if (own === undefined) return 'its own rule is gone'
  if (!same(own, rampRule(ramp, step))) return 'its own rule was edited'
  const rampedAt = document.rules.findIndex(({ id }) => id === plan.rule)
  return plan.rule !== null && rampedAt < at ? 'its own rule was moved' : null
}

/**
 * Whether another rule was inserted between the ramp's rule and the ramped rule. The next steps, above all the last
 * one, would move users to that rule.
 */
export function hasRuleBetween(
  document: FlagDocument,
  { plan, number }: Pick<RampDocumentInput, 'plan' | 'number'>,
): boolean {
  const at = document.rules.findIndex(({ id }) => id === rampRuleId(number))
  const ramped = plan.rule === null ? document.rules.length : document.rules.findIndex(({ id }) => id === plan.rule)
  return at >= 0 && ramped > at + 1
}

/** The values of the ramp's new and previous variants. */
export const rampedValues = (
  { variants }: FlagDocument,
  { to }: Pick<RampPlan, 'to'>,
  { before }: Pick<RampBaseline, 'before'>,
): Record<string, Json> => Object.fromEntries([before, to].map((variant) => [variant, variants[variant] ?? null]))

/** A variant of the ramp whose value changed since the start. Undefined if there is none. */
export const changedVariantOf = (
  document: FlagDocument,
  { plan, ground }: Pick<RampDocumentInput, 'plan' | 'ground'>,
) =>
  Object.entries(rampedValues(document, plan, ground)).find(
    ([variant, value]) => ground.values !== undefined && !same(value, ground.values[variant] ?? null),
  )?.[0]

/** Whether the ramped rule is still as it was when the ramp started. */
export function isBaselineIntact(document: FlagDocument, { plan, ground }: RampDocumentInput): boolean {
  const ramped = rampedRule(document, plan.rule)
  return ramped !== undefined && same([ramped.when, ramped.serve], [ground.when, { variant: ground.before }])
}

/** Whether a document serves the new variant to everyone and contains no rule of the ramp. */
export function isComplete(document: FlagDocument, { plan, ground, number }: RampDocumentInput): boolean {
  const ramped = rampedRule(document, plan.rule)
  if (ramped === undefined || document.rules.some(({ id }) => id === rampRuleId(number))) return false
  return same(ramped.serve, { variant: plan.to }) && same(ramped.when, ground.when)
}

/**
 * Builds the ramp's own rule at a step other than the last. An unmeasured ramp serves the new variant to a slice. A
 * measured ramp reaches twice as many users and serves half of them the previous variant. Coverage grows and the split
 * never changes, so both arms come from the same rule. Above 50 % there is no comparison group: the share grows on the
 * same line, unmeasured.
 */
export function rampRule({ number, plan, ground }: RampDocumentInput, step: number): Rule {
  const id = rampRuleId(number)
  const share = plan.steps[step]?.share ?? 0
  const by = plan.by === undefined ? {} : { by: plan.by }
  const slice = (to: number): Condition => ({ in: { point: { salt: `${id}:who`, ...by }, from: 0, to } })
  const named = { id, name: `Ramp ${number}` }
  if (!isMeasured(plan))
    return { ...named, when: withinAudience(ground.when, slice(share)), serve: { variant: plan.to } }
  const twins = hasComparisonGroup(share)
  const until = twins ? halfUnits : share
  const parts = [
    { variant: plan.to, from: 0, to: until },
    { variant: ground.before, from: until, to: limits.weightUnits },
  ]
  return {
    ...named,
    when: withinAudience(ground.when, slice(twins ? 2 * share : limits.weightUnits)),
    serve: { split: { point: { salt: `${id}:arm`, ...by }, parts } },
    ...(twins && { run: number }),
  }
}

/** Combines an audience with a slice of it. */
function withinAudience(audience: Condition, slice: Condition): Condition {
  if (audience === true) return slice
  if ('all' in audience && audience.unknown === undefined) return { all: [...audience.all, slice] }
  return { all: [audience, slice] }
}

function withRampedServe(document: FlagDocument, { rule }: Pick<RampPlan, 'rule'>, variant: string): FlagDocument {
  const serve: Serve = { variant }
  if (rule === null) return { ...document, otherwise: serve }
  return { ...document, rules: document.rules.map((one) => (one.id === rule ? { ...one, serve } : one)) }
}

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)
