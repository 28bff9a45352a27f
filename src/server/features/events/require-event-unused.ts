import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { metricProblems } from '../../../shared/features/metrics/schemas/metric-events.ts'
import type { TrackedDefinition } from '../../../shared/features/usage/schemas/tracked.ts'
import { limits } from '../../../shared/limits.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { activeMetricDefinitions, type EventRow } from './queries.ts'

/**
 * Throws `event/in-use` if a metric would lose its input: an event that is archived, or redeclared without a value or
 * property that the metric uses.
 */
export async function requireEventUnused(
  { db, project }: ProjectCtx & { readonly db: Tx },
  declared: readonly EventRow[],
  key: string,
  becomes: TrackedDefinition | null,
): Promise<void> {
  const metrics = await activeMetricDefinitions(db, project)
  if (metrics.size === 0) return
  const live = declared.filter(({ archivedAt }) => archivedAt === null)
  const before = new Map(live.map((event) => [event.key, event.definition]))
  const after = new Map(before)
  if (becomes === null) after.delete(key)
  else after.set(key, becomes)
  const problems = [...metrics].flatMap(([metric, definition]) => {
    const had = metricProblems(definition, before, limits.eventsKeptDays).map(({ problem }) => problem)
    const has = metricProblems(definition, after, limits.eventsKeptDays).filter(({ problem }) => !had.includes(problem))
    return has.map((problem) => ({ metric, ...problem }))
  })
  if (problems.length === 0) return
  const names = [...new Set(problems.map(({ metric }) => metric))]
  const sentence = `${names.length === 1 ? 'A metric uses' : 'Metrics use'} ${key} as it is: ${names.join(', ')}.`
  throw new FanionError('event/in-use', { event: key, metrics: names, problems }, sentence)
}
