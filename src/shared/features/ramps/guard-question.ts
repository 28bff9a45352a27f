import type { Condition } from '../../schemas/condition.ts'
import type { RatioSums } from '../../statistics/ratio.ts'
import type { MetricTerm } from '../metrics/schemas/metric.ts'

type Asked = {
  readonly name: string
  readonly worse: 'more' | 'less'
  readonly fromMs: number
  /** How late events arrive. */
  readonly lagMs: number
  /** Whether what pages say counts at all. */
  readonly serversOnly?: boolean
  /** How much worse still counts as no worse, relative, where the guard does not say. */
  readonly margin?: number
}

/** How many users had an event. */
export type ShareQuestion = Asked & {
  readonly event: string
  readonly atLeast: number
  /** Null: until the ramp is over. */
  readonly lengthMs: number | null
  /** Of the event: what it carries. */
  readonly where?: Condition
}

/** What users' events add up to, over what others of theirs add up to. */
export type RatioQuestion = Asked & {
  readonly over: MetricTerm
  readonly under: MetricTerm
  readonly lengthMs: number
  /** The margin in the metric's own unit, where neither guard nor metric has a relative one. */
  readonly absoluteMargin?: number
}

/** What a guard on users asks, as it was when the ramp was proposed. Times are from a user’s first exposure on. */
export type GuardQuestion = ShareQuestion | RatioQuestion

/** Of the new variant, and of the one before. */
export type ByArm<Of> = { readonly treatment: Of; readonly control: Of }

export type ArmCounts = { readonly units: number; readonly did: number }

/** Sums over the users of one arm who have had the whole window; robots are not among them. */
export type ArmRatio = {
  readonly sums: RatioSums
  /** Users with something below the line, and with something above it. */
  readonly withUnder: number
  readonly withOver: number
  readonly robots: number
}

/** What was read for a guard; `trusted` is by what servers told alone. `alone`: nobody is left to compare with. */
export type Reading =
  | { readonly kind: 'counts'; readonly all: ByArm<ArmCounts>; readonly trusted: ByArm<ArmCounts> }
  | { readonly kind: 'ratios'; readonly all: ByArm<ArmRatio>; readonly trusted: ByArm<ArmRatio> }
  | { readonly kind: 'value'; readonly value: number }
  | { readonly kind: 'verdict'; readonly verdict: 'go' | 'wait' | 'stop'; readonly reason: string | null }
  | { readonly kind: 'alone' }
  | { readonly kind: 'unknown'; readonly problem: string }

type Units = ByArm<number>
/** Users who were reported, by arm; all, and those that servers told. */
export type People = { readonly all: Units; readonly trusted: Units; readonly lastAt: Date | null }
