import type { Root } from './root.ts'
import type { Value } from './values.ts'

/** The data that an expression reads: the context, or an element of a list. */
export type Data = Value | Root

/** Evaluates parts of an expression for an operation. */
export interface Evaluator {
  readonly value: (node: Value, data: Data) => Value
  /** Evaluates an object. With exactly one member, it is an operation. */
  readonly map: (node: Members, data: Data) => Value
  /** Reads the value at a path, like the operation `var`. */
  readonly path: (path: Value, data: Data) => Value
}

type Members = Extract<Value, { readonly [name: string]: unknown }>

/** An operation. Its arguments are not evaluated yet. */
export type Operation = (values: Value, data: Data, run: Evaluator) => Value
