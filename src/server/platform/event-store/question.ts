import { limits } from '../../../shared/limits.ts'
import type { CohortQuestion, MeasuredTerm, UnitMeasure } from './store.ts'

const dayMs = 24 * 3_600_000

/** Clamps rows from before values were bounded, so that sums of squares and their products stay finite. */
export const maxEventValue = limits.eventValue
/** Values closer to 0 count as 0: their squares would underflow, which the database rejects. */
export const minEventMagnitude = 1e-100

/** Relative differences below this come only from the order of summation. */
export const valueTolerance = 1e-9

/** The parts of a measure as terms: the numerator and, for ratios, the denominator. */
export const termsOf = (measure: UnitMeasure): readonly [MeasuredTerm, MeasuredTerm?] =>
  measure.kind === 'ratio'
    ? [measure.over, measure.under]
    : [{ ...measure.of, take: measure.kind === 'sum' ? 'sum' : 'count' }]

/** A unit with more events than this in its window counts as a robot. */
export const robotEvents = (lengthMs: number) => limits.robotEventsPerDay * Math.max(1, Math.ceil(lengthMs / dayMs))

/** Time of the earliest event that can count for any unit in the query. */
export const eventsFromMs = ({
  fromMs,
  window,
  beforeMs = null,
  sinceMs = -Infinity,
}: Pick<CohortQuestion, 'fromMs' | 'window'> & Partial<Pick<CohortQuestion, 'beforeMs' | 'sinceMs'>>): number =>
  Math.max(fromMs + (beforeMs === null ? window.fromMs : -beforeMs), sinceMs, 0)
