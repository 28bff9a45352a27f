import type { Condition } from '../../schemas/condition.ts'
import type { RatioSums } from '../../statistics/ratio.ts'
import type { MetricTerm } from '../metrics/schemas/metric.ts'

type GuardQuestionBase = {
  readonly name: string
  readonly worse: 'more' | 'less'
  readonly fromMs: number
  /** How late events can arrive. */
  readonly lagMs: number
  /** Whether to ignore events from pages. */
  readonly serversOnly?: boolean
  /** The relative change that counts as no worse, if the guard does not define one. */
  readonly margin?: number
}

/** Counts users with an event. */
export type ShareQuestion = GuardQuestionBase & {
  readonly event: string
  readonly atLeast: number
  /** Null: until the ramp ends. */
  readonly lengthMs: number | null
  /** A condition on the event's properties. */
  readonly where?: Condition
}

/** Divides one sum of users' events by another. */
export type RatioQuestion = GuardQuestionBase & {
  readonly over: MetricTerm
  readonly under: MetricTerm
  readonly lengthMs: number
  /** The margin in the metric's own unit, if neither guard nor metric has a relative one. */
  readonly absoluteMargin?: number
}

/** What a guard on users measures, fixed when the ramp was proposed. Times are relative to a user's first exposure. */
export type GuardQuestion = ShareQuestion | RatioQuestion

/** `treatment` is the new variant, `control` the previous one. */
export type ByArm<Of> = { readonly treatment: Of; readonly control: Of }

export type ArmCounts = { readonly units: number; readonly did: number }

/** Sums over the users of one arm whose window is complete, without robots. */
export type ArmRatio = {
  readonly sums: RatioSums
  /** Users with a denominator, and users with a numerator. */
  readonly withUnder: number
  readonly withOver: number
  readonly robots: number
}

/** The data of a guard. `trusted` contains only reports from servers. `alone`: no comparison group is left. */
export type GuardData =
  | { readonly kind: 'counts'; readonly all: ByArm<ArmCounts>; readonly trusted: ByArm<ArmCounts> }
  | { readonly kind: 'ratios'; readonly all: ByArm<ArmRatio>; readonly trusted: ByArm<ArmRatio> }
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'verdict'; readonly verdict: 'go' | 'wait' | 'stop'; readonly reason: string | null }
  | { readonly kind: 'alone' }
  | { readonly kind: 'unknown'; readonly problem: string }

type UnitsByArm = ByArm<number>
/** Reported users per arm: all, and those reported by servers. */
export type ReportedUsers = { readonly all: UnitsByArm; readonly trusted: UnitsByArm; readonly lastAt: Date | null }
