import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { CreateMetricInput, Metric } from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { limits } from '../../../shared/limits.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { lockEvents } from '../events/queries.ts'
import { checkMetric } from './check-metric.ts'
import { insertMetric, insertMetricVersion, lockMetrics } from './queries.ts'

/**
 * Creates a metric with its first version. Throws `metric/key-taken` if another key differs at most in case, and
 * `metric/invalid` if the events do not support it.
 */
export async function createMetric(
  ctx: ProjectCtx,
  { key, definition }: Omit<z.output<typeof CreateMetricInput>, 'project'>,
): Promise<Metric> {
  return inTransaction(ctx, async (tx) => {
    const all = await lockMetrics(tx.db, tx.project)
    const same = all.find((one) => one.key.toLowerCase() === key.toLowerCase())
    if (same)
      throw new FanionError('metric/key-taken', { metric: same.key }, `There is a metric "${same.key}" already.`)
    if (all.filter(({ archivedAt }) => archivedAt === null).length >= limits.metricsPerProject) {
      const details = { limit: 'metricsPerProject', value: limits.metricsPerProject }
      throw new FanionError('limit/reached', details, `A project can have up to ${details.value} metrics.`)
    }
    // locked, so that no event is archived in the meantime
    checkMetric(await lockEvents(tx.db, tx.project), definition)
    const now = tx.now()
    const id = await insertMetric(tx.db, {
      projectId: tx.project.id,
      key,
      version: 1,
      createdAt: now,
      archivedAt: null,
    })
    await insertMetricVersion(tx.db, id, 1, definition, now)
    const subject = `${tx.project.key}/${key}`
    await audit(tx, { action: 'metric.create', subject, projectId: tx.project.id, after: { version: 1, definition } })
    const at = now.toISOString()
    return { key, version: 1, definition, createdAt: at, savedAt: at, archivedAt: null }
  })
}
