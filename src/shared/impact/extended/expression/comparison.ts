import type { Json } from '../../../schemas/keys.ts'

/** A comparison of the value with a constant. `flipped` if the constant comes first. */
export interface Comparison {
  readonly name: string
  readonly constant: Json
  readonly flipped: boolean
}
