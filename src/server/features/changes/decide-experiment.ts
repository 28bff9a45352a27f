import type { z } from 'zod'
import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { withArmShipped, withoutRun } from '../../../shared/features/experiments/rule-of-run.ts'
import type {
  DecidedExperiment,
  DecideExperimentInput,
  ExperimentDecision,
} from '../../../shared/features/experiments/schemas/experiment.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { nameOf } from '../../platform/kernel/actor.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { authorizeExperiment } from '../experiments/authorize-experiment.ts'
import { openHoldouts } from '../experiments/check-setup.ts'
import {
  auditExperiment,
  currentRun,
  type ExperimentCtx,
  type LoadedExperiment,
  lockExperimentWithEnvironment,
} from '../experiments/experiment-ctx.ts'
import { updateExperiment } from '../experiments/queries.ts'
import { readExperiment } from '../experiments/read-experiments.ts'
import { saveChange } from './save-change.ts'

type Input = Omit<z.output<typeof DecideExperimentInput>, 'project'>

/**
 * Records an experiment's conclusion and saves the change that applies it: one arm for the audience or for everyone, or
 * the flag as it was before. Users are not moved until that change is published. No change is created if the flag
 * already has the result.
 */
export async function decideExperiment(ctx: ProjectCtx, input: Input): Promise<DecidedExperiment> {
  const change = await inTransaction(ctx, async (tx) => {
    const { ctx: there, experiment } = await lockExperimentWithEnvironment(tx, input.experiment)
    authorizeExperiment(there, experiment, 'decide')
    return decide(there, experiment, input)
  })
  return { experiment: await readExperiment(ctx, input), change }
}

async function decide(ctx: ExperimentCtx, experiment: LoadedExperiment, input: Input): Promise<number | null> {
  const { row } = experiment
  const { what, to, sentence } = input
  const arm = what === 'ship' ? requireArm(experiment, input.arm) : null
  const document = await documentAfter(ctx, experiment, arm, to)
  const change = document && (await proposeAfter(ctx, experiment, document, { arm, sentence }))
  const decision: ExperimentDecision = {
    ...{ what, arm, to: arm === null ? null : to, sentence, change },
    ...{ by: nameOf(ctx.actor), at: ctx.now().toISOString() },
  }
  await updateExperiment(ctx.db, row.id, { state: 'decided', decision: JSON.stringify(decision) })
  await auditExperiment(ctx, row, 'decide', { ...decision, state: 'decided', why: sentence, run: row.run })
  return change
}

function requireArm(experiment: LoadedExperiment, arm: string | undefined): string {
  const arms = (currentRun(experiment)?.setup.arms ?? []).map(({ variant }) => variant)
  if (arm !== undefined && arms.includes(arm)) return arm
  const problem = arm === undefined ? 'it is missing' : `the run had no arm ${arm}`
  const problems = [{ path: 'arm', problem, expected: `one of ${arms.join(', ')}` }]
  throw new FanionError('experiment/invalid', { problems }, `Say which arm is shipped: ${arms.join(', ')}.`)
}

/** The flag's resulting document. Null if the flag already has it or no longer exists. */
async function documentAfter(
  ctx: ExperimentCtx,
  experiment: LoadedExperiment,
  arm: string | null,
  to: Input['to'],
): Promise<FlagDocument | null> {
  const { row, there } = experiment
  const run = currentRun(experiment)
  if (!there || !run) return null
  const { setup, run: number } = run
  const after =
    arm === null
      ? withoutRun(there.document, number)
      : withArmShipped(there.document, { number, setup, name: row.name }, await openHoldouts(ctx, setup), arm, to)
  return canonicalJson(after) === canonicalJson(there.document) ? null : after
}

async function proposeAfter(
  ctx: ExperimentCtx,
  { row, there }: LoadedExperiment,
  document: FlagDocument,
  { arm, sentence }: { arm: string | null; sentence: string },
): Promise<number | null> {
  if (!there) return null
  requirePermission(ctx.environment.role, 'change.edit', `${ctx.project.name}, ${ctx.environment.name}`)
  const what = arm === null ? 'as before' : `ship ${arm}`
  const { number } = await saveChange(ctx, {
    project: ctx.project.key,
    title: `Experiment ${row.name}: ${what}`.slice(0, 100),
    message: sentence,
    entries: [{ kind: 'flag', key: row.flag, environment: row.environment, base: there.number, document }],
  })
  return number
}
