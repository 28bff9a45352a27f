import { areRangesWithin, grownRun } from '../../../shared/features/experiments/grow-run.ts'
import { describeRunEdit } from '../../../shared/features/experiments/rule-of-run.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { percent } from '../../../shared/text/rules/percent.ts'
import { type Ctx, inTransaction } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { lastTouchOf, wasFlagOffSince } from '../ramps/queries.ts'
import { storeRunRule } from '../runs/open-run.ts'
import {
  auditExperiment,
  currentRun,
  type ExperimentCtx,
  type LoadedExperiment,
  withEnvironmentOf,
} from './experiment-ctx.ts'
import { heldLayerRanges } from './layers/held-layer-ranges.ts'
import { findLayer } from './layers/queries.ts'
import { closeRun } from './move-experiment.ts'
import {
  type ExperimentRunRow,
  lockExperimentById,
  runsOfChangedFlags,
  updateExperiment,
  updateExperimentRun,
} from './queries.ts'

/**
 * Checks all runs whose flag has a new revision, and stops those that are no longer measured as planned. Any number of
 * servers may run this: the first to lock an experiment handles it. Errors are logged and retried in the next round.
 */
export async function checkRunsOfChangedFlags(ctx: Ctx): Promise<void> {
  for (const { experimentId, project } of await runsOfChangedFlags(ctx.db)) {
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
 * Adapts a run to its flag's current document:
 * - It stops if the flag was archived or turned off since, even if it is on again.
 * - It stops if its rule was removed or edited, or an arm's value was edited. An edited rule stays as it is.
 * - It continues with a larger share if its rule only enrolls more users with the same arms.
 */
async function followFlag(ctx: ExperimentCtx, experiment: LoadedExperiment): Promise<void> {
  const { row, there } = experiment
  const run = currentRun(experiment)
  if (run?.state !== 'running' || there?.number === run.headNumber) return
  if (!there) return closeRun(ctx, experiment, { how: 'as-before', why: await byWhom(ctx, experiment, 'archived') })
  const grown = await shareIncreaseOf(ctx, run, there.document)
  const ground = grown === null ? run.ground : { ...run.ground, rule: grown.rule }
  const touched = describeRunEdit(there.document, run.run, ground)
  if (touched === 'its rule was removed') {
    const why = row.state === 'decided' ? 'what was decided is published' : touched
    return closeRun(ctx, experiment, { how: 'as-before', why: await byWhom(ctx, experiment, why) })
  }
  const { environmentId, flag } = row
  const off = await wasFlagOffSince(ctx.db, { environmentId, flag, headNumber: run.headNumber })
  const why = touched ?? (off || !there.document.on ? 'the flag was turned off' : null)
  // nothing is published: members continue editing from the flag's current state
  if (why !== null) return closeRun(ctx, experiment, { how: 'as-it-is', why: await byWhom(ctx, experiment, why) })
  await updateExperimentRun(ctx.db, run, { headNumber: there.number })
  if (grown === null) return
  const setup = JSON.stringify({ ...run.setup, share: grown.share })
  await updateExperimentRun(ctx.db, run, { ground: JSON.stringify(ground), setup })
  await updateExperiment(ctx.db, row.id, { setup: JSON.stringify({ ...row.setup, share: grown.share }) })
  await storeRunRule(ctx, run.run, grown.rule)
  await auditExperiment(
    ctx,
    row,
    'grow',
    {
      ...{ state: row.state, run: run.run, share: grown.share, revision: there.number },
      why: await byWhom(ctx, experiment, `${percent(run.setup.share)} → ${percent(grown.share)}`),
    },
    { share: run.setup.share },
  )
}

/** How a run's rule has grown. Null if it has not, or if it uses ranges of a layer that the run does not hold. */
async function shareIncreaseOf(ctx: ExperimentCtx, run: ExperimentRunRow, document: FlagDocument) {
  const grown = grownRun(document, run.run, run.ground, run.setup)
  const { layer } = run.setup
  if (grown === null || layer === undefined) return grown
  const found = await findLayer(ctx.db, ctx.project, layer)
  const held = found ? await heldLayerRanges(ctx.db, ctx.project, found.id) : []
  const own = held.filter((one) => one.run === run.run)
  return areRangesWithin(grown.part, own) ? grown : null
}

/** Adds the revision and the member that caused it to a reason. */
async function byWhom(ctx: ExperimentCtx, { row }: LoadedExperiment, what: string): Promise<string> {
  const touch = await lastTouchOf(ctx.db, row.environmentId, row.flag)
  return touch ? `${what}: revision ${touch.number} by ${touch.actorName}` : what
}
