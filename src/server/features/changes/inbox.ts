import type { Inbox } from '../../../shared/features/changes/schemas/inbox.ts'
import { allows } from '../../../shared/permissions.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import { experimentsNeedingDecision } from '../experiments/experiments-needing-decision.ts'
import { environmentsOfProjects } from '../projects/queries.ts'
import { listProjects } from '../projects/read-projects.ts'
import { environmentView } from '../projects/view.ts'
import { listInvariantNews } from '../promises/list-invariant-news.ts'
import { heldLateMs } from '../ramps/guard-check-times.ts'
import { stoppedRamps } from '../ramps/queries.ts'
import { rampSummary } from '../ramps/view.ts'
import { neverClosed } from '../schedules/freezes/working-hours.ts'
import { changeSummaries } from './change-summaries.ts'
import { openChangesIn } from './queries.ts'

/** Maximum number of changes read, newest first. */
const most = 200
const mostRamps = 50
/** How long an undone ramp stays in the inbox, in ms. */
const toldMs = 14 * 24 * 60 * 60_000

/**
 * Lists the open changes of all projects that the caller sees, most recently updated first, and attempts by others to
 * break the caller's promises. Clients derive from it which changes wait for the caller.
 */
export async function inbox(ctx: Ctx): Promise<Inbox> {
  const visible = await listProjects(ctx)
  const ids = visible.map(({ id }) => id)
  const rows = await openChangesIn(ctx.db, ids, most)
  const seen = visible.filter(({ id }) => rows.some((row) => row.projectId === id))
  const environments = await environmentsOfProjects(
    ctx.db,
    seen.map(({ id }) => id),
  )
  const projects = seen.map(({ id, key, name, role }) => ({
    ...{ key, name, role },
    environments: environments.filter(({ projectId }) => projectId === id).map(environmentView),
  }))
  const keyOf = new Map(visible.map(({ id, key }) => [id, key]))
  const changes = await changeSummaries(ctx, rows)
  return {
    projects,
    changes: changes.map((change, at) => ({ ...change, project: keyOf.get(rows[at]?.projectId ?? '') ?? '' })),
    more: rows.length === most,
    promises: await listInvariantNews(ctx, ids),
    ramps: await rampsForInbox(ctx, visible),
    experiments: await experimentsNeedingDecision(
      ctx,
      visible.filter(({ role }) => allows(role, 'experiment.edit')),
    ),
  }
}

type InboxProject = Awaited<ReturnType<typeof listProjects>>[number]

/** Ramps that are stopped, held for long, or were undone, in projects where the caller can publish. */
async function rampsForInbox(ctx: Ctx, visible: readonly InboxProject[]): Promise<Inbox['ramps']> {
  const theirs = new Map(visible.filter(({ role }) => allows(role, 'revision.publish')).map((one) => [one.id, one]))
  const now = ctx.now().getTime()
  const times = { since: new Date(now - toldMs), heldBy: new Date(now - heldLateMs) }
  const rows = await stoppedRamps(ctx.db, [...theirs.keys()], times, mostRamps)
  return rows.flatMap((row) => {
    const project = theirs.get(row.projectId)
    if (!project) return []
    return [{ ...rampSummary(row, ctx.now(), neverClosed), project: project.key, projectName: project.name }]
  })
}
