import type { z } from 'zod'
import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Change } from '../../../shared/features/changes/schemas/change.ts'
import {
  ruleOfRun,
  runRuleId,
  valuesOf,
  withoutRun,
  withRule,
} from '../../../shared/features/experiments/rule-of-run.ts'
import type { RunPlan } from '../../../shared/features/experiments/run-plan.ts'
import type { StartExperimentInput } from '../../../shared/features/experiments/schemas/experiment.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import { type EventStoreCtx, inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { authorizeExperiment } from '../experiments/authorize-experiment.ts'
import { checkSetup } from '../experiments/check-setup.ts'
import {
  auditExperiment,
  currentRun,
  type ExperimentCtx,
  getExperiment,
  type LoadedExperiment,
  lockExperimentWithEnvironment,
} from '../experiments/experiment-ctx.ts'
import { pickFreeRanges, storeLayerRanges } from '../experiments/layers/allocate-layer-ranges.ts'
import { planRun } from '../experiments/plan-run.ts'
import { insertExperimentRun } from '../experiments/queries.ts'
import { requireKnownBase } from '../publishing/check-base.ts'
import { headNumberOf } from '../publishing/history-queries.ts'
import { responsibleFor } from '../ramps/propose.ts'
import { recordRunChange } from '../runs/open-run.ts'
import { proposeRun } from '../runs/propose-run.ts'
import { findChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { saveChange } from './save-change.ts'

type Input = Omit<z.output<typeof StartExperimentInput>, 'project'>

/**
 * Saves a change that starts an experiment run when it is published: it contains the flag with the run's rule. Metric
 * versions and numeric caps are fixed now, so that reviewers see the final analysis plan. If the experiment ran before,
 * this is its next run, with its own bucketing.
 */
export async function proposeExperiment(
  ctx: ProjectCtx & EventStoreCtx,
  act: 'start' | 'again',
  input: Input,
): Promise<Change> {
  const seen = await getExperiment(ctx, input.experiment)
  authorizeExperiment(seen.ctx, seen.experiment, act)
  // outside the transaction, because it counts the events of two weeks
  const plan = await planRun({ ...ctx, environment: seen.ctx.environment }, seen.experiment.row)
  const change = await inTransaction(ctx, async (tx) => {
    const { ctx: there, experiment } = await lockExperimentWithEnvironment(tx, input.experiment)
    authorizeExperiment(there, experiment, act)
    requirePermission(there.environment.role, 'change.edit', `${tx.project.name}, ${there.environment.name}`)
    if (canonicalJson(experiment.row.setup) !== canonicalJson(plan.setup)) {
      const sentence = `${experiment.row.name} was edited just now. Look at it again, then start it.`
      throw new FanionError('experiment/wrong-state', { experiment: input.experiment }, sentence)
    }
    return propose(there, experiment, { input, plan })
  })
  return readChange(ctx, { change })
}

async function propose(
  ctx: ExperimentCtx,
  experiment: LoadedExperiment,
  { input, plan }: { input: Input; plan: RunPlan },
): Promise<number> {
  const { row, there } = experiment
  const { flag, setup, environment } = row
  if (!there?.document.on) {
    const problem = there ? 'the flag is off' : 'the flag is archived'
    const problems = [{ path: 'flag', problem, expected: 'a flag that is on: turn it on first' }]
    throw new FanionError('experiment/invalid', { problems }, `${row.name} can’t be started: ${problem}.`)
  }
  requireKnownBase(ctx, await headNumberOf(ctx.db, ctx.environment), input.base)
  const { holdouts } = await checkSetup(ctx, setup, there.document)
  const run = await proposeRun(ctx, {
    ...{ flag, kind: 'experiment', salt: there.document.salt, change: null },
    arms: setup.arms.map(({ variant }) => variant),
    // plain data, as setups and metrics are
    plan: plan as unknown as Json,
    versions: Object.fromEntries(plan.metrics.map(({ key, version }) => [key, version])),
  })
  const { layer } = setup
  const held = layer === undefined ? null : { layer, ...(await pickFreeRanges(ctx, layer, setup.share)) }
  const rule = ruleOfRun(run.number, row.name, setup, held, holdouts)
  const last = currentRun(experiment)
  const bare = last ? withoutRun(there.document, last.run) : there.document
  const { number } = await saveChange(ctx, {
    project: ctx.project.key,
    title: input.title || `Experiment: ${row.name}`.slice(0, 100),
    message: input.message,
    entries: [{ kind: 'flag', key: flag, environment, base: input.base, document: withRule(bare, rule, setup.rule) }],
  })
  const change = await findChange(ctx.db, ctx.project, number)
  if (!change) throw new Error(`change ${number} was saved and is not there`)
  await recordRunChange(ctx, run.number, number)
  await insertExperimentRun(ctx.db, {
    ...{ projectId: ctx.project.id, run: run.number, experimentId: row.id, changeId: change.id },
    setup: JSON.stringify(setup),
    ground: JSON.stringify({ rule, values: valuesOf(there.document, setup.arms) }),
    ...{ state: 'proposed', how: null, why: null, headNumber: there.number, proposedAt: ctx.now() },
    ...responsibleFor(ctx),
    ...{ startedAt: null, endsAt: null, overAt: null, stoppedAt: null, lookAt: null, leasedUntil: null },
  })
  if (held) await storeLayerRanges(ctx, run.number, held)
  const after = { state: row.state, run: run.number, change: number, rule: runRuleId(run.number) }
  await auditExperiment(ctx, row, 'propose', after)
  return number
}
