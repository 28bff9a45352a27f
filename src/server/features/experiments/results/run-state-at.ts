import { withoutPendingLook } from '../../../../shared/features/experiments/check-report.ts'
import type { Analysis, CohortPeople, CohortSums, Look } from '../../../../shared/statistics/analysis-plan.ts'
import type { EventStoreCtx, ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { analyseInThread } from './analyse-in-thread.ts'
import type { LoadedRun } from './load-run.ts'
import { looksOf, usersAtLook } from './queries.ts'
import { countUsersByArm, readUsersOfRun } from './read-cohorts.ts'
import { runClock } from './run-clock.ts'

/** The results of a run, current or as known at a past time. */
export type RunStateAt = {
  readonly atMs: number
  readonly isPast: boolean
  readonly looks: readonly Look[]
  readonly people: readonly CohortPeople[]
  readonly said: Pick<Analysis, 'samples' | 'results'>
  readonly late: string | null
}

/**
 * Returns a run's results: current ones or, if it was stopped, as known when it stopped. For a past time, returns what
 * was known by then; at the exact time of a look, that look's stored results.
 */
export async function runStateAt(
  ctx: ProjectCtx & EventStoreCtx,
  run: LoadedRun,
  sums: readonly CohortSums[],
  at: Date | undefined,
): Promise<RunStateAt> {
  const { row, analysis } = run
  const nowMs = ctx.now().getTime()
  const { clock, late } = await runClock(ctx, run)
  const knownMs = Math.min(clock.getTime(), row.stoppedAt?.getTime() ?? nowMs)
  const isPast = at !== undefined && at.getTime() < nowMs
  const atMs = isPast ? Math.min(at.getTime(), knownMs) : knownMs
  const until = isPast ? new Date(atMs) : ctx.now()
  const looks = await looksOf(ctx.db, ctx.project, { run: row.run, until, isOpenEnded: analysis.mode === 'open-ended' })
  const last = looks.at(-1)
  const kept = isPast && last?.atMs === atMs ? await usersAtLook(ctx.db, ctx.project, row.run, last.number) : undefined
  const people = kept ?? countUsersByArm(run, await readUsersOfRun(ctx, run, until))
  const said = withoutPendingLook(await analyseInThread(analysis, { people, sums }, looks, atMs))
  const results = kept && last ? last.results : said.results
  return { atMs, isPast, looks, people, late: isPast ? null : late, said: { samples: said.samples, results } }
}

/** The run without metrics that were added after a time. */
export const withoutLaterMetrics = (run: LoadedRun, at: Date | undefined): LoadedRun => {
  if (at === undefined) return run
  const isLater = (key: string) =>
    run.row.added?.some((one) => one.key === key && Date.parse(one.addedAt) > at.getTime()) ?? false
  const { analysis } = run
  return {
    ...run,
    metrics: run.metrics.filter(({ key }) => !isLater(key)),
    analysis: { ...analysis, metrics: analysis.metrics.filter(({ key }) => !isLater(key)) },
  }
}
