import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import type { Entry } from '../../../shared/schemas/revision.ts'
import type { CreateSegmentInput, Segment } from '../../../shared/schemas/segment-view.ts'
import { uniqueViolation } from '../../db/failure.ts'
import { audit } from '../../kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../kernel/ctx.ts'
import { proveEnvironments } from '../../kernel/scope.ts'
import { firstAllowed } from '../revisions/first-allowed.ts'
import { publishEverywhere } from '../revisions/publish-everywhere.ts'
import { insertSegment, segmentsOf } from './queries.ts'
import { segmentView } from './view.ts'

/** Makes a segment and publishes its first document to every environment, save where that may change answers that the caller may not. */
export async function createSegment(ctx: ProjectCtx, input: z.output<typeof CreateSegmentInput>): Promise<Segment> {
  const { key, name, description } = input
  const row = { id: ctx.newId(), key, name, description, createdAt: ctx.now(), archivedAt: null }
  try {
    return await inTransaction(ctx, async (tx) => {
      if ((await segmentsOf(tx.db, tx.project)).length >= limits.segmentsPerProject) {
        const details = { limit: 'segmentsPerProject', value: limits.segmentsPerProject }
        throw new FanionError(
          'limit/reached',
          details,
          `A project can have up to ${limits.segmentsPerProject} segments.`,
        )
      }
      await insertSegment(tx.db, { ...row, projectId: tx.project.id })
      const subject = `${tx.project.key}/${key}`
      await audit(tx, { action: 'segment.create', subject, projectId: tx.project.id, after: input })
      const entry: Entry = { kind: 'segment', key, document: { key, ...input.document } }
      await publishEverywhere(
        tx,
        await proveEnvironments(tx.db, tx.project),
        `Created segment ${key}`,
        // where documents name it already it could change answers
        (environment) => firstAllowed({ ...tx, environment }, [entry]),
      )
      return segmentView(row)
    })
  } catch (error) {
    if (uniqueViolation(error) !== 'segment_key') throw error
    const problem = {
      path: 'key',
      problem: `"${key}" is taken`,
      expected: 'a key no other segment has, whatever its case',
    }
    throw new FanionError('segment/key-taken', { problems: [problem] })
  }
}
