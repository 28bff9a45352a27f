import { canonicalJson } from '../../datafile/canonical-json.ts'
import { limits } from '../../limits.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Serve } from '../../schemas/split.ts'
import { hasTwin, isMeasured } from './measured-by.ts'
import type { RampPlan } from './schemas/ramp.ts'

/**
 * What a ramp stands on: the rule as it was when the ramp began, and the values of its two variants; of a ramp that an earlier
 * version began these are not known.
 */
export type RampGround = {
  readonly when: Condition
  readonly before: string
  readonly values?: Readonly<Record<string, Json>>
}

/** A ramp as far as a flag's document knows it. */
export type RampOf = { readonly number: number; readonly plan: RampPlan; readonly ground: RampGround }

const halfUnits = limits.weightUnits / 2

/** The id of the rule by which a ramp serves its share. */
export const rampRuleId = (number: number): string => `run-${number}`

/**
 * A flag at one step of a ramp: the same flag, with the ramp's own rule before the rule that it ramps, which serves the
 * new variant to a slice of those whom that rule is about. At the last step the ramped rule serves the new variant itself,
 * and the ramp's rule is gone. Whatever else is in the document stays.
 */
export function documentAt(document: FlagDocument, ramp: RampOf, step: number): FlagDocument {
  const bare = withoutRamp(document, ramp)
  if (step >= ramp.plan.steps.length - 1) return serving(bare, ramp.plan, ramp.plan.to)
  const at = ramp.plan.rule === null ? bare.rules.length : bare.rules.findIndex(({ id }) => id === ramp.plan.rule)
  if (at < 0) return bare
  return { ...bare, rules: [...bare.rules.slice(0, at), rampRule(ramp, step), ...bare.rules.slice(at)] }
}

/** The flag as it is without the ramp: where a ramp is rolled back to. */
export function withoutRamp(document: FlagDocument, { number }: Pick<RampOf, 'number'>): FlagDocument {
  const id = rampRuleId(number)
  return document.rules.some((rule) => rule.id === id)
    ? { ...document, rules: document.rules.filter((rule) => rule.id !== id) }
    : document
}

/** The flag with its ramped rule as it was when the ramp began, at one step; null where that rule is gone. */
export function putBack(document: FlagDocument, ramp: RampOf, step: number): FlagDocument | null {
  const { rule, steps: _steps } = ramp.plan
  const { when, before } = ramp.ground
  if (rule !== null && !document.rules.some(({ id }) => id === rule)) return null
  const served = serving(document, ramp.plan, before)
  const rules = served.rules.map((one) => (one.id === rule ? { ...one, when } : one))
  return documentAt({ ...served, rules }, ramp, step)
}

/** The ramped rule, with everyone else as a rule like any other. */
export function rampedRule(document: FlagDocument, rule: string | null): Rule | undefined {
  if (rule === null) return { id: '', when: true, serve: document.otherwise }
  return document.rules.find(({ id }) => id === rule)
}

/**
 * How a document differs from what a ramp left there at a step, in the parts that are the ramp's: its rule, the audience
 * and the variant of the rule it ramps, and their order. Null where it does not.
 */
export function touchedBy(document: FlagDocument, ramp: RampOf, step: number): string | null {
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

/** Whether somebody put a rule between a ramp's own and the rule it ramps: a step, and the last one above all, would give users that. */
export function isParted(document: FlagDocument, { plan, number }: Pick<RampOf, 'plan' | 'number'>): boolean {
  const at = document.rules.findIndex(({ id }) => id === rampRuleId(number))
  const ramped = plan.rule === null ? document.rules.length : document.rules.findIndex(({ id }) => id === plan.rule)
  return at >= 0 && ramped > at + 1
}

/** The values of the variant that a ramp leads to and of the one before. */
export const rampedValues = (
  { variants }: FlagDocument,
  { to }: Pick<RampPlan, 'to'>,
  { before }: Pick<RampGround, 'before'>,
): Record<string, Json> => Object.fromEntries([before, to].map((variant) => [variant, variants[variant] ?? null]))

/** The variant of a ramp that has another value than when the ramp began; undefined where none has. */
export const otherValueOf = (document: FlagDocument, { plan, ground }: Pick<RampOf, 'plan' | 'ground'>) =>
  Object.entries(rampedValues(document, plan, ground)).find(
    ([variant, value]) => ground.values !== undefined && !same(value, ground.values[variant] ?? null),
  )?.[0]

/** Whether the rule that a ramp ramps is still as it was when the ramp began. */
export function isGroundThere(document: FlagDocument, { plan, ground }: RampOf): boolean {
  const ramped = rampedRule(document, plan.rule)
  return ramped !== undefined && same([ramped.when, ramped.serve], [ground.when, { variant: ground.before }])
}

/** Whether a document serves everyone what the ramp leads to, and the ramp has no rule left in it. */
export function isComplete(document: FlagDocument, { plan, ground, number }: RampOf): boolean {
  const ramped = rampedRule(document, plan.rule)
  if (ramped === undefined || document.rules.some(({ id }) => id === rampRuleId(number))) return false
  return same(ramped.serve, { variant: plan.to }) && same(ramped.when, ground.when)
}

/**
 * The ramp's own rule at a step that is not the last. Where nobody is counted it gives a slice the new variant. Otherwise it
 * reaches twice as many, one half of them as before: both arms are reached by the same rule, the coverage grows, the split
 * never moves. Beyond one half nobody is left to compare with: the new variant's part of the same line grows, unmeasured.
 */
export function rampRule({ number, plan, ground }: RampOf, step: number): Rule {
  const id = rampRuleId(number)
  const share = plan.steps[step]?.share ?? 0
  const by = plan.by === undefined ? {} : { by: plan.by }
  const slice = (to: number): Condition => ({ in: { point: { salt: `${id}:who`, ...by }, from: 0, to } })
  const named = { id, name: `Ramp ${number}` }
  if (!isMeasured(plan)) return { ...named, when: among(ground.when, slice(share)), serve: { variant: plan.to } }
  const twins = hasTwin(share)
  const until = twins ? halfUnits : share
  const parts = [
    { variant: plan.to, from: 0, to: until },
    { variant: ground.before, from: until, to: limits.weightUnits },
  ]
  return {
    ...named,
    when: among(ground.when, slice(twins ? 2 * share : limits.weightUnits)),
    serve: { split: { point: { salt: `${id}:arm`, ...by }, parts } },
    ...(twins && { run: number }),
  }
}

/** An audience and a slice of it. */
function among(audience: Condition, slice: Condition): Condition {
  if (audience === true) return slice
  if ('all' in audience && audience.unknown === undefined) return { all: [...audience.all, slice] }
  return { all: [audience, slice] }
}

function serving(document: FlagDocument, { rule }: Pick<RampPlan, 'rule'>, variant: string): FlagDocument {
  const serve: Serve = { variant }
  if (rule === null) return { ...document, otherwise: serve }
  return { ...document, rules: document.rules.map((one) => (one.id === rule ? { ...one, serve } : one)) }
}

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)
