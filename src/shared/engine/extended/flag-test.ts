import type { Condition, FlagTest } from '../../schemas/condition.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import type { Json } from '../../schemas/keys.ts'
import { costOf, spend } from '../meter.ts'
import type { Outcome } from '../outcome.ts'
import { type Documents, deeperThan, flagOf, maxChain } from '../prerequisite.ts'
import { final } from './final.ts'
import { within } from './leaf.ts'
import { type Chain, type Decide, opposite, type State, type Truth, truth } from './state.ts'
import { Fatal } from './test.ts'

/** How a test accesses other flags. */
export interface FlagAccess {
  readonly documents: Documents
  /** Returns the evaluation of a flag within the ongoing one. */
  readonly answer: (key: string) => (state: State) => Outcome
  readonly compile: (condition: Condition) => Decide
}

/** The fields that a test can check; null and `enabled: false` if the flag does not exist. */
export type FlagTestSubject = Pick<Outcome, 'value' | 'variant' | 'name' | 'enabled'>

export const missingFlagSubject: FlagTestSubject = { value: null, variant: null, name: null, enabled: false }

/** Whether a flag, or `segment:key`, is already being evaluated in this chain. */
export const isAbove = (chain: Chain | null, key: string): boolean => {
  for (let at = chain; at !== null; at = at.above) if (at.key === key) return true
  return false
}

const lengthOf = (chain: Chain | null): number => {
  let length = 0
  for (let at = chain; at !== null; at = at.above) length += 1
  return length
}

export const compileFlagTest = (flagTest: FlagTest, others: FlagAccess): Decide => {
  const { flag: key, missing = 'false', cycle = 'false', onError = 'propagate', maxDepth, negate = false } = flagTest
  const document = flagOf(others.documents, key)
  const asks = compileQuestion(flagTest.test, document, others)
  const turned = (value: Truth): Truth => (negate ? opposite(value) : value)
  if (document === undefined) {
    return (state) => (missing === 'null' ? turned(asks(missingFlagSubject, state)) : final(missing))
  }
  const tooDeep = maxDepth !== undefined && deeperThan(others.documents, key, maxDepth)
  if (tooDeep) return () => 0
  const answer = others.answer(key)
  const cost = costOf(document)
  return (state) => {
    if (isAbove(state.chain, key)) return final(cycle)
    if (lengthOf(state.chain) > maxChain) throw new Fatal('CYCLE')
    spend(cost)
    const outcome = answer({ ...state, chain: { key, above: state.chain } })
    if (outcome.errorCode !== null) {
      if (onError === 'propagate') throw new Fatal(outcome.detail ?? outcome.errorCode)
      return final(onError)
    }
    if (outcome.reason === 'UNKNOWN') return -1
    return turned(asks(outcome, state))
  }
}

/** Compiles the check of another flag's result. */
export const compileQuestion = (
  test: FlagTest['test'],
  document: FlagDocument | undefined,
  { compile }: Pick<FlagAccess, 'compile'>,
): ((answer: FlagTestSubject, state: State) => Truth) => {
  const on = document?.on === true
  const enabled = (answer: FlagTestSubject) => answer.enabled ?? on
  if ('enabled' in test) return (answer) => truth(enabled(answer) === test.enabled)
  if ('variantIn' in test) {
    const wanted = new Set<string | null>(test.variantIn)
    return (answer) => {
      const name = test.byName === true ? (answer.name ?? answer.variant) : answer.variant
      return truth(name !== null && wanted.has(name) && (test.requireEnabled !== true || enabled(answer)))
    }
  }
  if ('on' in test) return (answer) => truth(on && answer.variant === test.variant)
  if ('valueWhen' in test) {
    const decide = compile(test.valueWhen)
    return (answer, state) => decide(within(state, { value: answer.value ?? null }))
  }
  if ('valueEq' in test) {
    return (answer) => {
      if (typeof answer.value !== typeof test.valueEq) throw new Fatal('TYPE_MISMATCH')
      return truth(sameJson(answer.value ?? null, test.valueEq))
    }
  }
  const { flagValue } = test
  if (flagValue === true) return ({ value }) => truth(value !== false && value !== null && value !== undefined)
  return ({ value }) => truth(value === flagValue)
}

const sameJson = (a: Json, b: Json): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
