import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Segment, SegmentPage } from '../../../shared/features/segments/schemas/segment-view.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { findSegment, segmentHeadsOf, segmentsOf, usersOf } from './queries.ts'
import { segmentView } from './view.ts'

/** Returns a segment with its documents in all environments, and its dependents. */
export async function getSegment(ctx: ProjectCtx, input: { segment: string }): Promise<SegmentPage> {
  const row = await findSegment(ctx.db, ctx.project, input.segment)
  if (!row) {
    const sentence = `Project "${ctx.project.key}" has no segment "${input.segment}".`
    throw new FanionError('segment/not-found', { project: ctx.project.key, segment: input.segment }, sentence)
  }
  const heads = await segmentHeadsOf(ctx.db, ctx.project, row.key)
  const users = await usersOf(ctx.db, ctx.project, row.key)
  return {
    segment: segmentView(row),
    heads: Object.fromEntries(
      heads.map((head) => [
        head.environment,
        // Safe cast: these are heads of segments.
        { revision: head.number, document: head.document as SegmentDocument },
      ]),
    ),
    usedBy: {
      flags: users.filter((user) => user.kind === 'flag').map((user) => user.key),
      segments: users.filter((user) => user.kind === 'segment').map((user) => user.key),
    },
  }
}

export const listSegments = async (ctx: ProjectCtx): Promise<Segment[]> =>
  (await segmentsOf(ctx.db, ctx.project)).map(segmentView)
