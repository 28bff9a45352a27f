import type { Segment } from '../../../shared/schemas/segment-view.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { segmentsOf } from './queries.ts'
import { segmentView } from './view.ts'

/** The project's live segments, ordered by key. */
export const listSegments = async (ctx: ProjectCtx): Promise<Segment[]> =>
  (await segmentsOf(ctx.db, ctx.project)).map(segmentView)
