import { touchedRun } from '../../../shared/experiments/rule-of-run.ts'
import { type Ctx, inTransaction } from '../../kernel/ctx.ts'
import { proveProject } from '../../kernel/scope.ts'
import { lastTouchOf, wasOffSince } from '../ramps/queries.ts'
import { currentRun, type ExperimentCtx, type LoadedExperiment, withEnvironmentOf } from './experiment-ctx.ts'
import { closeRun } from './move-experiment.ts'
import { lockExperimentById, runsOfMovedFlags, updateExperimentRun } from './queries.ts'

/**
 * Looks at every run whose flag has moved, and stops it where it is not measured any more as it was planned. Any number of
 * servers may: an experiment is looked at by whoever locks it first. What breaks is logged and tried again in the next round.
 */
export async function followFlags(ctx: Ctx): Promise<void> {
  for (const { experimentId, project } of await runsOfMovedFlags(ctx.db)) {
    try {
      await inTransaction(ctx, async (tx) => {
        const inProject = { ...tx, project: await proveProject(tx.db, tx.actor, project) }
        const row = await lockExperimentById(tx.db, inProject.project, experimentId, true)
        if (!row) return
        const { ctx: there, experiment } = await withEnvironmentOf(inProject, row)
        await followFlag(there, experiment)
      })
    } catch (error) {
      ctx.log.error({ error: String(error) }, 'an experiment could not be followed; it is tried again')
    }
  }
}

/**
 * What a run is to do about its flag as it is: it stops where the flag was archived or turned off (also where it is on again),
 * where its rule or the value of an arm was edited. A rule that serves something else is no run's: it stays as somebody wants it.
 */
export async function followFlag(ctx: ExperimentCtx, experiment: LoadedExperiment): Promise<void> {
  const { row, there } = experiment
  const run = currentRun(experiment)
  if (run?.state !== 'running' || there?.number === run.headNumber) return
  if (!there) return closeRun(ctx, experiment, { how: 'as-before', why: await byWhom(ctx, experiment, 'archived') })
  const touched = touchedRun(there.document, run.run, run.ground)
  if (touched === 'its rule was removed') {
    const why = row.state === 'decided' ? 'what was decided is published' : touched
    return closeRun(ctx, experiment, { how: 'as-before', why: await byWhom(ctx, experiment, why) })
  }
  const { environmentId, flag } = row
  const off = await wasOffSince(ctx.db, { environmentId, flag, headNumber: run.headNumber })
  const why = touched ?? (off || !there.document.on ? 'the flag was turned off' : null)
  // nothing is published: whoever turned it off, or edits it, goes on from what they see
  if (why !== null) return closeRun(ctx, experiment, { how: 'as-it-is', why: await byWhom(ctx, experiment, why) })
  await updateExperimentRun(ctx.db, run, { headNumber: there.number })
}

/** What was done, and in which revision by whom. */
async function byWhom(ctx: ExperimentCtx, { row }: LoadedExperiment, what: string): Promise<string> {
  const touch = await lastTouchOf(ctx.db, row.environmentId, row.flag)
  return touch ? `${what}: revision ${touch.number} by ${touch.actorName}` : what
}
