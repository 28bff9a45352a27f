import { canonicalJson } from '../../datafile/canonical-json.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Part, Serve } from '../../schemas/split.ts'
import type { ExperimentArm, ExperimentSetup } from './schemas/experiment.ts'
import type { Stretch } from './schemas/layer.ts'

/** What a run stands on in its flag: its own rule, and the values that its arms give. */
export type ExperimentGround = { readonly rule: Rule; readonly values: Readonly<Record<string, Json>> }

/** A boolean flag that holds units out, and its variants by which nobody is held. */
export type Holdout = { readonly flag: string; readonly open: readonly string[] }

/** Where a run has its part of everybody: a part of its own line, or stretches of a layer's. */
export type Places = { readonly layer: string; readonly stretches: readonly Stretch[] } | null

/** The id of the rule by which a run serves its arms. */
export const runRuleId = (number: number): string => `run-${number}`

/**
 * The rule of a run: whom it is about, of them a slice that only grows, and who is held out by nobody; these are split among the
 * arms by a line of its own, which never moves.
 */
export function ruleOfRun(
  number: number,
  name: string,
  { audience, share, arms, by }: ExperimentSetup,
  places: Places,
  holdouts: readonly Holdout[],
): Rule {
  const id = runRuleId(number)
  const slice =
    places === null
      ? share === everybody
        ? []
        : [insideOf(`${id}:who`, by, { from: 0, to: share })]
      : [anyOf(places.stretches.map((one) => insideOf(`layer:${places.layer}`, by, one)))]
  const open = holdouts.map(({ flag, open }): Condition => ({ flag, variants: [...open] }))
  return {
    id,
    name: name.slice(0, 100),
    when: allOf([audience, ...slice, ...open]),
    serve: { split: { point: pointOf(`${id}:arm`, by), parts: partsOf(arms) } },
    run: number,
  }
}

const everybody = 100_000

const pointOf = (salt: string, by: string | undefined) => ({ salt, ...(by !== undefined && { by }) })

/** Whether somebody's place on a line lies within a stretch. */
export const insideOf = (salt: string, by: string | undefined, { from, to }: Stretch): Condition => ({
  in: { point: pointOf(salt, by), from, to },
})

/** The arms one behind the other on their line. */
function partsOf(arms: readonly ExperimentArm[]): Part[] {
  let from = 0
  return arms.map(({ variant, weight }) => {
    const part = { variant, from, to: from + weight }
    from += weight
    return part
  })
}

/** An audience and more, as flat as it can be. */
export function allOf(conditions: readonly Condition[]): Condition {
  const flat = conditions.flatMap((one) =>
    one === true ? [] : 'all' in one && one.unknown === undefined ? one.all : [one],
  )
  return flat.length === 0 ? true : flat.length === 1 && flat[0] !== undefined ? flat[0] : { all: flat }
}

/** One of several conditions; of one, that. */
export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 1 && conditions[0] !== undefined ? conditions[0] : { any: [...conditions] }

/** The id of the rule that serves the arm of a run to all whom it was about. */
const shippedRuleId = (number: number): string => `shipped-${number}`

/** The flag with a rule before another, or before everyone else; one of the same id gives way. */
export function withRule(document: FlagDocument, rule: Rule, before: string | null): FlagDocument {
  const rules = document.rules.filter(({ id }) => id !== rule.id)
  const found = before === null ? -1 : rules.findIndex(({ id }) => id === before)
  const at = found < 0 ? rules.length : found
  return { ...document, rules: [...rules.slice(0, at), rule, ...rules.slice(at)] }
}

/** The flag without the run's rule: as it was before. */
export function withoutRun(document: FlagDocument, number: number): FlagDocument {
  const id = runRuleId(number)
  return document.rules.some((rule) => rule.id === id)
    ? { ...document, rules: document.rules.filter((rule) => rule.id !== id) }
    : document
}

/** The flag with the run's rule as any other: it serves as it does, and is not measured. */
export const asItServes = (document: FlagDocument, number: number): FlagDocument => ({
  ...document,
  rules: document.rules.map((rule) => {
    if (rule.id !== runRuleId(number)) return rule
    const { run: _, ...plain } = rule
    return plain
  }),
})

/**
 * The flag with one arm for all whom the run was about, whoever is held out as before, or for everyone. Where the run's rule
 * stands it gives way to that, so that it stays where it was among the others.
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
  const bare = withoutShipped(document, number)
  if (when === true) return { ...withoutRun(bare, number), otherwise: serve }
  const rule: Rule = { id: shippedRuleId(number), name: name.slice(0, 100), when, serve }
  if (!bare.rules.some(({ id }) => id === runRuleId(number))) return withRule(bare, rule, setup.rule)
  return { ...bare, rules: bare.rules.map((one) => (one.id === runRuleId(number) ? rule : one)) }
}

/** Without what was shipped of the run before, where that was decided anew. */
const withoutShipped = (document: FlagDocument, number: number): FlagDocument => ({
  ...document,
  rules: document.rules.filter(({ id }) => id !== shippedRuleId(number)),
})

/** How a flag differs from what a run stands on; null where it does not. */
export function touchedRun(document: FlagDocument, number: number, { rule, values }: ExperimentGround): string | null {
  const own = document.rules.find(({ id }) => id === runRuleId(number))
  if (own === undefined) return 'its rule was removed'
  if (canonicalJson(named(own)) !== canonicalJson(named(rule))) return 'its rule was edited'
  const other = Object.keys(values).find(
    (variant) => canonicalJson(document.variants[variant] ?? null) !== canonicalJson(values[variant] ?? null),
  )
  return other === undefined ? null : `the value of ${other} was changed`
}

/** What a rule does, whatever it is called. */
const named = (rule: Rule): Rule => ({ ...rule, name: '' })

/** The values that arms give. */
export const valuesOf = (document: FlagDocument, arms: readonly ExperimentArm[]): Record<string, Json> =>
  Object.fromEntries(arms.map(({ variant }) => [variant, document.variants[variant] ?? null]))
