import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { ExperimentCan } from '../../../shared/features/experiments/schemas/experiment.ts'
import {
  type ExperimentAct,
  experimentActs,
  experimentStateText,
} from '../../../shared/features/experiments/schemas/experiment-acts.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { currentRun, type LoadedExperiment, proposedRun } from './experiment-ctx.ts'

/**
 * Rejects an action that the caller cannot perform on this experiment now. `auth/forbidden` names the permission;
 * `experiment/wrong-state` names the state or the pending change.
 */
export function authorizeExperiment(
  { project, environment }: EnvironmentCtx,
  experiment: LoadedExperiment,
  act: ExperimentAct,
): void {
  const { permission, protectedPermission, from, words } = experimentActs[act]
  const { row } = experiment
  requirePermission(
    environment.role,
    environment.protected ? protectedPermission : permission,
    `${project.name}, ${environment.name}`,
  )
  const no = (why: string) =>
    new FanionError(
      'experiment/wrong-state',
      { experiment: row.key, state: row.state, act, allowedFrom: from },
      `${row.name} ${why}, so it can’t be ${words}.`,
    )
  if (!from.some((state) => state === row.state)) throw no(`is ${experimentStateText[row.state]}`)
  const run = currentRun(experiment)
  const proposed = proposedRun(experiment)
  const serves = run?.state === 'running'
  if (act === 'grow' && run?.overAt) throw no('is over')
  if ((act === 'stop' || act === 'grow' || act === 'measure') && !serves) throw no('isn’t running')
  if (act === 'decide' && row.state === 'running' && run?.overAt === null) throw no('still runs as planned')
  if (act !== 'stop' && act !== 'decide' && proposed) throw no(`waits for change ${proposed.change}`)
  if (act !== 'stop' && act !== 'decide' && row.state === 'decided' && serves) throw no('still serves its arms')
}

/** For each act, null if the caller may perform it now, or else the reason why not. */
export function possibleExperimentActs(ctx: EnvironmentCtx, experiment: LoadedExperiment): ExperimentCan {
  // Safe cast: the keys of the table are acts.
  const acts = Object.keys(experimentActs) as ExperimentAct[]
  return Object.fromEntries(
    acts.map((act) => [act, whyNot(() => authorizeExperiment(ctx, experiment, act))]),
  ) as ExperimentCan
}

function whyNot(check: () => void): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof FanionError) return error.message
    throw error
  }
}
