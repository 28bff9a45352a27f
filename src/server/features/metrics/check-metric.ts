import { checkCondition } from '../../../shared/datafile/conditions.ts'
import { collect, under } from '../../../shared/datafile/problems.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { AttributeType } from '../../../shared/features/attributes/schemas/attribute.ts'
import { type MetricDefinition, partsOf } from '../../../shared/features/metrics/schemas/metric.ts'
import { type MetricProblem, metricProblems } from '../../../shared/features/metrics/schemas/metric-events.ts'
import type { TrackedDefinition, TrackedProperty } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import { operatorFacts } from '../../../shared/operators.ts'
import type { Condition } from '../../../shared/schemas/condition.ts'
import type { EventRow } from '../events/queries.ts'

const typeOf = (property: TrackedProperty): AttributeType => (typeof property === 'string' ? property : 'string')

/** Types of the attributes that conditions on an event can test, by name. */
const typesOf = ({ properties }: TrackedDefinition): Record<string, AttributeType> => ({
  ...Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, typeOf(property)])),
  value: 'number',
})

const hasPattern = (condition: Condition): boolean => {
  if (condition === true) return false
  if ('all' in condition) return condition.all.some(hasPattern)
  if ('any' in condition) return condition.any.some(hasPattern)
  if ('not' in condition) return hasPattern(condition.not)
  return 'operator' in condition && operatorFacts[condition.operator].kind === 'pattern'
}

/** Problems with the conditions of a metric, given the properties of its events. */
const conditionProblems = (
  { measure }: MetricDefinition,
  events: ReadonlyMap<string, TrackedDefinition>,
): MetricProblem[] => {
  const fields = measure.kind === 'ratio' ? ['over', 'under'] : ['of']
  return partsOf(measure).flatMap(({ event, where }, at) => {
    const declared = events.get(event)
    const steps = ['definition', 'measure', fields[at] ?? 'of', 'where']
    if (where === undefined || declared === undefined) return []
    if (hasPattern(where))
      return [
        {
          path: steps.join('.'),
          problem: 'events aren’t compared with patterns',
          expected: 'contains, starts with or is one of',
        },
      ]
    const attributes = typesOf(declared)
    return collect((report) =>
      checkCondition(where, { flags: {}, segments: {}, attributes }, under(report, ...steps)),
    ).map(({ path, problem, expected }) => ({ path, problem, expected }))
  })
}

/** Throws `metric/invalid` with a problem for each field if the declared events do not support the metric. */
export function checkMetric(declared: readonly EventRow[], definition: MetricDefinition): void {
  const live = declared.filter(({ archivedAt }) => archivedAt === null)
  const events = new Map(live.map((event) => [event.key, event.definition]))
  const found = metricProblems(definition, events, limits.eventsKeptDays).map((one) => ({
    ...one,
    path: `definition.${one.path}`,
  }))
  const problems = found.length > 0 ? found : conditionProblems(definition, events)
  const [first] = problems
  if (first === undefined) return
  throw new FanionError('metric/invalid', { problems }, `The metric isn’t valid: ${first.problem}.`)
}
