import { compileCondition, type ExtendedConditions } from '../../engine/extended/condition.ts'
import { compileEach, nested } from '../../engine/extended/leaf.ts'
import type { Chain, State } from '../../engine/extended/state.ts'
import { Fatal } from '../../engine/extended/test.ts'
import { isFlat, prepareExtended } from '../../engine/extended/tests.ts'
import { budgetExhausted, runWithFullBudget } from '../../engine/meter.ts'
import { createSlots } from '../../engine/slots.ts'
import type { Condition, Each, ExtendedTest } from '../../schemas/condition.ts'
import { undecidableDocument } from '../undecided.ts'
import { everyModule } from './every-module.ts'

/** The verdict of an extended test, as an index of `verdicts`. */
export type VerdictCell = 0 | 1 | 2 | 3 | 4 | 5

export const verdicts = ['false', 'true', 'invalid', 'finalFalse', 'unknown', 'fatal'] as const

/** The result of a condition, as a terminal of a diagram. */
export const truths = { no: 0, yes: 1, unknown: 2, fatal: 3 } as const
export type TruthEnd = (typeof truths)[keyof typeof truths]

const start: Chain = { key: '', above: null }

export const stateOf = (context: object, nowMs: number): State => ({
  // Safe cast: values are read like a JSON context.
  context: context as State['context'],
  nowMs,
  chain: start,
})

/** Compiles conditions that refer to no other document, with the engine's compiler and no documents. */
export const standaloneConditions: ExtendedConditions = {
  documents: { flags: {}, segments: {} },
  answer: () => () => {
    throw undecidableDocument
  },
  scope: {
    documents: { flags: {}, segments: {} },
    profiles: everyModule,
    slots: createSlots(),
    pick: () => undefined,
    serves: () => () => false,
    segments: new Map(),
  },
  salt: '',
}

/** Whether a part of a document refers to another one, or is random. */
export const dependsOnOthers = (node: unknown): boolean => {
  if (typeof node !== 'object' || node === null) return false
  if (Array.isArray(node)) return node.some((inner) => typeof inner === 'object' && dependsOnOthers(inner))
  if ('segment' in node || 'flagTest' in node || 'flag' in node) return true
  if ('algorithm' in node && node.algorithm === 'random') return true
  return Object.values(node).some(dependsOnOthers)
}

/** Runs code outside of an evaluation, with its own budget. */
export const runWithOwnBudget = <T>(run: () => T, otherwise: T): T => {
  try {
    return run()
  } catch (problem) {
    if (problem !== budgetExhausted) throw problem
    return runWithFullBudget(run) ?? otherwise
  }
}

const verdictOrFatal = (run: () => VerdictCell): VerdictCell => {
  try {
    return runWithOwnBudget(run, 5)
  } catch (problem) {
    if (problem instanceof Fatal) return 5
    throw problem
  }
}

const compiled = (condition: Condition) => compileCondition(condition, standaloneConditions)

/**
 * Returns the verdicts of a test, using the engine's own implementation. Throws `extendedDocument` if it refers to
 * other documents.
 */
export const standaloneVerdictOf = (test: ExtendedTest, nowMs: number): ((value: unknown) => VerdictCell) => {
  if (isFlat(test)) {
    const ask = prepareExtended(test, everyModule)
    return (value) => verdictOrFatal(() => cellOf(ask(value, nowMs)))
  }
  if (dependsOnOthers(test)) throw undecidableDocument
  const ask = nested(test, compiled)
  return (value) => verdictOrFatal(() => cellOf(ask(value, stateOf({}, nowMs))))
}

const cellOf = (verdict: boolean | 'invalid' | 'finalFalse' | 'unknown'): VerdictCell =>
  verdict === true ? 1 : verdict === false ? 0 : verdict === 'invalid' ? 2 : verdict === 'finalFalse' ? 3 : 4

const own = { firstOf: [['v']] }

/** Returns the result of a test of any element of a value. */
export const standaloneEachVerdict = (each: Each, nowMs: number): ((value: unknown) => TruthEnd) => {
  if (dependsOnOthers(each)) throw undecidableDocument
  const decide = compileEach({ ...each, each: own }, (test) => {
    if (!isFlat(test)) return nested(test, compiled)
    const ask = prepareExtended(test, everyModule)
    return (value, state) => ask(value, state.nowMs)
  })
  return (value) => truthEndOf(() => decide(stateOf({ v: value }, nowMs)))
}

export const truthEndOf = (run: () => 0 | 1 | -1): TruthEnd => {
  try {
    const truth = runWithOwnBudget(run, 0)
    return truth === -1 ? truths.unknown : truth
  } catch (problem) {
    if (problem instanceof Fatal) return truths.fatal
    throw problem
  }
}

/** Returns the result of a condition for a context. Throws `extendedDocument` if it refers to other documents. */
export const standaloneResultOf = (condition: Condition, nowMs: number): ((context: object) => TruthEnd) => {
  if (dependsOnOthers(condition)) throw undecidableDocument
  const decide = compiled(condition)
  return (context) => truthEndOf(() => decide(stateOf(context, nowMs)))
}
