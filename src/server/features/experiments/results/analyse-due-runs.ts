import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { ExperimentGuardResult } from '../../../../shared/features/experiments/schemas/experiment-results.ts'
import type { Analysis, Look } from '../../../../shared/statistics/analysis-plan.ts'
import { type Ctx, type EventStoreCtx, inTransaction, type ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { releaseLeft } from '../../../platform/kernel/interrupted-work.ts'
import { proveProject } from '../../../platform/kernel/scope.ts'
import { traced } from '../../../platform/tracing/trace.ts'
import { currentRun, lockExperimentWithEnvironment } from '../experiment-ctx.ts'
import { updateExperimentRun } from '../queries.ts'
import { actOnGuards, reportLookEvent } from './act-on-look.ts'
import { analyseInThread } from './analyse-in-thread.ts'
import { computeCohorts } from './compute-cohorts.ts'
import { giveUpRuns, type LeasedRun, leaseRuns, postponeRun } from './lease-queries.ts'
import { type LoadedRun, loadRun } from './load-run.ts'
import { insertRunLook, looksOf } from './queries.ts'
import { countUsersByArm, readUsersOfRun, sumsOfRun } from './read-cohorts.ts'
import { recountRun } from './recount-run.ts'
import { runClock } from './run-clock.ts'
import { watchGuards } from './watch-guards.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** If a server crashes during a look, another takes over after this time. */
const leaseMs = 10 * 60_000
const atOnce = 2

/**
 * Takes all due looks: every full hour, although planned and fixed runs decide only at 00:00 UTC. Any number of servers
 * may run this. A look is leased and computed without a lock, then stored and acted on in one transaction, unless the
 * run has changed. Errors are logged and decide nothing; the look is retried when its lease ends.
 *
 * Cohorts of a look are counted again `graceMs` later, to include reports that arrived in between.
 *
 * A run at which servers stopped is processed after all others, and after a few of them once a day: its results say so.
 * @param unreleased runs whose look failed and whose lease this server could not release
 */
export async function analyseDueRuns(
  ctx: Ctx & EventStoreCtx,
  graceMs = 0,
  unreleased: LeasedRun[] = [],
): Promise<void> {
  const later = (ms: number) => new Date(ctx.now().getTime() + ms)
  const postpone = (run: LeasedRun) => postponeRun(ctx.db, run, later(leaseMs))
  await releaseLeft(unreleased, postpone)
  for (const run of await giveUpRuns(ctx.db, ctx.now(), later(dayMs)))
    ctx.log.error(run, 'servers in a row stopped while they counted a run; it is tried again in a day')
  for (;;) {
    const lease = { now: ctx.now(), until: later(leaseMs) }
    let leased = await leaseRuns(ctx.db, { ...lease, atMost: atOnce, interrupted: false })
    if (leased.length === 0) leased = await leaseRuns(ctx.db, { ...lease, atMost: 1, interrupted: true })
    if (leased.length === 0) return
    for (const due of leased) {
      try {
        await traced('experiment look', { 'fanion.project': due.project }, async () =>
          analyseLeasedRun({ ...ctx, project: await proveProject(ctx.db, ctx.actor, due.project) }, due, graceMs),
        )
      } catch (error) {
        ctx.log.error({ error: String(error) }, 'an experiment could not be looked at; it is looked at again')
        unreleased.push(due)
      }
    }
    await releaseLeft(unreleased, postpone)
  }
}

async function analyseLeasedRun(
  ctx: ProjectCtx & EventStoreCtx,
  { experiment, run, isLookDue, isRecountDue }: LeasedRun,
  graceMs: number,
): Promise<void> {
  if (isRecountDue) await recountRun(ctx, experiment, run, !isLookDue)
  if (isLookDue) await computeRunLook(ctx, experiment, graceMs)
}

type ComputedLook = {
  readonly analysis: Analysis
  readonly clock: Date
  readonly kept: boolean
  readonly people: ReturnType<typeof countUsersByArm>
  /** Whether the previous look reported a sample ratio mismatch. */
  readonly wasOff: boolean
}

async function computeRunLook(ctx: ProjectCtx & EventStoreCtx, key: string, graceMs: number): Promise<void> {
  const run = await loadRun(ctx, key)
  const { clock } = await runClock(ctx, run)
  const nowMs = clock.getTime()
  await computeCohorts(ctx, run, nowMs, graceMs)
  const stored = await readUsersOfRun(ctx, run)
  const people = countUsersByArm(run, stored)
  const sums = (await sumsOfRun(ctx, run))('all')
  const guards = await watchGuards(ctx, run, stored)
  const isOpenEnded = run.analysis.mode === 'open-ended'
  const looks = await looksOf(ctx.db, ctx.project, { run: run.row.run, until: ctx.now(), isOpenEnded })
  const analysis = await analyseInThread(run.analysis, { people, sums }, looks, nowMs)
  const kept = analysis.look !== null && tellsMore(run, analysis, looks.at(-1))
  const seen = { analysis, clock, kept, people, wasOff: samplesWereOff(looks.at(-1)) }
  try {
    await storeRunLook(ctx, run, guards, seen, true)
  } catch (error) {
    if (!(error instanceof FanionError) || error.code.startsWith('server/')) throw error
    // the rule could not be removed, for example because of a promise: this is reported for a member to decide
    await storeRunLook(ctx, run, guards, seen, false)
  }
}

/** An open-ended run may decide hourly. A look without new data is skipped. */
function tellsMore({ analysis: { mode } }: LoadedRun, { look, samples }: Analysis, last: Look | undefined): boolean {
  if (mode !== 'open-ended' || !last || !look) return true
  const units = ({ results }: Pick<Look, 'results'>) => JSON.stringify(results.map((one) => one.units))
  return units(look) !== units(last) || samples.off !== samplesWereOff(last)
}

const samplesWereOff = (last: Look | undefined): boolean =>
  last?.results.some(({ verdict }) => verdict === 'samples-off') ?? false

/** Stores a look and acts on it, if the run has not changed since it was read. */
const storeRunLook = (
  ctx: ProjectCtx,
  { row, experiment: { key }, analysis: { mode }, endsAt }: LoadedRun,
  guards: readonly ExperimentGuardResult[],
  { analysis, clock, kept, people, wasOff }: ComputedLook,
  mayStop: boolean,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { ctx: there, experiment } = await lockExperimentWithEnvironment(tx, key)
    const now = tx.now()
    const run = currentRun(experiment)
    if (run?.run !== row.run || run.state !== 'running' || run.looks !== row.looks) return
    if (experiment.there?.number !== run.headNumber) {
      // the flag has changed: first check if the run still matches it
      await updateExperimentRun(tx.db, run, { leasedUntil: null, interrupted: 0 })
      return
    }
    if (kept && analysis.look) await insertRunLook(tx.db, tx.project, run.run, { look: analysis.look, people })
    // an open-ended run has no last look: it is over when its planned time is
    const isDone = analysis.over || (mode === 'open-ended' && clock >= endsAt)
    const isOver = run.overAt === null && isDone
    await updateExperimentRun(tx.db, run, {
      looks: run.looks + (kept ? 1 : 0),
      lookAt: new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs),
      ...{ leasedUntil: null, interrupted: 0 },
      guards: JSON.stringify(guards),
      ...(isOver && { overAt: now }),
    })
    if (isOver) await reportLookEvent(there, experiment, 'over')
    if (kept && analysis.samples.off && !wasOff) await reportLookEvent(there, experiment, 'samples')
    await actOnGuards(there, experiment, guards, mayStop)
  })
