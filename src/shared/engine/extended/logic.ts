import type { ExpressionDialect } from '../../schemas/extended-split.ts'
import type { Asked, OptionalModules } from '../optional-module.ts'

/** One run of an expression: what it was asked, and in which dialect. */
export interface Logic {
  readonly dialect: ExpressionDialect
  readonly profiles: OptionalModules
  /** The context, beside which `$flag` stands. */
  readonly root: unknown
  readonly asked: Asked
}
