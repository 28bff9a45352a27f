import type { FlagTest } from '../../schemas/condition.ts'
import type { Reason } from '../../schemas/evaluation.ts'
import type { Prerequisite, Rule } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'
import { explainFlagTest } from '../extended/explain/condition.ts'
import { codes, Fatal } from '../extended/test.ts'
import { measuringRunOf } from '../flag.ts'
import { failure, type OutcomeFields, outcome } from '../outcome.ts'
import { askFlag, explainCondition, serves } from './condition.ts'
import type { Run } from './run.ts'
import { explainServe, type ServeResult } from './serve.ts'
import { blocked, storedVariant } from './sticky.ts'
import type { ConditionTrace, Explanation, ServeTrace, Step } from './trace.ts'

/** How a flag or a rule ends, without the fields that all outcomes of the flag share. */
type FlagEnding = Omit<OutcomeFields, 'flag' | 'value' | 'payload'>

/** Explains a flag that has passed `check`. */
export const explainOne = (run: Run): Explanation => {
  const steps: Step[] = []
  try {
    const { end, warned } = flagEndingOf(run, steps)
    const { flag } = run
    const variant = end.variant ?? null
    const { name = end.name ?? null, payload } = (variant === null ? undefined : flag.outputs?.[variant]) ?? {}
    const value = variant === null ? undefined : flag.variants[variant]
    const reached = outcome({ flag: flag.key, ...end, value, name, payload })
    return { outcome: warned ? reached.warned() : reached, steps }
  } catch (problem) {
    if (!(problem instanceof Fatal)) throw problem
    const { kind } = problem
    return { outcome: failure(run.flag.key, codes[kind] ?? 'GENERAL', kind), steps }
  }
}

const flagEndingOf = (run: Run, steps: Step[]): { end: FlagEnding; warned: boolean } => {
  const { flag } = run
  const notes = { warned: false }
  const off = (reason: Reason, prerequisite: string | null = null): FlagEnding =>
    offEnd(run, steps, { reason, prerequisite })
  const isOff = (): boolean => {
    steps.push({ step: 'state', on: flag.on })
    return !flag.on
  }
  const done = (end: FlagEnding) => ({ end, warned: notes.warned })

  const switchFirst = flag.order !== 'prerequisites,state'
  if (switchFirst && isOff()) return done(off('DISABLED'))
  for (const [key, passed] of prerequisites(run, steps)) {
    if (passed === 'unknown') return done({ reason: 'UNKNOWN' })
    if (!passed) return done(off('PREREQUISITE_FAILED', key))
  }
  if (!switchFirst && isOff()) return done(off('DISABLED'))

  let remembered = false
  for (const [index, rule] of flag.rules.entries()) {
    const { trace, result } = explainRule(rule, run)
    const decided = typeof result === 'object' && result !== null
    steps.push({ step: 'rule', id: rule.id, index, ...trace, decided })
    noteWarning(trace.serve, run, notes)
    if (result === 'gate') return done({ reason: 'DEFAULT' })
    if (result === 'unknown') remembered = true
    // What a gate serves to excluded users applies only if no earlier rule was unknown.
    if (decided && remembered && trace.gate?.result === false) return done({ reason: 'UNKNOWN' })
    if (decided)
      return done({
        ...fieldsOf(result, 'TARGETING_MATCH'),
        rule: { id: rule.id, index },
        measured: measuringRunOf(rule),
      })
  }
  if (remembered) return done({ reason: 'UNKNOWN' })
  const { trace, given } = explainServe(flag.otherwise, run)
  steps.push({ step: 'otherwise', serve: trace })
  noteWarning(trace, run, notes)
  if (given === null) return done(off('DEFAULT'))
  const plain = flag.rules.length + flag.prerequisites.length + (flag.requires?.length ?? 0) === 0
  return done(fieldsOf(given, plain ? 'STATIC' : 'DEFAULT'))
}

/** Records a warning if a native split was skipped because there is no targeting key. */
const noteWarning = (serve: ServeTrace | null, run: Run, notes: { warned: boolean }): void => {
  if (!run.wide && serve?.kind === 'split' && serve.nothing === 'noUnit' && serve.place.byDefault) notes.warned = true
}

const fieldsOf = ({ variant, by, enabled, inExperiment, name }: ServeResult, fixed: Reason): FlagEnding => {
  const reasons = { variant: fixed, split: 'SPLIT', default: 'DEFAULT', expression: 'TARGETING_MATCH' } as const
  return { variant, reason: reasons[by], enabled, inExperiment, name }
}

const offEnd = (run: Run, steps: Step[], end: { reason: Reason; prerequisite: string | null }): FlagEnding => {
  const { off, offVariant } = run.flag
  const serve: Serve | null = off ?? (offVariant === null ? null : { variant: offVariant })
  const { trace, given } = serve === null ? { trace: null, given: null } : explainServe(serve, run)
  steps.push({ step: 'off', serve: trace })
  // If `off` serves nothing, the caller's default applies, with reason `DEFAULT`.
  if (off !== undefined && given === null) return { reason: 'DEFAULT' }
  return { ...end, variant: given?.variant ?? null, enabled: given?.enabled ?? null, name: given?.name ?? null }
}

/** Evaluates the prerequisites lazily, in order, and yields each flag and whether it is met. */
function* prerequisites(run: Run, steps: Step[]): Generator<[string, boolean | 'unknown']> {
  const all: (Prerequisite | FlagTest)[] = [...run.flag.prerequisites, ...(run.flag.requires ?? [])]
  for (const one of all) {
    if ('test' in one) {
      const { result, answer } = explainFlagTest(one, run, explainCondition)
      steps.push({ step: 'prerequisite', passed: result, ...answer })
      yield [one.flag, result]
    } else {
      const answer = askFlag(one.flag, one.variants, run)
      const passed = serves(answer)
      steps.push({ step: 'prerequisite', passed, ...answer })
      yield [one.flag, passed]
    }
  }
}

type RuleTrace = {
  readonly before: readonly ConditionTrace[]
  readonly when: ConditionTrace | null
  readonly gate: ConditionTrace | null
  readonly serve: ServeTrace | null
}

/**
 * Explains a rule. The result is what it serves; null if nothing; `gate` to end with the default; or `unknown` to
 * remember.
 */
const explainRule = (rule: Rule, run: Run): { trace: RuleTrace; result: ServeResult | null | 'gate' | 'unknown' } => {
  const before: ConditionTrace[] = []
  const nothing: RuleTrace = { before, when: null, gate: null, serve: null }
  for (const one of rule.pre ?? []) {
    const trace = explainCondition('flagTest' in one ? { flagTest: one.flagTest } : one.when, run)
    before.push(trace)
    if (trace.result !== true) return { trace: nothing, result: one.gate === true ? 'gate' : null }
  }
  const stored = storedVariant(rule, run)
  if (stored === blocked) return { trace: nothing, result: null }
  if (stored !== null) {
    const given: ServeResult = { variant: stored, by: 'split', enabled: null, inExperiment: true, name: null }
    return { trace: { ...nothing, serve: { kind: 'variant', variant: stored } }, result: given }
  }
  const when = explainCondition(rule.when, run)
  const looked = { ...nothing, when }
  if (when.result === 'unknown') return { trace: looked, result: onUnknown(rule) }
  if (!when.result) return { trace: looked, result: null }
  const gate = rule.gate === undefined ? null : explainCondition({ within: rule.gate }, run)
  if (gate?.result === 'unknown') return { trace: { ...looked, gate }, result: onUnknown(rule) }
  const serve = gate?.result === false ? rule.onGateMiss : rule.serve
  if (serve === undefined) return { trace: { ...looked, gate }, result: null }
  const { trace, given } = explainServe(serve, run)
  return { trace: { ...looked, gate, serve: trace }, result: given }
}

const onUnknown = ({ onUnknown: then }: Rule): 'unknown' | null => {
  if (then === 'fatal') throw new Fatal('GENERAL')
  return then === 'remember' ? 'unknown' : null
}
