import type { ExpressionDialect } from '../../schemas/extended-split.ts'
import type { ExpressionContext, OptionalModules } from '../optional-module.ts'

/** One run of an expression: the evaluation it belongs to, and its dialect. */
export interface Logic {
  readonly dialect: ExpressionDialect
  readonly profiles: OptionalModules
  /** The context. `$flag` is read next to it. */
  readonly root: unknown
  readonly asked: ExpressionContext
}
