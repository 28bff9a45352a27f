import type { Json } from '../../../schemas/keys.ts'

/** A comparison of the value with what is written: `flipped` where that stands first. */
export interface Comparison {
  readonly name: string
  readonly constant: Json
  readonly flipped: boolean
}
