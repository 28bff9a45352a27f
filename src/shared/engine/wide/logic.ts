import type { ExpressionDialect } from '../../schemas/wide-split.ts'
import type { Asked, Profiles } from '../profile.ts'

/** One run of an expression: what it was asked, and in which dialect. */
export interface Logic {
  readonly dialect: ExpressionDialect
  readonly profiles: Profiles
  /** The context, beside which `$flag` stands. */
  readonly root: unknown
  readonly asked: Asked
}
