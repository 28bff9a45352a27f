import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Metric } from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { metricNotFound } from './get-metric.ts'
import { lockMetrics, runsUsingMetric, setArchived } from './queries.ts'
import { metricView } from './view.ts'

/** Archives a metric. Throws `metric/in-use` while an open run uses it. Editing it restores it. */
export async function archiveMetric(ctx: ProjectCtx, { metric: key }: { metric: string }): Promise<Metric> {
  return inTransaction(ctx, async (tx) => {
    const was = (await lockMetrics(tx.db, tx.project)).find((one) => one.key === key)
    if (!was) throw metricNotFound(tx.project, key)
    if (was.archivedAt !== null) return metricView(was)
    const open = (await runsUsingMetric(tx.db, tx.project, key)).filter(({ isOpen }) => isOpen)
    if (open.length > 0) {
      const where = open.map(({ flag, environment }) => `${flag} in ${environment}`).join(', ')
      throw new FanionError('metric/in-use', { runs: open }, `Ramps that are still open use ${key}: ${where}.`)
    }
    const archivedAt = tx.now()
    await setArchived(tx.db, was.id, archivedAt)
    await audit(tx, {
      action: 'metric.archive',
      subject: `${tx.project.key}/${key}`,
      projectId: tx.project.id,
      before: { version: was.version, definition: was.definition },
    })
    return metricView({ ...was, archivedAt })
  })
}
