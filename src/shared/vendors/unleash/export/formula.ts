import { notReadable } from '../../exporting/unreadable-reason.ts'
import type { Predicate, UnleashConstraint } from './model.ts'

/** A Boolean formula of constraints and predicates. */
export type Formula =
  | boolean
  | { readonly all: readonly Formula[] }
  | { readonly any: readonly Formula[] }
  | { readonly not: Formula }
  | { readonly constraint: UnleashConstraint }
  | { readonly predicate: Predicate }

/** The conditions of one strategy: all of its constraints, and its predicate. */
export interface Conjunction {
  readonly constraints: readonly UnleashConstraint[]
  readonly predicate: Predicate | null
}

export const mostStrategies = 64

const everybody: Conjunction = { constraints: [], predicate: null }

const both = (a: Conjunction, b: Conjunction): Conjunction => {
  if (a.predicate !== null && b.predicate !== null) return notReadable('too-large')
  return { constraints: [...a.constraints, ...b.constraints], predicate: a.predicate ?? b.predicate }
}

/**
 * Negates a constraint. `inverted` also matches a missing attribute, as in Fanion. IN has the operator NOT_IN, which
 * the oldest SDKs support, too.
 */
const turned = (constraint: UnleashConstraint): UnleashConstraint => {
  if (constraint.operator === 'IN') return { ...constraint, operator: 'NOT_IN' }
  if (constraint.operator === 'NOT_IN') return { ...constraint, operator: 'IN' }
  return { ...constraint, inverted: !constraint.inverted }
}

/** Converts a formula to disjunctive normal form, in order. */
export const disjunction = (formula: Formula, negated = false): Conjunction[] => {
  if (typeof formula === 'boolean') return formula === negated ? [] : [everybody]
  if ('not' in formula) return disjunction(formula.not, !negated)
  if ('predicate' in formula)
    return negated
      ? notReadable('operator', formula.predicate.name)
      : [{ constraints: [], predicate: formula.predicate }]
  if ('constraint' in formula)
    return [{ constraints: [negated ? turned(formula.constraint) : formula.constraint], predicate: null }]
  const [parts, together] = 'all' in formula ? [formula.all, !negated] : [formula.any, negated]
  return together ? product(parts, negated) : bounded(parts.flatMap((part) => disjunction(part, negated)))
}

const product = (parts: readonly Formula[], negated: boolean): Conjunction[] =>
  parts.reduce<Conjunction[]>(
    (sofar, part) => {
      if (sofar.length === 0) return sofar
      const next = disjunction(part, negated)
      return bounded(sofar.flatMap((a) => next.map((b) => [a, b] as const)).map(([a, b]) => both(a, b)))
    },
    [everybody],
  )

const bounded = (conjunctions: Conjunction[]): Conjunction[] =>
  conjunctions.length > mostStrategies ? notReadable('too-large') : conjunctions
