import type { Condition, Each, ExtendedLeaf, ExtendedTest } from '../../schemas/condition.ts'
import type { LeafProfile } from '../../schemas/extended-test.ts'
import { spend, weightOf } from '../meter.ts'
import { isList } from '../operators/list.ts'
import { absence, resolver } from './attribute.ts'
import { contextOf } from './element.ts'
import { final } from './final.ts'
import { type Decide, opposite, type State, type Truth, truth } from './state.ts'
import type { Verdict } from './test.ts'

export type StatefulTest = (value: unknown, state: State) => Verdict

/** Prepares tests, including those that contain conditions. */
export type PrepareStatefulTest = (test: ExtendedTest) => StatefulTest

/** Applies the leaf's conventions for absent, null and invalid values around its test. */
const judge = (profile: LeafProfile, ask: StatefulTest): ((value: unknown, state: State) => Truth) => {
  const { missing = 'false', nullIs, invalid = 'false', negate = false } = profile
  const absent = absence(profile.presence)
  return (value, state) => {
    const gone = absent(value)
    if (gone && missing !== 'null') return final(missing)
    if (!gone && value === null && nullIs !== undefined) return final(nullIs)
    const verdict = ask(gone ? null : value, state)
    if (verdict === 'invalid') return final(invalid)
    if (verdict === 'finalFalse') return 0
    if (verdict === 'unknown') return -1
    return truth(verdict !== negate)
  }
}

export const compileLeaf = (leaf: ExtendedLeaf, prepare: PrepareStatefulTest): Decide => {
  const [read, decide] = [resolver(leaf.read), judge(leaf, prepare(leaf.test))]
  return (state) => decide(read(state.context, state.nowMs), state)
}

export const compileEach = (each: Each, prepare: PrepareStatefulTest): Decide => {
  const { missing = 'false', negate = false } = each
  const [read, decide] = [resolver(each.each), judge(each.element ?? {}, prepare(each.test))]
  return (state) => {
    const value = read(state.context, state.nowMs)
    if (value === undefined || value === null) {
      return missing === 'null' ? decide(null, state) : final(missing)
    }
    let any: Truth = 0
    for (const element of isList(value) ? value : [value]) {
      spend(1)
      const one = decide(element, state)
      if (one === 1) any = 1
      else if (one === -1 && any === 0) any = -1
      if (any === 1) break
    }
    return negate ? opposite(any) : any
  }
}

/** Replaces the context with one value, for conditions on the elements and the length of a list. */
export const within = (state: State, value: unknown): State => ({ ...state, context: contextOf(value) })

export const nested = (
  test: Extract<ExtendedTest, { op: 'arr.size' | 'arr.elem' | 'arr.all' }>,
  compile: (condition: Condition) => Decide,
): StatefulTest => {
  const asked = (condition: Condition): ((state: State, element: unknown) => boolean) => {
    const [decide, weight] = [compile(condition), weightOf(condition)]
    return (state, element) => {
      spend(weight)
      return decide(within(state, element)) === 1
    }
  }
  if (test.op === 'arr.all') {
    const each = test.each.map(asked)
    return (value, state) => {
      if (!isList(value)) return false
      spend(value.length / 16)
      return each.every((holds) => value.some((element) => holds(state, element)))
    }
  }
  const holds = asked(test.when)
  const ofSize = test.op === 'arr.size'
  return (value, state) => {
    if (!isList(value)) return false
    spend(value.length / 16)
    if (ofSize) return holds(state, value.length)
    return value.some((element) => (element ?? null) !== null && holds(state, element))
  }
}
