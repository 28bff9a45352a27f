import type { z } from 'zod'
import type { ChangeList, ListChangesInput } from '../../../shared/schemas/change.ts'
import { personIdOf } from '../../kernel/actor.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { proveEnvironment } from '../../kernel/scope.ts'
import { changesOf, placesOf } from './queries.ts'
import { approvedBy } from './review-queries.ts'
import { runningSchedules } from './schedule-queries.ts'
import { changeFields } from './view.ts'

// no person has it
const nobody = '00000000-0000-0000-0000-000000000000'

/** The project's changes, newest first, a page at a time. */
export async function list(ctx: ProjectCtx, input: z.output<typeof ListChangesInput>): Promise<ChangeList> {
  const { author, environment, ...filter } = input
  const rows = await changesOf(ctx.db, ctx.project, {
    ...filter,
    authorId: author === 'me' ? (personIdOf(ctx.actor) ?? nobody) : author,
    environmentId: environment && (await proveEnvironment(ctx.db, ctx.project, environment)).id,
  })
  const ids = rows.map((row) => row.id)
  const schedules = await runningSchedules(ctx.db, ids)
  const places = await placesOf(ctx.db, ids)
  const approved = await approvedBy(ctx.db, personIdOf(ctx.actor), ids)
  return {
    changes: rows.map((row) => ({
      ...changeFields(
        row,
        schedules.find((one) => one.changeId === row.id),
      ),
      places: places
        .filter((place) => place.changeId === row.id)
        .map(({ environment, kind, key }) => ({ environment, kind, key })),
      approved: approved.some((one) => one.changeId === row.id),
    })),
    next: rows.length === input.limit ? (rows.at(-1)?.number ?? null) : null,
  }
}
