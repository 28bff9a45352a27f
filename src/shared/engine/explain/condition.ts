import type { Condition } from '../../schemas/condition.ts'
import { explainExtended } from '../extended/explain/condition.ts'
import { costOf, spend } from '../meter.ts'
import { type Documents, flagOf, hasFiniteReferences } from '../prerequisite.ts'
import { bucketTraceOf } from './bucket-trace.ts'
import { displayedValue } from './displayed-value.ts'
import { isPresent, leafHolds } from './leaf.ts'
import { lookUp } from './read.ts'
import { evaluateOnce, type Run } from './run.ts'
import { explainSegment } from './segment.ts'
import type { ConditionTrace, FlagAnswer, Truth } from './trace.ts'

export const explainCondition = (condition: Condition, run: Run): ConditionTrace => {
  if (condition === true) return { kind: 'everyone', result: true }
  if ('all' in condition) return inTurn('all', condition.all, condition.unknown ?? 'sequential', run)
  if ('any' in condition) return inTurn('any', condition.any, condition.unknown ?? 'sequential', run)
  if ('not' in condition) {
    const of = explainCondition(condition.not, run)
    return { kind: 'not', result: opposite(of.result), of }
  }
  if ('segment' in condition) return explainSegment(condition, run, explainCondition)
  if ('flag' in condition) {
    const answer = askFlag(condition.flag, condition.variants, run)
    return { kind: 'flag', result: serves(answer), ...answer }
  }
  if ('in' in condition) {
    const { point, from, to } = condition.in
    const place = bucketTraceOf(point, run)
    const result = place.point !== null && from <= place.point && place.point < to
    return { kind: 'slice', result, place, from, to }
  }
  if ('operator' in condition) {
    const { attribute, operator, values } = condition
    const actual = lookUp(run.context, attribute)
    const result = leafHolds(condition, actual, run.nowMs)
    return {
      kind: 'leaf',
      result,
      attribute,
      operator,
      values,
      actual: displayedValue(actual),
      present: isPresent(actual),
    }
  }
  return explainExtended(condition, run, explainCondition)
}

const ended = new WeakMap<Documents, Map<string, boolean>>()

/** Whether all references of a flag end. Cached, because documents are never changed in place. */
const ends = (documents: Documents, key: string): boolean => {
  const known = ended.get(documents) ?? new Map<string, boolean>()
  ended.set(documents, known)
  const end = known.get(key) ?? hasFiniteReferences(documents, key)
  known.set(key, end)
  return end
}

const opposite = (truth: Truth): Truth => (truth === 'unknown' ? truth : !truth)

/**
 * Evaluates conditions in order. The first false decides `all`, the first true decides `any`. An unknown decides at
 * once, or, in Kleene mode, only if no later condition decides.
 */
const inTurn = (
  kind: 'all' | 'any',
  conditions: readonly Condition[],
  mode: 'sequential' | 'kleene',
  run: Run,
): ConditionTrace => {
  const decisive = kind === 'any'
  const of: ConditionTrace[] = []
  let result: Truth = !decisive
  for (const condition of conditions) {
    const trace = explainCondition(condition, run)
    of.push(trace)
    if (trace.result === decisive || (trace.result === 'unknown' && mode === 'sequential')) {
      return { kind, result: trace.result, of, skipped: conditions.length - of.length }
    }
    if (trace.result === 'unknown') result = 'unknown'
  }
  return { kind, result, of, skipped: 0 }
}

/** Evaluates another flag for the same context, for a native prerequisite or condition. */
export const askFlag = (key: string, variants: readonly string[], run: Run): FlagAnswer => {
  const document = flagOf(run.documents, key)
  const answer = { flag: key, variants, on: false, actual: null, explanation: null }
  if (document === undefined) return { ...answer, broken: 'missing' }
  if (!ends(run.documents, key)) return { ...answer, on: document.on, broken: 'circle' }
  // `ends` has already excluded circles of native references, so this flag starts its own chain.
  if (document.on) spend(costOf(document))
  const { result: actual, first: explanation } = evaluateOnce(`flag:${key}`, run, () => {
    const asked = run.ask(key, { ...run, chain: [] })
    return { result: asked.outcome.variant, trace: asked }
  })
  return { ...answer, on: document.on, actual, broken: null, explanation }
}

/** Whether the flag is on and serves one of the required variants. */
export const serves = ({ broken, on, actual, variants }: FlagAnswer): boolean =>
  broken === null && on && actual !== null && variants !== null && variants.includes(actual)
