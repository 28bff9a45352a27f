import type { Inbox } from '../../../shared/schemas/inbox.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { proveProject } from '../../kernel/scope.ts'
import { list as listProjects } from '../projects/list.ts'
import { listEnvironments } from '../projects/list-environments.ts'
import { openChangesIn } from './queries.ts'
import { summaries } from './summaries.ts'

/** How many changes are looked through; the newest ones. */
const most = 200

/** The open changes of every project the caller sees, the one that moved last first. Whom each waits for follows from it. */
export async function inbox(ctx: Ctx): Promise<Inbox> {
  const visible = await listProjects(ctx)
  const ids = visible.map(({ id }) => id)
  const rows = await openChangesIn(ctx.db, ids, most)
  const seen = visible.filter(({ id }) => rows.some((row) => row.projectId === id))
  const projects = await Promise.all(
    seen.map(async ({ key, name, role }) => {
      const project = await proveProject(ctx.db, ctx.actor, key)
      return { key, name, role, environments: await listEnvironments({ ...ctx, project }) }
    }),
  )
  const keyOf = new Map(visible.map(({ id, key }) => [id, key]))
  const changes = await summaries(ctx, rows)
  return {
    projects,
    changes: changes.map((change, at) => ({ ...change, project: keyOf.get(rows[at]?.projectId ?? '') ?? '' })),
    more: rows.length === most,
  }
}
