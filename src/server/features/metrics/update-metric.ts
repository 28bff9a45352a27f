import type { z } from 'zod'
import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import type { Metric, UpdateMetricInput } from '../../../shared/features/metrics/schemas/metric-catalogue.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { lockEvents } from '../events/queries.ts'
import { checkMetric } from './check-metric.ts'
import { metricNotFound } from './get-metric.ts'
import { insertMetricVersion, lockMetrics, setArchived } from './queries.ts'
import { metricView } from './view.ts'

/**
 * Edits a metric by adding a version. Earlier versions stay unchanged for the runs that use them. An identical
 * definition adds no version. Restores an archived metric.
 */
export async function updateMetric(
  ctx: ProjectCtx,
  { metric: key, definition }: Omit<z.output<typeof UpdateMetricInput>, 'project'>,
): Promise<Metric> {
  return inTransaction(ctx, async (tx) => {
    const was = (await lockMetrics(tx.db, tx.project)).find((one) => one.key === key)
    if (!was) throw metricNotFound(tx.project, key)
    // locked, so that no event is archived in the meantime
    checkMetric(await lockEvents(tx.db, tx.project), definition)
    const isSame = canonicalJson(was.definition) === canonicalJson(definition)
    if (isSame && was.archivedAt === null) return metricView(was)
    const now = tx.now()
    const version = isSame ? was.version : was.version + 1
    if (isSame) await setArchived(tx.db, was.id, null)
    else await insertMetricVersion(tx.db, was.id, version, definition, now)
    await audit(tx, {
      action: 'metric.update',
      subject: `${tx.project.key}/${key}`,
      projectId: tx.project.id,
      before: { version: was.version, definition: was.definition },
      after: { version, definition },
    })
    return metricView({ ...was, version, definition, savedAt: isSame ? was.savedAt : now, archivedAt: null })
  })
}
