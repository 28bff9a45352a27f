import type { Reason } from '../../schemas/evaluation.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { checkVariant, measuringRunOf, type Pick } from '../flag.ts'
import { malformed } from '../operators/test.ts'
import type { ExtendedScope } from '../optional-module.ts'
import { failure, type MeasuringRun, type Outcome, type OutcomeFields, outcome } from '../outcome.ts'

export { isExtended } from './is-extended.ts'

import { compileCondition, type ExtendedConditions } from './condition.ts'
import { compileRule } from './rule.ts'
import { compileServe, type SelectOutcome, type ServeOrigin, type ServeScope } from './serve.ts'
import type { State } from './state.ts'
import { codes, Fatal } from './test.ts'

/** Evaluates a flag within an ongoing evaluation. Errors and unknowns are outcomes, too. */
type Run = (state: State) => Outcome

/** The runs of the picks that this compiler created, so that flags can evaluate each other within one evaluation. */
const runs = new WeakMap<Pick, Run>()

/**
 * Compiles an extended flag. Throws if the document is malformed. The pick may throw errors of the context or the
 * meter.
 */
export const compileFlag = (flag: FlagDocument, scope: ExtendedScope): Pick => {
  checkVariant(flag.offVariant, flag)
  const run = compileRun(flag, scope)
  const start = { key: flag.key, above: null }
  const pick: Pick = (context, nowMs) => run({ context, nowMs, chain: start })
  runs.set(pick, run)
  return pick
}

const compileRun = (flag: FlagDocument, scope: ExtendedScope): Run => {
  const { documents, slots, profiles } = scope
  const slot = slots.of(flag.key, null)
  const build = (variant: string | null, fields: Omit<OutcomeFields, 'flag'>): Outcome => {
    checkVariant(variant, flag)
    const { name = null, payload } = (variant === null ? undefined : flag.outputs?.[variant]) ?? {}
    const value = variant === null ? undefined : flag.variants[variant]
    return outcome({
      flag: flag.key,
      value,
      variant,
      slot: slots.of(flag.key, variant, fields.measured),
      name,
      payload,
      ...fields,
    })
  }
  const servingFor = (fixed: Reason, fields: RuleFields = {}): ServeScope => ({
    flagKey: flag.hashKey ?? flag.key,
    salt: flag.salt,
    profiles,
    hasVariant: (key) => Object.hasOwn(flag.variants, key),
    build: (variant, served) =>
      build(variant, {
        reason: reasonOf(served, fixed),
        enabled: served.enabled ?? null,
        inExperiment: served.inExperiment ?? false,
        ...servedNameOf(served),
        ...fields,
      }),
  })

  const conditions: ExtendedConditions = { documents, scope, salt: flag.salt, answer: (key) => answerer(key, scope) }
  const offFor = (reason: Reason, prerequisite: string | null = null): SelectOutcome => {
    const fields = { reason, prerequisite }
    if (flag.off !== undefined) {
      const serving = servingFor(reason)
      const give = compileServe(flag.off, {
        ...serving,
        build: (variant, served) =>
          build(variant, { ...fields, enabled: served.enabled ?? null, ...servedNameOf(served) }),
      })
      return (state) => give(state) ?? none
    }
    const fixed = build(flag.offVariant, fields)
    return () => fixed
  }
  const none = build(null, { reason: 'DEFAULT' })
  const unknown = build(null, { reason: 'UNKNOWN' })

  const disabled = offFor('DISABLED')
  const required = [
    ...flag.prerequisites.map(({ flag: key, variants }) => ({ key, condition: { flag: key, variants } })),
    ...(flag.requires ?? []).map((flagTest) => ({ key: flagTest.flag, condition: { flagTest } })),
  ].map(({ key, condition }) => ({
    decide: compileCondition(condition, conditions),
    failed: offFor('PREREQUISITE_FAILED', key),
  }))
  const rules = flag.rules.map((rule, index) => {
    if (typeof rule.id !== 'string') throw malformed('a rule has no id')
    const fields = { rule: Object.freeze({ id: rule.id, index }), measured: measuringRunOf(rule) }
    return compileRule(rule, conditions, servingFor('TARGETING_MATCH', fields))
  })
  const plain = rules.length === 0 && required.length === 0
  const otherwise = compileServe(flag.otherwise, servingFor(plain ? 'STATIC' : 'DEFAULT'))
  const gone = offFor('DEFAULT')

  const meet = (state: State): Outcome | null => {
    for (const { decide, failed } of required) {
      const met = decide(state)
      if (met === -1) return unknown
      if (met === 0) return failed(state)
    }
    return null
  }
  const switchFirst = flag.order !== 'prerequisites,state'
  const target = (state: State): Outcome | null => {
    let remembered = false
    for (const rule of rules) {
      const result = rule(state)
      if (result === 'gate') return none
      if (result === 'unknown') remembered = true
      else if (result !== null && 'missed' in result) return remembered ? unknown : result.missed
      else if (result !== null) return result
    }
    return remembered ? unknown : (otherwise(state) ?? gone(state))
  }
  const errors = new Map<string, Outcome>()
  const errorOf = (kind: string): Outcome => {
    const known = errors.get(kind) ?? failure(flag.key, codes[kind] ?? 'GENERAL', kind, slot)
    errors.set(kind, known)
    return known
  }
  return (state) => {
    try {
      if (switchFirst && !flag.on) return disabled(state) ?? none
      const unmet = meet(state)
      if (unmet !== null) return unmet
      if (!flag.on) return disabled(state) ?? none
      return target(state) ?? none
    } catch (problem) {
      if (problem instanceof Fatal) return errorOf(problem.kind)
      throw problem
    }
  }
}

type RuleFields = {
  readonly rule?: { readonly id: string; readonly index: number }
  readonly measured?: MeasuringRun | null
}

/** The name of a serve that has its own. A variant's name comes from the flag's outputs. */
const servedNameOf = ({ name }: ServeOrigin): { readonly name?: string } => (name === undefined ? {} : { name })

const reasonOf = (served: ServeOrigin, fixed: Reason): Reason => {
  if (served.by === 'split') return 'SPLIT'
  if (served.by === 'default') return 'DEFAULT'
  return served.by === 'expression' && fixed !== 'TARGETING_MATCH' ? 'TARGETING_MATCH' : fixed
}

/**
 * Creates the evaluation of another flag, looked up on first use, because extended flags may refer to each other in a
 * circle.
 */
const answerer = (key: string, scope: ExtendedScope): Run => {
  let from: ExtendedScope | null = scope
  let run: Run | undefined
  return (state) => {
    if (run === undefined) {
      const pick = from?.pick(key)
      // Not expected: callers check that the documents contain the flag.
      if (pick === undefined) return failure(key, 'FLAG_NOT_FOUND', 'there is no such flag')
      run = runs.get(pick) ?? ((inside) => pick(inside.context, inside.nowMs))
      from = null
    }
    return run(state)
  }
}
