import type { Measure, MetricPart, MetricTerm } from '../../../shared/features/metrics/schemas/metric.ts'
import type { MeasuredPart, MeasuredTerm, UnitMeasure } from '../../platform/event-store/store.ts'
import type { EventRow } from '../events/queries.ts'

type DeclaredMetricEvent = Pick<EventRow, 'id' | 'key' | 'definition'>
export type QuantileMeasure = {
  readonly kind: 'quantile'
  readonly of: MeasuredPart
  readonly at: number
  readonly each: 'event' | 'unit'
}

/** Resolves a part of a metric to a declared event. Undefined if the event no longer exists. */
export const resolveMetricPart = (
  { event, where }: MetricPart,
  declared: readonly DeclaredMetricEvent[],
): MeasuredPart | undefined => {
  const found = declared.find(({ key }) => key === event)
  return found && { event: found.id, properties: found.definition.properties, where }
}

/** The per-unit measure as the event store expects it. Undefined if one of its events no longer exists. */
export const resolveMeasure = (
  measure: Measure,
  declared: readonly DeclaredMetricEvent[],
): UnitMeasure | QuantileMeasure | undefined => {
  const term = ({ take, ...part }: MetricTerm): MeasuredTerm | undefined => {
    const found = resolveMetricPart(part, declared)
    return found && { ...found, take }
  }
  if (measure.kind === 'ratio') {
    const [over, under] = [term(measure.over), term(measure.under)]
    return over && under && { kind: 'ratio', over, under }
  }
  const of = resolveMetricPart(measure.of, declared)
  return of && { ...measure, of }
}
