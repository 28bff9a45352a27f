import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Change } from '../../../shared/features/changes/schemas/change.ts'
import { partOfRun, withRunRanges } from '../../../shared/features/experiments/grow-run.ts'
import { describeRunEdit, withRule } from '../../../shared/features/experiments/rule-of-run.ts'
import type { GrowExperimentInput } from '../../../shared/features/experiments/schemas/experiment.ts'
import type { Stretch } from '../../../shared/features/experiments/schemas/layer.ts'
import { percent } from '../../../shared/text/rules/percent.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { authorizeExperiment } from '../experiments/authorize-experiment.ts'
import { currentRun, type ExperimentCtx, lockExperimentWithEnvironment } from '../experiments/experiment-ctx.ts'
import { extendLayerRanges } from '../experiments/layers/allocate-layer-ranges.ts'
import type { ExperimentRunRow } from '../experiments/queries.ts'
import { requireKnownBase } from '../publishing/check-base.ts'
import { headNumberOf } from '../publishing/history-queries.ts'
import { readChange } from './read-change.ts'
import { saveChange } from './save-change.ts'

/**
 * Saves a change that enrolls more of a running experiment's audience. Enrolled users keep their arm. It is reviewed
 * and published like any other change. Afterwards the run continues with its new share.
 */
export async function proposeShareIncrease(
  ctx: ProjectCtx,
  input: Omit<z.output<typeof GrowExperimentInput>, 'project'>,
): Promise<Change> {
  const { share, base, title, message } = input
  const change = await inTransaction(ctx, async (tx) => {
    const { ctx: there, experiment } = await lockExperimentWithEnvironment(tx, input.experiment)
    authorizeExperiment(there, experiment, 'grow')
    requirePermission(there.environment.role, 'change.edit', `${tx.project.name}, ${there.environment.name}`)
    requireKnownBase(there, await headNumberOf(tx.db, there.environment), base)
    const { row } = experiment
    const run = currentRun(experiment)
    const document = experiment.there?.document
    const touched = run && document ? describeRunEdit(document, run.run, run.ground) : 'the flag is gone'
    if (!run || !document || touched !== null) {
      const sentence = `Run ${row.run ?? 0} of ${row.name} can’t grow: ${touched ?? 'the flag is gone'}.`
      throw new FanionError('run/touched', { run: row.run, touched }, sentence)
    }
    const { rule } = run.ground
    const part = partOfRun(rule, run.run, run.setup)
    requireLargerShare(row.name, run, share)
    const more = withRunRanges(rule, run.run, run.setup, await largerPart(there, run, part, share))
    const at = document.rules.findIndex(({ id }) => id === rule.id)
    const next = document.rules[at + 1]?.id ?? null
    const own = document.rules[at]
    const { number } = await saveChange(there, {
      project: tx.project.key,
      title: title || `Experiment: ${row.name}, ${percent(share)} take part`.slice(0, 100),
      message,
      entries: [
        {
          ...{ kind: 'flag', key: row.flag, environment: row.environment, base },
          // keeps the name that the rule has there
          document: withRule(document, { ...more, ...(own?.name !== undefined && { name: own.name }) }, next),
        },
      ],
    })
    return number
  })
  return readChange(ctx, { change })
}

function requireLargerShare(name: string, { setup }: ExperimentRunRow, share: number): void {
  if (share > setup.share) return
  const problem = `${percent(setup.share)} take part already`
  const problems = [{ path: 'share', problem, expected: 'a larger share, or another run for a smaller one' }]
  throw new FanionError('experiment/invalid', { problems }, `${name} can’t grow to ${percent(share)}: ${problem}.`)
}

/** Extends the run's part of the line to `share`. In a layer, uses what is free there and reserves it for the run. */
async function largerPart(
  ctx: ExperimentCtx,
  { run, setup: { layer } }: ExperimentRunRow,
  part: readonly Stretch[],
  share: number,
): Promise<readonly Stretch[]> {
  return layer === undefined ? [{ from: 0, to: share }] : extendLayerRanges(ctx, layer, { run, part, share })
}
