import type { Context } from '../../schemas/context.ts'

/** The result of a condition; -1 is unknown. */
export type Truth = 0 | 1 | -1

/** One evaluation: the context, the instant, and the chain of flags being evaluated, innermost first. */
export interface State {
  readonly context: Context
  readonly nowMs: number
  readonly chain: Chain
}

export interface Chain {
  readonly key: string
  readonly above: Chain | null
}

/** A compiled extended condition. Throws `Fatal` if the flag ends in an error. */
export type Decide = (state: State) => Truth

export const truth = (holds: boolean): Truth => (holds ? 1 : 0)

/** Negates a truth value. Unknown stays unknown. */
export const opposite = (value: Truth): Truth => (value === -1 ? -1 : value === 1 ? 0 : 1)
