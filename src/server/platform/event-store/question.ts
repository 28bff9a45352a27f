import { limits } from '../../../shared/limits.ts'
import type { CohortQuestion, MeasuredTerm, UnitMeasure } from './store.ts'

const dayMs = 24 * 3_600_000

/** No row kept before values were bounded counts for more: sums of squares, and products of these, stay finite. */
export const mostOfAValue = limits.eventValue
/** One that is nearer to 0 counts as 0: its square would be no number that a database takes. */
export const leastOfAValue = 1e-100

/** Values that differ by less than this part of them differ by how they were added up alone. */
export const sameValue = 1e-9

/** The parts of a measure as terms: above the line, and below it where there is one. */
export const termsOf = (measure: UnitMeasure): readonly [MeasuredTerm, MeasuredTerm?] =>
  measure.kind === 'ratio'
    ? [measure.over, measure.under]
    : [{ ...measure.of, take: measure.kind === 'sum' ? 'sum' : 'count' }]

/** More events than these within a window are a robot's. */
export const robotEvents = (lengthMs: number) => limits.robotEventsPerDay * Math.max(1, Math.ceil(lengthMs / dayMs))

/** No event before that can count for any unit that is asked about. */
export const eventsFromMs = ({
  fromMs,
  window,
  beforeMs = null,
  sinceMs = -Infinity,
}: Pick<CohortQuestion, 'fromMs' | 'window'> & Partial<Pick<CohortQuestion, 'beforeMs' | 'sinceMs'>>): number =>
  Math.max(fromMs + (beforeMs === null ? window.fromMs : -beforeMs), sinceMs, 0)
