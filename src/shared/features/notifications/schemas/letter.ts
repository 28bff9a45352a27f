import { z } from 'zod'

/** Which letters about ramps and experiments somebody wants: of all where they publish, of those that are theirs, or none. */
export const LetterChoice = z.enum(['all', 'own', 'none'])
export type LetterChoice = z.infer<typeof LetterChoice>

/** What somebody chose, and whether this Fanion can send letters at all. */
export const Letters = z.strictObject({ sends: z.boolean(), ramps: LetterChoice })
export type Letters = z.infer<typeof Letters>

/** What happens to a ramp that letters are about. */
export const rampNewsKinds = ['pause', 'wait', 'hold', 'roll-back', 'complete', 'end'] as const
export type RampNewsKind = (typeof rampNewsKinds)[number]

/** What a letter tells of a ramp; `by` is null where it happened by itself. */
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
 * What happens to an experiment that letters are about: it was stopped, its planned time is over, its users do not split as
 * planned, a guard is against it and only tells.
 */
export type ExperimentNewsKind = 'stop' | 'over' | 'samples' | 'guard'

/** What a letter tells of an experiment; `by` is null where it happened by itself. */
export type ExperimentNews = {
  kind: ExperimentNewsKind
  experiment: string
  name: string
  flag: string
  environmentName: string
  why: string | null
  by: string | null
}

/** What a letter is about. */
export type News = RampNews | ExperimentNews
