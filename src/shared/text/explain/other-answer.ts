import type { Outcome } from '../../engine/outcome.ts'
import type { Scalar } from '../../schemas/condition.ts'
import type { Context } from '../../schemas/context.ts'

/** One attribute, or few together, that are other than they are: what it would have to be (undefined: absent), and what would be answered then. */
export type OtherAnswer = {
  readonly attribute: string
  readonly value: Scalar | readonly Scalar[] | undefined
  /** What has to be other besides, where one attribute is not enough. */
  readonly also?: readonly Pick<OtherAnswer, 'attribute' | 'value'>[]
  readonly context: Context
  readonly outcome: Outcome
}
