import type {
  ExperimentNews,
  ExperimentNewsKind,
} from '../../../shared/features/notifications/schemas/email-notification.ts'
import { type EmailOrigin, formatEmail } from './format-email.ts'

const happened: Record<ExperimentNewsKind, string> = {
  stop: 'was stopped',
  over: 'is ready to decide',
  samples: 'can’t be read',
  guard: 'does harm',
}

/** The reader's situation and options after each event. */
const then: Record<ExperimentNewsKind, string> = {
  stop: 'Decide what follows from it: ship a variant, keep what was before, or run it again.',
  over: 'Its planned time is over. Everyone keeps what they have until someone decides.',
  samples:
    'The variants have other numbers of users than were planned, beyond chance. Look first at redirects, robots, and reports lost on one side.',
  guard: 'It goes on until someone stops it.',
}

export function experimentEmail(news: ExperimentNews, where: EmailOrigin): { subject: string; text: string } {
  const { kind, experiment, name, flag, environmentName, why, by } = news
  return formatEmail(where, {
    subject: `${name} in ${environmentName}: the experiment ${happened[kind]}`,
    what: `Experiment “${name}” on ${flag} in ${environmentName} of ${where.projectName} ${happened[kind]}${by === null ? '' : ` by ${by}`}`,
    ...{
      why,
      then: then[kind],
      address: `/p/${encodeURIComponent(where.project)}/experiments/${encodeURIComponent(experiment)}`,
    },
  })
}
