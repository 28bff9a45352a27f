import type { ExperimentNewsKind } from '../../../shared/features/notifications/schemas/email-notification.ts'
import { nameOf } from '../../platform/kernel/actor.ts'
import { queueEmailNotifications } from '../notifications/queue-email-notifications.ts'
import { currentRun, type ExperimentCtx, type LoadedExperiment } from './experiment-ctx.ts'

/** Sends emails about an event of an active run. Sends none if the experiment is decided. */
export async function notifyOfExperiment(
  ctx: ExperimentCtx,
  experiment: LoadedExperiment,
  kind: ExperimentNewsKind,
  why: string | null = null,
): Promise<void> {
  const { key, name, flag, state } = experiment.row
  const run = currentRun(experiment)
  if (!run || state === 'decided') return
  const by = ctx.actor.kind === 'system' ? null : nameOf(ctx.actor)
  const news = { kind, experiment: key, name, flag, environmentName: ctx.environment.name, why, by }
  await queueEmailNotifications(ctx, news, { personId: run.personId, changeId: run.changeId })
}
