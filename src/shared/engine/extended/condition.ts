import type { Condition } from '../../schemas/condition.ts'
import { compileCondition as compileNative, maxDepth } from '../condition.ts'
import { costOf, spend } from '../meter.ts'
import { malformed } from '../operators/test.ts'
import type { ExtendedScope } from '../optional-module.ts'
import { segmentOf } from '../prerequisite.ts'
import { final } from './final.ts'
import { compileFlagTest, type FlagAccess, isAbove } from './flag-test.ts'
import { compileEach, compileLeaf, nested, type PrepareStatefulTest } from './leaf.ts'
import { compileWithin } from './point.ts'
import { type Decide, opposite, type Truth, truth } from './state.ts'
import { Fatal } from './test.ts'
import { isFlat, prepareExtended } from './tests.ts'

/** What the conditions of one flag or segment share. */
export interface ExtendedConditions extends Omit<FlagAccess, 'compile'> {
  readonly scope: ExtendedScope
  readonly salt: string
}

const matchEveryUser: Decide = () => 1

/** Compiles any condition, including native ones. Throws if it is malformed. */
export const compileCondition = (condition: Condition, around: ExtendedConditions, depth = 0): Decide => {
  if (condition === true) return matchEveryUser
  if (depth > maxDepth || typeof condition !== 'object' || condition === null)
    throw malformed('a condition is malformed')
  const { scope } = around
  const compile = (inner: Condition): Decide => compileCondition(inner, around, depth + 1)
  const prepare: PrepareStatefulTest = (test) => {
    if (!isFlat(test)) return nested(test, compile)
    const ask = prepareExtended(test, scope.profiles)
    return (value, state) => ask(value, state.nowMs)
  }
  if ('all' in condition) return evaluateUntilDecided(condition.all.map(compile), 0, condition.unknown === 'kleene')
  if ('any' in condition) return evaluateUntilDecided(condition.any.map(compile), 1, condition.unknown === 'kleene')
  if ('not' in condition) {
    const inner = compile(condition.not)
    return (state) => opposite(inner(state))
  }
  if ('segment' in condition) return compileSegment(condition, around)
  if ('read' in condition) return compileLeaf(condition, prepare)
  if ('each' in condition) return compileEach(condition, prepare)
  if ('within' in condition) return compileWithin(condition.within, scope.profiles)
  if ('flagTest' in condition) return compileFlagTest(condition.flagTest, { ...around, compile })
  // An extended flag always counts as time-dependent.
  const native = {
    salt: around.salt,
    families: scope.profiles,
    flag: scope.serves,
    segment: rejectUnknownKind,
    timed: () => {},
  }
  const holds = compileNative(condition, native)
  return (state) => truth(holds(state.context, state.nowMs))
}

/** Never called: this compiler handles segments itself, with three-valued logic. */
const rejectUnknownKind = (): never => {
  throw malformed('a condition is of no known kind')
}

/**
 * Evaluates conditions until one decides: false decides `all`, true decides `any`. An unknown decides, too, unless a
 * later condition still may.
 */
const evaluateUntilDecided = (inner: readonly Decide[], decisive: Truth, kleene: boolean): Decide => {
  const otherwise: Truth = decisive === 1 ? 0 : 1
  return (state) => {
    let result: Truth = otherwise
    for (const decide of inner) {
      const one = decide(state)
      if (one === decisive) return one
      if (one !== -1) continue
      if (!kleene) return one
      result = one
    }
    return result
  }
}

const compileSegment = (
  { segment: key, negate = false, missing }: Extract<Condition, { segment: string }>,
  around: ExtendedConditions,
): Decide => {
  const document = segmentOf(around.documents, key)
  if (document === undefined) {
    if (missing === undefined) throw malformed(`there is no segment ${JSON.stringify(key)}`)
    return () => final(missing)
  }
  // Safe cast: only this compiler writes to the map.
  const known = around.scope.segments as Map<string, { decide: Decide | undefined }>
  let cell = known.get(key)
  if (cell === undefined) {
    const before = known.size
    cell = { decide: undefined }
    known.set(key, cell)
    try {
      cell.decide = compileMembership(key, document, around)
    } catch (problem) {
      // Segments compiled meanwhile may refer back to the malformed one. Removing them makes a later compilation fail
      // in the same way.
      for (const late of [...known.keys()].slice(before)) known.delete(late)
      throw problem
    }
  }
  const member = cell
  return (state) => {
    const { decide } = member
    if (decide === undefined) throw new Fatal('MALFORMED_FLAG')
    return negate ? opposite(decide(state)) : decide(state)
  }
}

const compileMembership = (
  key: string,
  { included, excluded, when }: { included: readonly string[]; excluded: readonly string[]; when: Condition | null },
  around: ExtendedConditions,
): Decide => {
  const decide = when === null ? () => 0 as const : compileCondition(when, { ...around, salt: key })
  const [inside, outside] = [new Set<unknown>(included), new Set<unknown>(excluded)]
  const step = `segment:${key}`
  const cost = when === null ? 0 : costOf({ when })
  return (state) => {
    const { targetingKey } = state.context
    if (outside.has(targetingKey)) return 0
    if (inside.has(targetingKey)) return 1
    if (isAbove(state.chain, step)) throw new Fatal('MALFORMED_FLAG')
    spend(cost)
    return decide({ ...state, chain: { key: step, above: state.chain } })
  }
}
