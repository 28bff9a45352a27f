import type { Root } from './root.ts'
import type { Value } from './values.ts'

/** What an expression reads: the context, or an element of a list. */
export type Data = Value | Root

/** Evaluates parts of an expression for an operation. */
export interface Evaluator {
  readonly value: (node: Value, data: Data) => Value
  /** Evaluates an object, which is an operation if it has one member. */
  readonly map: (node: Members, data: Data) => Value
  /** Reads the value at a path, as the operation `var` does. */
  readonly path: (path: Value, data: Data) => Value
}

type Members = Extract<Value, { readonly [name: string]: unknown }>

/** An operation on arguments that are not evaluated yet. */
export type Operation = (values: Value, data: Data, run: Evaluator) => Value
