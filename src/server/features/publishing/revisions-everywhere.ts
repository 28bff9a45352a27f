import { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ProjectRevisions, ProjectRevisionsInput } from '../../../shared/features/publishing/schemas/history.ts'
import { DatabaseInt } from '../../../shared/schemas/database-int.ts'
import { Id, Instant } from '../../../shared/schemas/keys.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { revisionsOfProject, type TimelineRow } from './timeline-queries.ts'
import { revisionView } from './view.ts'

type Input = Omit<z.output<typeof ProjectRevisionsInput>, 'project'>

/** Lists the revisions of all environments, newest first, one page at a time. */
export async function revisionsEverywhere(ctx: ProjectCtx, input: Input): Promise<ProjectRevisions> {
  const { environment, flag, limit } = input
  // includes a publish at this very moment
  const until = input.until === undefined ? new Date(ctx.now().getTime() + 60_000) : new Date(input.until)
  const before = placeOf(input.before)
  const rows = await revisionsOfProject(ctx.db, ctx.project, { environment, flag }, { until, before, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    revisions: page.map(({ environment: there, touched, subjects, ...row }) => ({
      ...revisionView(there, row, subjects),
      touched,
    })),
    next: rows.length > limit && last !== undefined ? cursorOf(last) : null,
  }
}

const cursorOf = ({ publishedAt, environmentId, number }: TimelineRow): string =>
  `${publishedAt.toISOString()} ${environmentId} ${number}`

const Place = z.strictObject({ at: Instant, environmentId: Id, number: DatabaseInt })

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return undefined
  const [at = '', environmentId = '', number = ''] = cursor.split(' ')
  const place = Place.safeParse({ at, environmentId, number: /^\d{1,10}$/.test(number) ? Number(number) : null })
  if (place.success) return { ...place.data, at: new Date(at) }
  const problem = { path: 'before', problem: 'it is none', expected: 'the `next` of the page before' }
  throw new FanionError('request/invalid', { problems: [problem] })
}
