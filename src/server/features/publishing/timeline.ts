import type { z } from 'zod'
import type { Timeline, TimelineInput } from '../../../shared/features/publishing/schemas/history.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { marksBetween } from './timeline-queries.ts'

type Input = Omit<z.output<typeof TimelineInput>, 'project'>

/** Returns the revisions in a time range for a chart. Revisions close in time share one mark. */
export async function timeline(ctx: ProjectCtx, input: Input): Promise<Timeline> {
  const { environment, flag, buckets } = input
  const span = { from: new Date(input.from), until: new Date(input.until), buckets }
  const rows = await marksBetween(ctx.db, ctx.project, { environment, flag }, span)
  return {
    marks: rows.map(({ first, last, ...mark }) => ({
      ...mark,
      first: first.toISOString(),
      last: last.toISOString(),
    })),
    total: rows.reduce((sum, { count }) => sum + count, 0),
  }
}
