import { canonicalJson } from '../../datafile/canonical-json.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Part, Serve } from '../../schemas/split.ts'
import type { ExperimentArm, ExperimentSetup } from './schemas/experiment.ts'
import type { Stretch } from './schemas/layer.ts'

/** The parts of a flag that a run depends on: its own rule and the values of its arms. */
export type RunBaseline = { readonly rule: Rule; readonly values: Readonly<Record<string, Json>> }

/** A boolean flag that holds users out of experiments. `open` lists the variants that hold no one out. */
export type Holdout = { readonly flag: string; readonly open: readonly string[] }

/** Where a run has its share of users: ranges of a layer's line, or null for a part of its own line. */
export type LayerPlacement = { readonly layer: string; readonly stretches: readonly Stretch[] } | null

export const runRuleId = (number: number): string => `run-${number}`

/**
 * Builds the rule of a run. It matches the audience, within a slice that only grows, except users in a holdout. The
 * arms are split on a separate line that never changes.
 */
export function ruleOfRun(
  number: number,
  name: string,
  { audience, share, arms, by }: ExperimentSetup,
  places: LayerPlacement,
  holdouts: readonly Holdout[],
): Rule {
  const id = runRuleId(number)
  const slice =
    places === null
      ? share === wholeLineEnd
        ? []
        : [conditionForRange(`${id}:who`, by, { from: 0, to: share })]
      : [anyOf(places.stretches.map((one) => conditionForRange(`layer:${places.layer}`, by, one)))]
  const open = holdouts.map(({ flag, open }): Condition => ({ flag, variants: [...open] }))
  return {
    id,
    name: name.slice(0, 100),
    when: allOf([audience, ...slice, ...open]),
    serve: { split: { point: pointOf(`${id}:arm`, by), parts: partsOf(arms) } },
    run: number,
  }
}

const wholeLineEnd = 100_000

const pointOf = (salt: string, by: string | undefined) => ({ salt, ...(by !== undefined && { by }) })

/** A condition that a user's bucket lies within a range of the line. */
export const conditionForRange = (salt: string, by: string | undefined, { from, to }: Stretch): Condition => ({
  in: { point: pointOf(salt, by), from, to },
})

/** The arms as adjacent ranges of their line. */
function partsOf(arms: readonly ExperimentArm[]): Part[] {
  let from = 0
  return arms.map(({ variant, weight }) => {
    const part = { variant, from, to: from + weight }
    from += weight
    return part
  })
}

/** Combines conditions with `all`, flattened as far as possible. */
export function allOf(conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((one) =>
    one === true ? [] : 'all' in one && one.unknown === undefined ? one.all : [one],
  )
  return flat.length === 0 ? true : flat.length === 1 && flat[0] !== undefined ? flat[0] : { all: flat }
}

/** Combines conditions with `any`. A single condition is returned as it is. */
export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 1 && conditions[0] !== undefined ? conditions[0] : { any: [...conditions] }

/** The id of the rule that serves the shipped arm to the run's audience. */
const shippedRuleId = (number: number): string => `shipped-${number}`

/**
 * Inserts a rule before another one, or before the default serve if `before` is null. Replaces a rule with the same id.
 */
export function withRule(document: FlagDocument, rule: Rule, before: string | null): FlagDocument {
  const rules = document.rules.filter(({ id }) => id !== rule.id)
  const found = before === null ? -1 : rules.findIndex(({ id }) => id === before)
  const at = found < 0 ? rules.length : found
  return { ...document, rules: [...rules.slice(0, at), rule, ...rules.slice(at)] }
}

export function withoutRun(document: FlagDocument, number: number): FlagDocument {
  const id = runRuleId(number)
  return document.rules.some((rule) => rule.id === id)
    ? { ...document, rules: document.rules.filter((rule) => rule.id !== id) }
    : document
}

/** Turns the run's rule into an ordinary rule: it serves the same values, but is not measured. */
export const withoutMeasurement = (document: FlagDocument, number: number): FlagDocument => ({
  ...document,
  rules: document.rules.map((rule) => {
    if (rule.id !== runRuleId(number)) return rule
    const { run: _, ...plain } = rule
    return plain
  }),
})

/**
 * Ships one arm: to the run's audience, with holdouts still excluded, or to everyone. The new rule replaces the run's
 * rule in place, so that the order of rules stays.
 */
export function withArmShipped(
  document: FlagDocument,
  { number, setup, name }: { readonly number: number; readonly setup: ExperimentSetup; readonly name: string },
  holdouts: readonly Holdout[],
  arm: string,
  to: 'audience' | 'everyone',
): FlagDocument {
  const serve: Serve = { variant: arm }
  const open = holdouts.map(({ flag, open }): Condition => ({ flag, variants: [...open] }))
  const when = allOf([to === 'everyone' ? true : setup.audience, ...open])
  const bare = withoutShippedRule(document, number)
  if (when === true) return { ...withoutRun(bare, number), otherwise: serve }
  const rule: Rule = { id: shippedRuleId(number), name: name.slice(0, 100), when, serve }
  if (!bare.rules.some(({ id }) => id === runRuleId(number))) return withRule(bare, rule, setup.rule)
  return { ...bare, rules: bare.rules.map((one) => (one.id === runRuleId(number) ? rule : one)) }
}

/** Removes the rule of an earlier decision about the same run. */
const withoutShippedRule = (document: FlagDocument, number: number): FlagDocument => ({
  ...document,
  rules: document.rules.filter(({ id }) => id !== shippedRuleId(number)),
})

/** Describes how a flag differs from what the run depends on. Null if it does not. */
export function describeRunEdit(document: FlagDocument, number: number, { rule, values }: RunBaseline): string | null {
  const own = document.rules.find(({ id }) => id === runRuleId(number))
  if (own === undefined) return 'its rule was removed'
  if (canonicalJson(withoutRuleName(own)) !== canonicalJson(withoutRuleName(rule))) return 'its rule was edited'
  const other = Object.keys(values).find(
    (variant) => canonicalJson(document.variants[variant] ?? null) !== canonicalJson(values[variant] ?? null),
  )
  return other === undefined ? null : `the value of ${other} was changed`
}

/** The rule without its name, to compare only its behavior. */
const withoutRuleName = (rule: Rule): Rule => ({ ...rule, name: '' })

export const valuesOf = (document: FlagDocument, arms: readonly ExperimentArm[]): Record<string, Json> =>
  Object.fromEntries(arms.map(({ variant }) => [variant, document.variants[variant] ?? null]))
