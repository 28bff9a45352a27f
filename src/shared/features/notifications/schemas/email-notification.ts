import { z } from 'zod'

/**
 * Which emails about ramps and experiments a member wants: about all where they may publish, about their own, or none.
 */
export const EmailChoice = z.enum(['all', 'own', 'none'])
export type EmailChoice = z.infer<typeof EmailChoice>

/** A member's choice, and whether this instance can send email at all. */
export const EmailSettings = z.strictObject({ sends: z.boolean(), ramps: EmailChoice })
export type EmailSettings = z.infer<typeof EmailSettings>

/** The ramp events that emails are sent for. */
export const rampNewsKinds = ['pause', 'wait', 'hold', 'roll-back', 'complete', 'end'] as const
export type RampNewsKind = (typeof rampNewsKinds)[number]

/** The content of an email about a ramp. `by` is null if the system acted by itself. */
export type RampNews = {
  kind: RampNewsKind
  ramp: number
  flag: string
  environment: string
  environmentName: string
  to: string
  /** In 0.001 %. */
  share: number
  step: number
  steps: number
  why: string | null
  by: string | null
}

/**
 * The experiment events that emails are sent for: it was stopped, its planned time is over, its users are not split as
 * planned, or a guard that only reports is harmful.
 */
export type ExperimentNewsKind = 'stop' | 'over' | 'samples' | 'guard'

/** The content of an email about an experiment. `by` is null if the system acted by itself. */
export type ExperimentNews = {
  kind: ExperimentNewsKind
  experiment: string
  name: string
  flag: string
  environmentName: string
  why: string | null
  by: string | null
}

export type News = RampNews | ExperimentNews
