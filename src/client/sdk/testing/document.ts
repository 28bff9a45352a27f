import type { OperatorName } from '../../../shared/operators.ts'

/*
 * Plain types of a flag document. The server's types depend on its validation library, which tests of an application do
 * not need. The compiler checks that these types fit the server's.
 */

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The condition of a rule. */
export type Condition =
  | true
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { attribute: string; operator: OperatorName; values: (string | number | boolean)[]; ignoreCase?: true }
  | { in: { point?: { by?: string; salt?: string }; from: number; to: number } }

/** A variant, or half-open ranges of the bucket space in units of 0.001 %. */
export type Serve =
  | { variant: string }
  | { split: { point?: { by?: string; salt?: string }; parts: { variant: string; from: number; to: number }[] } }

/** The fields of a flag document that a test sets: `{ rules: […] }`. */
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
