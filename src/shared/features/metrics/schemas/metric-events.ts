import type { Condition } from '../../../schemas/condition.ts'
import { durationMs } from '../../../schemas/duration.ts'
import { type MetricDefinition, partsOf } from './metric.ts'

/** The parts of a declared event that metrics use. */
export type DeclaredEvent = {
  readonly value: object | null
  readonly properties: Readonly<Record<string, unknown>>
}

/** Why a metric cannot be measured: the field, the problem, and what is expected. */
export type MetricProblem = { readonly path: string; readonly problem: string; readonly expected: string }

const attributesIn = (condition: Condition): readonly string[] => {
  if (condition === true) return []
  if ('all' in condition) return condition.all.flatMap(attributesIn)
  if ('any' in condition) return condition.any.flatMap(attributesIn)
  if ('not' in condition) return attributesIn(condition.not)
  return 'attribute' in condition ? [condition.attribute] : []
}

const dayMs = 24 * 3_600_000

/**
 * Finds what a metric needs but the declared events do not have: an event, its value or a property. Also reports a
 * window that exceeds the retention of events. Returns an empty list if the metric can be measured.
 * @param keptDays retention of events in days
 */
export const metricProblems = (
  metric: MetricDefinition,
  events: ReadonlyMap<string, DeclaredEvent>,
  keptDays: number,
): MetricProblem[] => {
  const paths = metric.measure.kind === 'ratio' ? ['measure.over', 'measure.under'] : ['measure.of']
  const ofParts = partsOf(metric.measure).flatMap(({ event, where = true, needsValue }, at): MetricProblem[] => {
    const path = paths[at] ?? 'measure'
    const declared = events.get(event)
    if (declared === undefined)
      return [
        { path: `${path}.event`, problem: `no event ${event} is declared`, expected: 'the key of a declared event' },
      ]
    const asked = [...new Set(attributesIn(where))]
    const properties = Object.keys(declared.properties)
    const unknown = asked.filter((name) => name !== 'value' && !properties.includes(name))
    const lacksValue = declared.value === null && (needsValue || asked.includes('value'))
    return [
      ...(lacksValue
        ? [
            {
              path: `${path}.event`,
              problem: `${event} carries no value`,
              expected: 'an event that is declared with a value',
            },
          ]
        : []),
      ...unknown.map((name) => ({
        path: `${path}.where`,
        problem: `${event} has no property ${name}`,
        expected: properties.length > 0 ? properties.join(', ') : 'no condition: the event has no properties',
      })),
    ]
  })
  const needed = [metric.window.from, metric.window.length, metric.lag].reduce(
    (sum, part) => sum + (durationMs(part) ?? 0),
    0,
  )
  const isLong = needed + (durationMs(metric.before ?? 'P0D') ?? 0) > keptDays * dayMs
  return isLong
    ? [
        ...ofParts,
        {
          path: 'window.length',
          problem: `the window, its lag and the time before take longer than events are kept`,
          expected: `${keptDays} days in all at most`,
        },
      ]
    : ofParts
}
