import type { OperatorName } from '../../../shared/operators.ts'

/*
 * A flag's document in plain types: those of the server come with the library that checks them, which a program that tests has no use for. What is laid into a
 * datafile is checked against the server's by the compiler.
 */

/** What JSON can hold. */
type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** Whom a rule is about. */
export type Condition =
  | true
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { attribute: string; operator: OperatorName; values: (string | number | boolean)[]; ignoreCase?: true }
  | { in: { point?: { by?: string; salt?: string }; from: number; to: number } }

/** One variant, or ranges of the bucket space, half-open, in units of 0.001%. */
export type Serve =
  | { variant: string }
  | { split: { point?: { by?: string; salt?: string }; parts: { variant: string; from: number; to: number }[] } }

/** The parts of a flag's document that a test is about: `{ rules: […] }`. */
export type Document = {
  on?: boolean
  variants?: { [variant: string]: Json }
  offVariant?: string | null
  prerequisites?: { flag: string; variants: string[] }[]
  rules?: { id: string; when: Condition; serve: Serve }[]
  otherwise?: Serve
  salt?: string
  visibleToClients?: boolean
}
