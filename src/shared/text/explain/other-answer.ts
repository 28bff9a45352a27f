import type { Outcome } from '../../engine/outcome.ts'
import type { Scalar } from '../../schemas/condition.ts'
import type { Context } from '../../schemas/context.ts'

/**
 * A change of one or a few attributes that would change the result: the required value (undefined: absent), and the new
 * result.
 */
export type OtherAnswer = {
  readonly attribute: string
  readonly value: Scalar | readonly Scalar[] | undefined
  /** Other attributes that would have to change too, if one is not enough. */
  readonly also?: readonly Pick<OtherAnswer, 'attribute' | 'value'>[]
  readonly context: Context
  readonly outcome: Outcome
}
