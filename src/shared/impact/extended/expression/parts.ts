import type { ExpressionDialect } from '../../../schemas/extended-split.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import type { Atom } from './atom.ts'

/** An expression as it is asked of a flag; a part of one is one, too. */
export interface AskedExpression {
  readonly expr: Json
  readonly dialect: ExpressionDialect
  readonly flagKey: string
}

/** What counts as true or not, in parts that each read one value, or are asked as a whole. */
export type Truth =
  | { readonly kind: 'constant'; readonly end: 0 | 1 | 3 }
  | { readonly kind: 'atom'; readonly atom: Atom }
  | { readonly kind: 'whole'; readonly asked: AskedExpression }
  | { readonly kind: 'all' | 'any'; readonly of: readonly Truth[] }
  | { readonly kind: 'not'; readonly of: Truth }
  /** A query: it does not apply if a part of it fails. */
  | { readonly kind: 'query'; readonly of: Truth }
  | { readonly kind: 'if'; readonly test: Truth; readonly yes: Truth; readonly no: Truth }

/** What an expression comes to, by what is asked on the way. */
export type Tree =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'error' }
  /** The key of a variant, if the flag has it. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'serve'; readonly serve: Serve }
  | { readonly kind: 'whole'; readonly asked: AskedExpression }
  | { readonly kind: 'if'; readonly test: Truth; readonly yes: Tree; readonly no: Tree }
