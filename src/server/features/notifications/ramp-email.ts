import type { RampNews, RampNewsKind } from '../../../shared/features/notifications/schemas/email-notification.ts'
import { percent } from '../../../shared/text/rules/percent.ts'
import { type EmailOrigin, formatEmail } from './format-email.ts'

const happened: Record<RampNewsKind, string> = {
  pause: 'was paused',
  wait: 'waits for someone to go on',
  hold: 'can’t go on',
  'roll-back': 'was undone',
  complete: 'is complete',
  end: 'has ended',
}

/** The reader's situation and options after each event. */
const then: Record<RampNewsKind, (news: RampNews) => string> = {
  pause: ({ share }) => `It stays at ${percent(share)} until someone resumes or undoes it.`,
  wait: ({ share }) => `It stays at ${percent(share)} until someone goes on with it.`,
  hold: ({ share }) => `It stays at ${percent(share)} until the guard can be read again, or someone goes on with it.`,
  'roll-back': () => 'Everyone has what they had before.',
  complete: ({ to }) => `Everyone gets “${to}”.`,
  end: () => 'Nothing more follows from it.',
}

export function rampEmail(news: RampNews, where: EmailOrigin): { subject: string; text: string } {
  const { kind, ramp, flag, environment, environmentName, to, share, step, steps, why, by } = news
  const what = `${happened[kind]}${kind === 'complete' ? '' : ` at ${percent(share)}`}`
  const whom = by === null ? '' : ` by ${by}`
  const { project, projectName } = where
  return formatEmail(where, {
    subject: `${flag} in ${environmentName}: the ramp ${what}`,
    what: `Ramp ${ramp} of ${flag} to “${to}” in ${environmentName} of ${projectName} ${what}${whom}, step ${step + 1} of ${steps}`,
    ...{ why, then: then[kind](news) },
    address: `/p/${encodeURIComponent(project)}/flags/${encodeURIComponent(flag)}/ramp?${new URLSearchParams({ env: environment, run: String(ramp) })}`,
  })
}
