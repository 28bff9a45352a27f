import type { Inbox } from '../../../shared/features/changes/schemas/inbox.ts'
import type { Look } from '../../../shared/statistics/analysis-plan.ts'
import type { Ctx } from '../../platform/kernel/ctx.ts'
import { type ExperimentRow, type ExperimentRunRow, experimentsToDecide, lastLooksOf, latestRunsOf } from './queries.ts'
import { summaryView } from './view.ts'

const atMost = 50
/** How long a stopped experiment stays in the inbox, in ms. */
const toldMs = 14 * 24 * 60 * 60_000

type Project = { readonly id: string; readonly key: string; readonly name: string }

/** Experiments of the given projects that need a decision, with the reason. */
export async function experimentsNeedingDecision(
  ctx: Ctx,
  projects: readonly Project[],
): Promise<Inbox['experiments']> {
  const since = new Date(ctx.now().getTime() - toldMs)
  const ids = projects.map(({ id }) => id)
  const rows = await experimentsToDecide(ctx.db, ids, { since, limit: atMost })
  const runs = await latestRunsOf(ctx.db, rows)
  const asking: Inbox['experiments'] = []
  for (const project of projects) {
    const theirs = rows.filter(({ projectId }) => projectId === project.id)
    const numbers = theirs.flatMap(({ run }) => (run === null ? [] : [run]))
    const looks = await lastLooksOf(ctx.db, project, numbers)
    for (const row of theirs) {
      const own = runs.filter(({ experimentId }) => experimentId === row.id)
      const kept = looks.find(({ run }) => run === row.run)?.body as unknown as { readonly look: Look } | undefined
      asking.push({
        ...summaryView(row, own, kept?.look),
        ...{ project: project.key, projectName: project.name, why: whyOf(row, own, kept?.look) },
      })
    }
  }
  return asking
}

function whyOf({ state, run }: ExperimentRow, runs: readonly ExperimentRunRow[], look: Look | undefined): string {
  const current = runs.find((one) => one.run === run)
  if (state === 'stopped') return current?.why ?? 'Stopped. What follows from it?'
  if (look?.results.some(({ verdict }) => verdict === 'samples-off'))
    return 'Users don’t split as planned: don’t read it before you know why.'
  const against = current?.guards?.find((guard) => guard.state === 'against')
  if (against) return `${against.name}: ${against.text}`
  return 'Its planned time is over. What follows from it?'
}
