import type { z } from 'zod'
import type { ListRevisionsInput, RevisionList } from '../../../shared/features/publishing/schemas/revision.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { breachesOf } from './invariant-queries.ts'
import { revisionsOf, subjectsOf } from './queries.ts'
import { revisionView } from './view.ts'

type Input = Omit<z.output<typeof ListRevisionsInput>, 'project' | 'environment'>

/** Lists the environment's revisions, newest first, one page at a time. */
export async function listRevisions(ctx: EnvironmentCtx, input: Input): Promise<RevisionList> {
  const rows = await revisionsOf(ctx.db, ctx.environment, input)
  const numbers = rows.map((row) => row.number)
  const subjects = await subjectsOf(ctx.db, ctx.environment, numbers)
  const breaches = await breachesOf(ctx.db, ctx.environment, numbers)
  const last = rows.at(-1)
  return {
    revisions: rows.map((row) =>
      revisionView(
        ctx.environment.key,
        row,
        subjects.filter((subject) => subject.number === row.number),
        breaches.flatMap(({ number, ...breach }) => (number === row.number ? [breach] : [])),
      ),
    ),
    next: rows.length === input.limit && last && last.number > 1 ? last.number : null,
  }
}
