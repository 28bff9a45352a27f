import type { ExpressionDialect } from '../../../schemas/extended-split.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import type { Atom } from './atom.ts'

/** An expression with its dialect and flag, or a part of one. */
export interface FlagExpression {
  readonly expr: Json
  readonly dialect: ExpressionDialect
  readonly flagKey: string
}

/** A boolean expression, decomposed into parts that each read one value, or that are evaluated as a whole. */
export type Truth =
  | { readonly kind: 'constant'; readonly end: 0 | 1 | 3 }
  | { readonly kind: 'atom'; readonly atom: Atom }
  | { readonly kind: 'whole'; readonly asked: FlagExpression }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Truth[] }
  | { readonly kind: 'not'; readonly of: Truth }
  /** A query. It does not apply if a part of it fails. */
  | { readonly kind: 'query'; readonly of: Truth }
  | { readonly kind: 'if'; readonly test: Truth; readonly yes: Truth; readonly no: Truth }

/** The result of an expression, as a decision tree. */
export type Tree =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'error' }
  /** A variant key, if the flag has such a variant. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'serve'; readonly serve: Serve }
  | { readonly kind: 'whole'; readonly asked: FlagExpression }
  | { readonly kind: 'if'; readonly test: Truth; readonly yes: Tree; readonly no: Tree }
