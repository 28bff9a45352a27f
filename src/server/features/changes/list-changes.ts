import type { z } from 'zod'
import type { ChangeList, ListChangesInput } from '../../../shared/features/changes/schemas/change.ts'
import { personIdOf } from '../../platform/kernel/actor.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { changeSummaries } from './change-summaries.ts'
import { changesOf } from './queries.ts'

// an id that no account has
const nobody = '00000000-0000-0000-0000-000000000000'

/** Lists the project's changes, newest first, one page at a time. */
export async function listChanges(ctx: ProjectCtx, input: z.output<typeof ListChangesInput>): Promise<ChangeList> {
  const { author, environment, ...filter } = input
  const rows = await changesOf(ctx.db, ctx.project, {
    ...filter,
    authorId: author === 'me' ? (personIdOf(ctx.actor) ?? nobody) : author,
    environmentId: environment && (await proveEnvironment(ctx.db, ctx.project, environment)).id,
  })
  return {
    changes: await changeSummaries(ctx, rows),
    next: rows.length === input.limit ? (rows.at(-1)?.number ?? null) : null,
  }
}
