import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { lookHasMetric } from '../../../../shared/features/experiments/check-report.ts'
import { plannedMetric } from '../../../../shared/features/experiments/run-plan.ts'
import type { ExperimentGuardResult } from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import type { CohortSums } from '../../../../shared/statistics/analysis-plan.ts'
import type { CohortNumbers } from '../../../platform/db/experiment-tables.ts'
import { type EventStoreCtx, inTransaction, type ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { auditExperiment, currentRun, lockExperimentWithEnvironment } from '../experiment-ctx.ts'
import { findExperimentRun, updateExperimentRun } from '../queries.ts'
import { actOnGuards } from './act-on-look.ts'
import { analyseInThread } from './analyse-in-thread.ts'
import { readSumsOfDays } from './compute-cohorts.ts'
import { type LoadedRun, loadRun } from './load-run.ts'
import {
  type CohortRow,
  cohortsComputedSince,
  cohortsOfRun,
  type LookWithUsers,
  readLooksOfRun,
  replaceCohorts,
  replaceLooks,
} from './queries.ts'
import { countUsersByArm, readUsersOfRun, sumsOfRows } from './read-cohorts.ts'
import { watchGuards } from './watch-guards.ts'

type Ctx = ProjectCtx & EventStoreCtx

/**
 * Result of a second count: the cohorts that differ, the looks that read them, and the guards, which read the same
 * rows.
 */
type Recount = {
  readonly rows: Awaited<ReturnType<typeof readSumsOfDays>>
  readonly looks: readonly LookWithUsers[]
  readonly guards: readonly ExperimentGuardResult[]
  readonly units: { readonly before: number; readonly after: number }
}

/**
 * Counts the newest cohorts of a run a second time, including reports that arrived since. If a sum differs, the cohorts
 * and the looks that read them are replaced in one transaction: each number has one look, and a replaced decision never
 * counts. After that, the cohorts are final.
 * @param releases whether no look of the run follows, so that its lease ends
 */
export async function recountRun(ctx: Ctx, key: string, number: number, releases: boolean): Promise<void> {
  const run = await runIfThere(ctx, key, number)
  const recount = run && (await countAgain(ctx, run))
  try {
    await storeRecount(ctx, key, number, { run, recount, releases, mayStop: true })
  } catch (error) {
    if (!(error instanceof FanionError) || error.code.startsWith('server/')) throw error
    // the rule could not be removed, for example because of a promise: this is reported for a member to decide
    await storeRecount(ctx, key, number, { run, recount, releases, mayStop: false })
  }
}

/** Undefined if its flag was deleted in the meantime, which deletes its rows too. */
const runIfThere = async (ctx: Ctx, key: string, number: number): Promise<LoadedRun | undefined> => {
  try {
    return await loadRun(ctx, key, number)
  } catch (error) {
    if (error instanceof FanionError && error.code === 'run/not-found') return undefined
    throw error
  }
}

async function countAgain(ctx: Ctx, run: LoadedRun): Promise<Recount | undefined> {
  const { row, metrics } = run
  if (row.recountSince === null) return undefined
  const [project, keys] = [ctx.project, metrics.map((metric) => metric.key)]
  const before = await cohortsOfRun(ctx.db, project, row.run, keys)
  const known = new Map(before.map((one) => [idOf(one), one]))
  const days = await cohortsComputedSince(ctx.db, project, row.run, row.recountSince)
  const rows: Recount['rows'] = []
  for (const metric of metrics) {
    const of = days.find((one) => one.metric === metric.key)
    if (!of) continue
    const again = await readSumsOfDays(ctx, run, metric, of)
    if (again.some((one) => differs(known.get(idOf(one))?.sums, sumsIn(one)))) rows.push(...again)
  }
  if (rows.length === 0) return undefined
  const after = new Map([...known, ...rows.map((one) => [idOf(one), { ...one, sums: sumsIn(one) }] as const)])
  const sums = sumsOfRows(run, [...after.values()])('all')
  const looks = await looksAgain(ctx, run, sums, rows)
  const guards =
    row.state === 'running' ? await watchGuards(ctx, run, await readUsersOfRun(ctx, run)) : (row.guards ?? [])
  const [primary] = run.plan.setup.primary
  const unitsOf = (all: Iterable<CohortRow>) =>
    [...all].reduce((sum, one) => sum + (one.metric === primary && !one.told ? one.sums.n : 0), 0)
  return { rows, looks, guards, units: { before: unitsOf(before), after: unitsOf(after.values()) } }
}

/** Repeats, at their original times, the looks that read a changed cohort and all later ones. */
async function looksAgain(
  ctx: Ctx,
  run: LoadedRun,
  sums: readonly CohortSums[],
  rows: Recount['rows'],
): Promise<LookWithUsers[]> {
  const { analysis } = run
  const firstMs = Math.min(
    ...rows.map(({ metric, cohort }) => {
      const planned = run.metrics.find(({ key }) => key === metric)
      const endMs = sums.find((one) => one.metric === metric && one.cohort === cohort)?.endMs ?? 0
      return endMs + (planned ? plannedMetric(planned).maturesAfterMs : 0)
    }),
  )
  const kept = await readLooksOfRun(ctx.db, ctx.project, run.row.run)
  const before = kept.filter(({ look }) => look.atMs < firstMs)
  const again: LookWithUsers[] = []
  for (const { look } of kept.slice(before.length)) {
    const people = countUsersByArm(run, await readUsersOfRun(ctx, run, new Date(look.atMs)))
    const then = { ...analysis, metrics: analysis.metrics.filter(lookHasMetric(look)) }
    const earlier = [...before, ...again].map((one) => one.look)
    const found = await analyseInThread(then, { people, sums }, earlier, look.atMs)
    if (found.look === null) throw new Error(`look ${look.number} of run ${run.row.run} is not due any more`)
    again.push({ look: found.look, people })
  }
  return again
}

type RecountResult = {
  readonly run: LoadedRun | undefined
  readonly recount: Recount | undefined
  readonly releases: boolean
  readonly mayStop: boolean
}

/** Stores the second count. If the run got another look or was stopped in the meantime, it is counted again later. */
const storeRecount = (
  ctx: ProjectCtx,
  key: string,
  number: number,
  { run, recount, releases, mayStop }: RecountResult,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { ctx: there, experiment } = await lockExperimentWithEnvironment(tx, key)
    const row = await findExperimentRun(tx.db, tx.project, number)
    if (!row) return
    const hasMoved = run !== undefined && (row.looks !== run.row.looks || row.state !== run.row.state)
    if (hasMoved) {
      await updateExperimentRun(tx.db, row, { leasedUntil: null, interrupted: 0 })
      return
    }
    if (recount) {
      await replaceCohorts(tx.db, tx.project, number, recount.rows)
      await replaceLooks(tx.db, tx.project, number, recount.looks)
    }
    await updateExperimentRun(tx.db, row, {
      ...{ recountSince: null, recountAt: null },
      ...(releases && { leasedUntil: null, interrupted: 0 }),
      ...(recount && { guards: JSON.stringify(recount.guards) }),
    })
    if (!recount) return
    await auditExperiment(there, experiment.row, 'recount', {
      state: experiment.row.state,
      run: number,
      ...recount.units,
    })
    const isOn = currentRun(experiment)?.run === number && row.state === 'running'
    if (isOn) await actOnGuards(there, experiment, recount.guards, mayStop)
  })

const idOf = ({ metric, cohort, arm, told }: Pick<CohortRow, 'metric' | 'cohort' | 'arm' | 'told'>): string =>
  JSON.stringify([metric, cohort, arm, told])

// Safe cast: `sumsOfDays` wrote it as JSON.
const sumsIn = ({ sums }: Recount['rows'][number]): CohortNumbers => JSON.parse(sums) as CohortNumbers

/** Whether two counts differ by more than the effect of the database's order of addition. */
function differs(one: CohortNumbers | undefined, other: CohortNumbers): boolean {
  if (!one) return true
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof CohortNumbers>
  return [...names].some((name) => {
    const [a, b] = [one[name] ?? Number.NaN, other[name] ?? Number.NaN]
    return !(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)))
  })
}
