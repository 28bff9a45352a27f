import type { ExtendedTest, Operator, Scalar } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Outcome } from '../outcome.ts'

/** The result of a condition. Only the extended model has unknowns. */
export type Truth = boolean | 'unknown'

/** A value of the context as JSON. Values that JSON cannot represent, or that are long, are described. */
export type DisplayedValue = Json | { readonly unreadable: string }

/**
 * How a condition was evaluated. `skipped` counts the conditions after the one that decided, which were not evaluated.
 */
export type ConditionTrace =
  | { readonly kind: 'everyone'; readonly result: Truth }
  | {
      readonly kind: 'all' | 'any'
      readonly result: Truth
      readonly of: readonly ConditionTrace[]
      readonly skipped: number
    }
  | { readonly kind: 'not'; readonly result: Truth; readonly of: ConditionTrace }
  | {
      readonly kind: 'leaf'
      readonly result: Truth
      readonly attribute: string
      readonly operator: Operator
      readonly values: readonly Scalar[]
      /** The value in the context. `present` is also false for null, NaN and infinities. */
      readonly actual: DisplayedValue
      readonly present: boolean
    }
  | {
      readonly kind: 'segment'
      readonly result: Truth
      readonly segment: string
      /** What decided membership. `when` is its trace if it was evaluated. */
      readonly by: 'excluded' | 'included' | 'when' | 'nothing' | 'missing'
      readonly when: ConditionTrace | null
    }
  | ({ readonly kind: 'flag'; readonly result: Truth } & FlagAnswer)
  | {
      readonly kind: 'slice'
      readonly result: Truth
      readonly place: BucketTrace
      readonly from: number | null
      readonly to: number | null
    }
  | ExtendedTrace

/** A test of the extended model: its fields as data, the value that was read, and the result. */
export type ExtendedTrace = {
  readonly kind: 'wide'
  readonly result: Truth
  readonly read: AttributeRef
  readonly test: ExtendedTest
  readonly actual: DisplayedValue
  /** Which convention decided the result. */
  readonly by: 'value' | 'missing' | 'null' | 'invalid' | 'elements' | 'badPattern'
}

/** The bucket of a unit. `unit` is the hashed text; null if there was none. */
export type BucketTrace = {
  readonly attribute: string
  /** True if the point names no attribute, so the targeting key was used. */
  readonly byDefault: boolean
  readonly unit: string | null
  readonly salt: string
  /** The bucket, or the point on another vendor's scale. */
  readonly point: number | null
}

/** The result of another flag, and whether it met the requirement. */
export type FlagAnswer = {
  readonly flag: string
  /** The required variants; null if the extended model tests something else. */
  readonly variants: readonly string[] | null
  readonly on: boolean
  readonly actual: string | null
  /** The flag does not exist, or its references form a circle or are too deep. */
  readonly broken: 'missing' | 'circle' | null
  readonly explanation: Explanation | null
}

export type ServeTrace =
  | { readonly kind: 'variant'; readonly variant: string }
  | {
      readonly kind: 'split'
      readonly place: BucketTrace
      readonly parts: readonly {
        readonly variant: string | null
        readonly from: number | null
        readonly to: number | null
      }[]
      readonly picked: string | null
      /** Why it serves nothing. */
      readonly nothing: 'gap' | 'noUnit' | null
    }
  | { readonly kind: 'expression'; readonly result: DisplayedValue; readonly picked: string | null }
  | { readonly kind: 'default' }

/** One step of an evaluation, in the engine's order. */
export type Step =
  | { readonly step: 'state'; readonly on: boolean }
  | ({ readonly step: 'prerequisite'; readonly passed: Truth } & FlagAnswer)
  | {
      readonly step: 'rule'
      readonly id: string
      readonly index: number
      /** Conditions of the extended model before `when`, as far as they were evaluated. */
      readonly before: readonly ConditionTrace[]
      readonly when: ConditionTrace | null
      readonly gate: ConditionTrace | null
      readonly serve: ServeTrace | null
      /** Whether this rule decided the outcome. */
      readonly decided: boolean
    }
  | { readonly step: 'otherwise'; readonly serve: ServeTrace }
  | { readonly step: 'off'; readonly serve: ServeTrace | null }

/** An outcome and every step that led to it, as data. Callers phrase it. */
export type Explanation = { readonly outcome: Outcome; readonly steps: readonly Step[] }
