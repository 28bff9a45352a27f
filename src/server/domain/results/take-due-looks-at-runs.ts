import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ExperimentGuardSeen } from '../../../shared/schemas/experiment-results.ts'
import type { Analysis, Look } from '../../../shared/stats/analysis-plan.ts'
import { type Ctx, inTransaction, type MeasureCtx, type ProjectCtx } from '../../kernel/ctx.ts'
import { proveProject } from '../../kernel/scope.ts'
import { traced } from '../../trace/trace.ts'
import {
  auditExperiment,
  currentRun,
  type ExperimentCtx,
  type LoadedExperiment,
  lockLoaded,
} from '../experiments/experiment-ctx.ts'
import { stopRun } from '../experiments/move-experiment.ts'
import { updateExperimentRun } from '../experiments/queries.ts'
import { tellOfExperiment } from '../experiments/tell-of-experiment.ts'
import { analyseAside } from './analyse-aside.ts'
import { insertKeptLook, leaseRuns, looksOf } from './queries.ts'
import { countedPeople, peopleOf, sumsOfRun } from './read-cohorts.ts'
import { reckonCohorts } from './reckon-cohorts.ts'
import { runClock } from './run-clock.ts'
import { type SomeRun, someRun } from './some-run.ts'
import { watchGuards } from './watch-guards.ts'

const hourMs = 3_600_000
/** A server that dies while it looks is replaced after this. */
const leaseMs = 10 * 60_000
/** So many at a time. */
const atOnce = 2

/**
 * Looks at every run whose look is due: every full hour, of which a planned and a fixed one decide at 00:00 UTC alone. Any number of
 * servers may: a look is leased, what it needs is reckoned without any lock, and it is kept and done in one transaction, unless
 * the run moved meanwhile. What breaks is logged and looked at again when the lease is over; it decides nothing.
 */
export async function takeDueLooksAtRuns(ctx: Ctx & MeasureCtx): Promise<void> {
  for (;;) {
    const now = ctx.now()
    const leased = await leaseRuns(ctx.db, { now, until: new Date(now.getTime() + leaseMs), atMost: atOnce })
    for (const { project, experiment } of leased) {
      try {
        await traced('experiment look', { 'fanion.project': project }, async () =>
          lookAt({ ...ctx, project: await proveProject(ctx.db, ctx.actor, project) }, experiment),
        )
      } catch (error) {
        ctx.log.error({ error: String(error) }, 'an experiment could not be looked at; it is looked at again')
      }
    }
    if (leased.length < atOnce) return
  }
}

/** What one look comes to. */
type Seen = {
  readonly analysis: Analysis
  readonly clock: Date
  readonly kept: boolean
  readonly people: ReturnType<typeof countedPeople>
  /** The look before said that samples are off. */
  readonly wasOff: boolean
}

async function lookAt(ctx: ProjectCtx & MeasureCtx, key: string): Promise<void> {
  const run = await someRun(ctx, key)
  const { clock } = await runClock(ctx, run)
  const nowMs = clock.getTime()
  await reckonCohorts(ctx, run, nowMs)
  const stored = await peopleOf(ctx, run)
  const people = countedPeople(run, stored)
  const sums = (await sumsOfRun(ctx, run))('all')
  const guards = await watchGuards(ctx, run, stored)
  const isOpenEnded = run.analysis.mode === 'open-ended'
  const looks = await looksOf(ctx.db, ctx.project, { run: run.row.run, until: ctx.now(), isOpenEnded })
  const analysis = await analyseAside(run.analysis, { people, sums }, looks, nowMs)
  const kept = analysis.look !== null && tellsMore(run, analysis, looks.at(-1))
  const seen = { analysis, clock, kept, people, wasOff: samplesWereOff(looks.at(-1)) }
  try {
    await keep(ctx, run, guards, seen, true)
  } catch (error) {
    if (!(error instanceof FanionError) || error.code.startsWith('server/')) throw error
    // taking the rule away was refused, by a promise for example: it is told, and people decide
    await keep(ctx, run, guards, seen, false)
  }
}

/** An open-ended run may decide hourly; a look that has nothing new to decide by is none. */
function tellsMore({ analysis: { mode } }: SomeRun, { look, samples }: Analysis, last: Look | undefined): boolean {
  if (mode !== 'open-ended' || !last || !look) return true
  const units = ({ results }: Pick<Look, 'results'>) => JSON.stringify(results.map((one) => one.units))
  return units(look) !== units(last) || samples.off !== samplesWereOff(last)
}

const samplesWereOff = (last: Look | undefined): boolean =>
  last?.results.some(({ verdict }) => verdict === 'samples-off') ?? false

/** Keeps a look and does what it comes to, where the run is still as it was when it was looked at. */
const keep = (
  ctx: ProjectCtx,
  { row, experiment: { key }, analysis: { mode }, endsAt }: SomeRun,
  guards: readonly ExperimentGuardSeen[],
  { analysis, clock, kept, people, wasOff }: Seen,
  mayStop: boolean,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { ctx: there, experiment } = await lockLoaded(tx, key)
    const now = tx.now()
    const run = currentRun(experiment)
    if (run?.run !== row.run || run.state !== 'running' || run.looks !== row.looks) return
    if (experiment.there?.number !== run.headNumber) {
      // its flag moved: first it is looked whether it is the run's still
      await updateExperimentRun(tx.db, run, { leasedUntil: null })
      return
    }
    if (kept && analysis.look) await insertKeptLook(tx.db, tx.project, run.run, { look: analysis.look, people })
    // an open-ended one has no last look: its planned time is over when it is
    const isDone = analysis.over || (mode === 'open-ended' && clock >= endsAt)
    const isOver = run.overAt === null && isDone
    await updateExperimentRun(tx.db, run, {
      looks: run.looks + (kept ? 1 : 0),
      lookAt: new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs),
      leasedUntil: null,
      guards: JSON.stringify(guards),
      ...(isOver && { overAt: now }),
    })
    if (isOver) await tell(there, experiment, 'over')
    if (kept && analysis.samples.off && !wasOff) await tell(there, experiment, 'samples')
    await heed(there, experiment, guards, mayStop)
  })

/** Says that a run has taken its last look, or that its samples are off. */
async function tell(ctx: ExperimentCtx, experiment: LoadedExperiment, kind: 'over' | 'samples'): Promise<void> {
  const { row } = experiment
  await auditExperiment(ctx, row, kind, { state: row.state, run: row.run })
  await tellOfExperiment(ctx, experiment, kind)
}

/** Stops a run that does harm, or tells of it once. */
async function heed(
  ctx: ExperimentCtx,
  experiment: LoadedExperiment,
  guards: readonly ExperimentGuardSeen[],
  mayStop: boolean,
): Promise<void> {
  const before = currentRun(experiment)?.guards ?? []
  const against = guards.filter(({ state }) => state === 'against')
  const fatal = against.find(({ then, trusted }) => then === 'stop' && trusted)
  if (fatal && mayStop)
    return stopRun(ctx, experiment, { how: 'as-before', why: `${fatal.name}: ${fatal.text}` }, { guards: against })
  const isNew = (one: ExperimentGuardSeen) =>
    !before.some(({ metric, arm, state }) => metric === one.metric && arm === one.arm && state === 'against')
  const fresh = against.filter(isNew)
  const [first] = fresh
  if (!first) return
  const why = `${first.name}: ${first.text}${first.trusted ? '' : ' Pages said so, and anyone may speak for a page.'}`
  const { row } = experiment
  await auditExperiment(ctx, row, 'guard', { state: row.state, run: row.run, why, guards: fresh })
  await tellOfExperiment(ctx, experiment, 'guard', why)
}
