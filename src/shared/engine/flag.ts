import type { Leaf } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import type { FlagDocument, FlagType, Rule } from '../schemas/flag.ts'
import type { Serve, Split } from '../schemas/split.ts'
import { ownershipCheckFor } from './attribute.ts'
import { compileCondition, onlyName, type Scope } from './condition.ts'
import { extendedOnly, isExtendedFlag } from './extended-only.ts'
import { prepare } from './operators/table.ts'
import { malformed } from './operators/test.ts'
import { type MeasuringRun, type Outcome, type OutcomeFields, outcome } from './outcome.ts'
import type { Slots } from './slots.ts'
import { compileSplit } from './split.ts'

/** Selects the outcome of one flag. May throw errors of getters and proxies in the context. */
export type Pick = (context: Context, nowMs: number) => Outcome

/** The rest of an evaluation: a fixed outcome, or a function that selects one. */
type Rest = Outcome | Pick

const types: readonly unknown[] = ['boolean', 'string', 'number', 'object'] satisfies FlagType[]

export interface FlagScope extends Omit<Scope, 'salt'> {
  readonly slots: Slots
}

/** Compiles a native flag. Throws if the document is malformed, and throws `extendedOnly` if it is extended. */
export const compileFlag = (flag: FlagDocument, scope: FlagScope): Rest => {
  if (typeof flag.on !== 'boolean' || !types.includes(flag.type) || typeof flag.salt !== 'string') {
    throw malformed('the flag document is malformed')
  }
  if (isExtendedFlag(flag)) throw extendedOnly
  checkVariant(flag.offVariant, flag)
  const build = outcomesOf(flag, scope.slots)
  const off = (fields: Omit<OutcomeFields, 'flag'>) => build(flag.offVariant, fields)
  const conditions: Scope = { ...scope, salt: flag.salt }

  const plain = flag.rules.length === 0 && flag.prerequisites.length === 0
  const otherwise = compileServe(
    flag.otherwise,
    (variant, split) => build(variant, { reason: split ? 'SPLIT' : plain ? 'STATIC' : 'DEFAULT' }),
    flag.salt,
    () => off({ reason: 'DEFAULT' }),
  )
  const rules = compileRules(flag, build, conditions, otherwise)
  const rest = flag.prerequisites.reduceRight<Rest>((next, { flag: key, variants }) => {
    const met = scope.flag(key, variants)
    const failed = off({ reason: 'PREREQUISITE_FAILED', prerequisite: key })
    return choose(met, next, failed)
  }, rules)
  return flag.on ? rest : off({ reason: 'DISABLED' })
}

/** Builds outcomes of a flag. The variant must exist; null is the caller's default. */
type Build = (variant: string | null, fields: Omit<OutcomeFields, 'flag'>) => Outcome

const outcomesOf =
  (flag: FlagDocument, slots: Slots): Build =>
  (variant, fields) => {
    checkVariant(variant, flag)
    const value = variant === null ? undefined : flag.variants[variant]
    return outcome({ flag: flag.key, value, variant, slot: slots.of(flag.key, variant, fields.measured), ...fields })
  }

/** Throws if the flag has no such variant. Null is the caller's default. */
export const checkVariant = (variant: string | null, flag: FlagDocument): void => {
  if (variant !== null && !Object.hasOwn(flag.variants, variant)) {
    throw malformed(`the flag has no variant ${JSON.stringify(variant)}`)
  }
}

/** Compiles a serve to an outcome, or to a split. A unit in a gap continues with `next`. */
const compileServe = (
  serve: Serve,
  build: (variant: string, split: boolean) => Outcome,
  salt: string,
  next: () => Rest,
): Rest => {
  if ('variant' in serve) {
    if (serve.enabled !== undefined) throw extendedOnly
    return build(serve.variant, false)
  }
  if ('split' in serve) return divide(serve.split, salt, (variant) => build(variant, true), next())
  if ('wide' in serve || 'expr' in serve || 'useDefault' in serve || 'error' in serve) throw extendedOnly
  throw malformed('a serve is of no known kind')
}

const divide = (split: Split, salt: string, build: (variant: string) => Outcome, next: Rest): Pick => {
  const place = compileSplit<Outcome | 'gap' | 'noUnit'>(split, salt, build, 'gap', 'noUnit')
  const byTargetingKey = split.point?.by === undefined
  const go = pickOf(next)
  return (context, nowMs) => {
    const placed = place(context)
    if (placed === 'gap') return go(context, nowMs)
    if (placed === 'noUnit') return byTargetingKey ? go(context, nowMs).warned() : go(context, nowMs)
    return placed
  }
}

const pickOf = (rest: Rest): Pick => (typeof rest === 'function' ? rest : () => rest)

const choose = (holds: (context: Context, nowMs: number) => boolean, yes: Rest, no: Rest): Pick => {
  if (typeof yes === 'function') {
    const otherwise = pickOf(no)
    return (context, nowMs) => (holds(context, nowMs) ? yes(context, nowMs) : otherwise(context, nowMs))
  }
  if (typeof no === 'function') return (context, nowMs) => (holds(context, nowMs) ? yes : no(context, nowMs))
  return (context, nowMs) => (holds(context, nowMs) ? yes : no)
}

/** Compiles the rules from last to first, so that each knows what follows it. */
const compileRules = (flag: FlagDocument, build: Build, scope: Scope, otherwise: Rest): Rest => {
  let next = otherwise
  for (let index = flag.rules.length - 1; index >= 0; index -= 1) {
    const first = startOfRun(flag.rules, index)
    if (first < index) {
      next = lookUp(flag.rules, first, index, build, scope, next)
      index = first
      continue
    }
    // Safe cast: the loop stays within the list.
    const rule = flag.rules[index] as Rule
    const id = ruleIdOf(rule, index)
    const measured = measuringRunOf(rule)
    const when = compileCondition(rule.when, scope)
    const after = next
    const serve = compileServe(
      rule.serve,
      (variant, split) => build(variant, { reason: split ? 'SPLIT' : 'TARGETING_MATCH', rule: id, measured }),
      flag.salt,
      () => after,
    )
    next = choose(when, serve, after)
  }
  return next
}

const ruleIdOf = (rule: Rule, index: number): { id: string; index: number } => {
  if (typeof rule.id !== 'string') throw malformed('a rule has no id')
  return Object.freeze({ id: rule.id, index })
}

/** Returns the run that measures a rule; null if none does. */
export const measuringRunOf = ({ run, serve }: Rule): MeasuringRun | null =>
  run === undefined ? null : { run, by: ('split' in serve && serve.split.point?.by) || null }

/** Returns the attribute of a rule that a map lookup can replace: equality with listed values, and a single variant. */
const mapLookupAttribute = (rule: Rule | undefined): string | undefined => {
  if (rule === undefined || rule.when === true || !('operator' in rule.when) || !('variant' in rule.serve))
    return undefined
  const { operator, ignoreCase, attribute } = rule.when
  const name = onlyName(attribute)
  const isListed = (operator === 'is' || operator === 'isOneOf') && ignoreCase === undefined
  return isListed && rule.serve.enabled === undefined ? name : undefined
}

/** Returns the start of the sequence of rules up to `last` that compare the same attribute with listed values. */
const startOfRun = (rules: readonly Rule[], last: number): number => {
  const name = mapLookupAttribute(rules[last])
  let at = last
  if (name !== undefined) while (mapLookupAttribute(rules[at - 1]) === name) at -= 1
  return at
}

/** Compiles such a sequence to one map, from a value to the outcome of the first rule that lists it. */
const lookUp = (
  rules: readonly Rule[],
  first: number,
  last: number,
  build: Build,
  { families }: Scope,
  next: Rest,
): Pick => {
  const outcomes = new Map<unknown, Outcome>()
  let name = ''
  for (let at = first; at <= last; at += 1) {
    // Safe cast: `startOfRun` has checked each rule.
    const { when, serve } = rules[at] as { when: Leaf; serve: { variant: string } }
    name = onlyName(when.attribute) ?? name
    prepare(when, families)
    const rule = rules[at] as Rule
    const fields = { reason: 'TARGETING_MATCH', rule: ruleIdOf(rule, at), measured: measuringRunOf(rule) } as const
    const picked = build(serve.variant, fields)
    for (const value of when.values) if (!outcomes.has(value)) outcomes.set(value, picked)
  }
  const go = pickOf(next)
  const isOwn = ownershipCheckFor(name)
  return (context, nowMs) => {
    const picked = outcomes.get(context[name])
    return picked !== undefined && isOwn(context) ? picked : go(context, nowMs)
  }
}
