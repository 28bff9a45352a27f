import type { ExtendedTest, Operator, Scalar } from '../../schemas/condition.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'
import type { Json } from '../../schemas/keys.ts'
import type { Outcome } from '../outcome.ts'

/** What a condition came to. Only the superset knows unknowns. */
export type Truth = boolean | 'unknown'

/** A value of the context as data: anything JSON cannot hold, or holds at length, is described. */
export type Seen = Json | { readonly unreadable: string }

/** How one condition came to its result. Conditions behind the one that decided were not looked at: `skipped` counts them. */
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
      /** What the context holds; `present` is false for null, NaN and infinities too. */
      readonly actual: Seen
      readonly present: boolean
    }
  | {
      readonly kind: 'segment'
      readonly result: Truth
      readonly segment: string
      /** What decided membership; `when` is its trace where it was looked at. */
      readonly by: 'excluded' | 'included' | 'when' | 'nothing' | 'missing'
      readonly when: ConditionTrace | null
    }
  | ({ readonly kind: 'flag'; readonly result: Truth } & FlagAnswer)
  | {
      readonly kind: 'slice'
      readonly result: Truth
      readonly place: Place
      readonly from: number | null
      readonly to: number | null
    }
  | ExtendedTrace

/** A test of the superset: its own fields as data, what was read, and what became of it. */
export type ExtendedTrace = {
  readonly kind: 'wide'
  readonly result: Truth
  readonly read: AttributeRef
  readonly test: ExtendedTest
  readonly actual: Seen
  /** Which convention decided. */
  readonly by: 'value' | 'missing' | 'null' | 'invalid' | 'elements' | 'badPattern'
}

/** Where a unit fell. `unit` is the text that was hashed, null without one. */
export type Place = {
  readonly attribute: string
  /** The point names no attribute: the targeting key was meant. */
  readonly byDefault: boolean
  readonly unit: string | null
  readonly salt: string
  /** The bucket, or the point on another system's line. */
  readonly point: number | null
}

/** What another flag answered, and why that did or did not do. */
export type FlagAnswer = {
  readonly flag: string
  /** The variants that would do; null where the superset asks something else. */
  readonly variants: readonly string[] | null
  readonly on: boolean
  readonly actual: string | null
  /** The flag does not exist, or its references lead into a circle or too deep. */
  readonly broken: 'missing' | 'circle' | null
  readonly explanation: Explanation | null
}

/** What a serve came to. */
export type ServeTrace =
  | { readonly kind: 'variant'; readonly variant: string }
  | {
      readonly kind: 'split'
      readonly place: Place
      readonly parts: readonly {
        readonly variant: string | null
        readonly from: number | null
        readonly to: number | null
      }[]
      readonly picked: string | null
      /** Why it yields nothing. */
      readonly nothing: 'gap' | 'noUnit' | null
    }
  | { readonly kind: 'expression'; readonly result: Seen; readonly picked: string | null }
  | { readonly kind: 'default' }

/** One step of an evaluation, in the order of the engine. */
export type Step =
  | { readonly step: 'state'; readonly on: boolean }
  | ({ readonly step: 'prerequisite'; readonly passed: Truth } & FlagAnswer)
  | {
      readonly step: 'rule'
      readonly id: string
      readonly index: number
      /** The superset's conditions before `when`, as far as they were looked at. */
      readonly before: readonly ConditionTrace[]
      readonly when: ConditionTrace | null
      readonly gate: ConditionTrace | null
      readonly serve: ServeTrace | null
      /** Whether this rule gave the answer. */
      readonly decided: boolean
    }
  | { readonly step: 'otherwise'; readonly serve: ServeTrace }
  | { readonly step: 'off'; readonly serve: ServeTrace | null }

/** An outcome, and every step that led to it, as data; words are the reader's. */
export type Explanation = { readonly outcome: Outcome; readonly steps: readonly Step[] }
