import type { Json } from '../../../schemas/keys.ts'

/** A comparison of the value with a constant, which comes first if `flipped`. */
export interface Comparison {
  readonly name: string
  readonly constant: Json
  readonly flipped: boolean
}
