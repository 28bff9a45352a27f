import type { Json } from '../schemas/keys.ts'

/** What a flag answers: its variant and value; both absent is the program's own default. */
export interface Answer {
  readonly variant: string | null
  readonly value: Json | undefined
  /** What another system reports besides: on or off, the name of the variant, a payload. */
  readonly enabled?: boolean
  readonly name?: string
  readonly payload?: Json
}
