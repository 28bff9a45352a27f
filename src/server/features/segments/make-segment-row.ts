import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { NewSegment } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { limits } from '../../../shared/limits.ts'
import { uniqueViolation } from '../../platform/db/failure.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { insertSegment, segmentsOf } from './queries.ts'

/** Creates and returns a segment's row, without any document. `told` is recorded in the audit log. */
export async function makeSegmentRow(
  ctx: ProjectCtx & { readonly db: Tx },
  { key, name, description }: NewSegment,
  told: object,
) {
  const { project } = ctx
  if ((await segmentsOf(ctx.db, project)).length >= limits.segmentsPerProject) {
    const details = { limit: 'segmentsPerProject', value: limits.segmentsPerProject }
    throw new FanionError('limit/reached', details, `A project can have up to ${limits.segmentsPerProject} segments.`)
  }
  const row = { id: ctx.newId(), key, name, description, createdAt: ctx.now(), archivedAt: null }
  try {
    await insertSegment(ctx.db, { ...row, projectId: project.id })
  } catch (error) {
    if (uniqueViolation(error) !== 'segment_key') throw error
    const problem = {
      path: 'key',
      problem: `"${key}" is taken`,
      expected: 'a key no other segment has, whatever its case',
    }
    throw new FanionError('segment/key-taken', { problems: [problem] })
  }
  await audit(ctx, { action: 'segment.create', subject: `${project.key}/${key}`, projectId: project.id, after: told })
  return row
}
