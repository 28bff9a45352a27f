import type { Sticky } from '../../schemas/extended-split.ts'
import type { Rule } from '../../schemas/flag.ts'
import { spend } from '../meter.ts'
import type { Outcome } from '../outcome.ts'
import { compileCondition, type ExtendedConditions } from './condition.ts'
import { compileWithin } from './point.ts'
import { compileServe, type ServeScope } from './serve.ts'
import type { Decide, State } from './state.ts'
import { general } from './test.ts'

/**
 * The result of a rule: an outcome; null for nothing; `gate` to end the flag with the default; `unknown` to remember;
 * or what `onGateMiss` serves, which applies unless something before was unknown.
 */
export type RuleResult = Outcome | null | 'gate' | 'unknown' | { readonly missed: Outcome }

const always: Decide = () => 1

/** Compiles an extended rule: `pre`, `sticky`, `when`, `gate`, `serve`, in this order. */
export const compileRule = (
  rule: Rule,
  conditions: ExtendedConditions,
  serving: ServeScope,
): ((state: State) => RuleResult) => {
  const pre = (rule.pre ?? []).map((before) => ({
    decide: compileCondition('flagTest' in before ? { flagTest: before.flagTest } : before.when, conditions),
    gate: before.gate === true,
  }))
  const assigned = rule.sticky === undefined ? undefined : compileSticky(rule.sticky, serving)
  const when = compileCondition(rule.when, conditions)
  const gate = rule.gate === undefined ? always : compileWithin(rule.gate, conditions.scope.profiles)
  const serve = compileServe(rule.serve, serving)
  const miss = rule.onGateMiss === undefined ? undefined : compileServe(rule.onGateMiss, serving)
  const unknown = () => {
    if (rule.onUnknown === 'fatal') throw general
    return rule.onUnknown === 'remember' ? 'unknown' : null
  }
  return (state) => {
    for (const before of pre) if (before.decide(state) !== 1) return before.gate ? 'gate' : null
    const kept = assigned?.(state)
    if (kept !== undefined) return kept
    const holds = when(state)
    if (holds === -1) return unknown()
    if (holds === 0) return null
    const through = gate(state)
    if (through === -1) return unknown()
    if (through === 0) {
      const missed = miss?.(state) ?? null
      return missed === null ? null : { missed }
    }
    return serve(state)
  }
}

const memberOf = (holder: unknown, name: string): unknown =>
  // Safe cast: any object can be indexed by any name.
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Record<string, unknown>)[name]
    : undefined

/**
 * Compiles the lookup in the caller's store. Returns an outcome; null if an older version blocks; undefined if nothing
 * is stored.
 */
const compileSticky = (sticky: Sticky, serving: ServeScope): ((state: State) => Outcome | null | undefined) => {
  const { assignments, key, bucketVersion, minBucketVersion, attribute, fallback } = sticky
  const names = fallback === undefined ? [attribute] : [attribute, fallback]
  const outcomes = new Map<string, Outcome>()
  const build = (variant: string): Outcome => {
    const outcome = outcomes.get(variant) ?? serving.build(variant, { by: 'split', inExperiment: true })
    outcomes.set(variant, outcome)
    return outcome
  }
  return ({ context }) => {
    const store = assignments.reduce<unknown>(memberOf, context)
    if (store === undefined) return undefined
    let variant: string | undefined
    for (const name of names) {
      const value = memberOf(context, name)
      if (typeof value !== 'string' && typeof value !== 'number') continue
      const kept = memberOf(store, `${name}||${value}`)
      spend(minBucketVersion)
      for (let version = 0; version < minBucketVersion; version += 1) {
        if (memberOf(kept, `${key}__${version}`) !== undefined) return null
      }
      const found = memberOf(kept, `${key}__${bucketVersion}`)
      if (variant === undefined && typeof found === 'string') variant = found
    }
    return variant !== undefined && serving.hasVariant(variant) ? build(variant) : undefined
  }
}
