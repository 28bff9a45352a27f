import type { Compiled } from '../../engine/compile.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { Within } from '../../schemas/extended-point.ts'
import type { Node } from '../diagram.ts'
import type { Model } from '../model.ts'
import type { Outcomes } from './outcomes.ts'
import type { Truths } from './truths.ts'

/** What native documents say, in diagrams. */
export interface Native {
  readonly condition: (condition: Condition, salt: string) => Node
  /** Whom a list of keys names. */
  readonly keys: (keys: readonly string[]) => Node
  /** What a flag answers to whoever asks it by itself. */
  readonly outcome: (key: string, outcomes: Outcomes) => Node
  readonly isExtended: (key: string) => boolean
}

/** The flags and segments that are being evaluated above: `segment:key` for segments, innermost last. */
export type Above = readonly string[]

/** What the compiler of flags needs to know. */
export interface ExtendedCompiler {
  readonly engine: Compiled
  readonly model: Model
  readonly truths: Truths
  readonly outcomes: Outcomes
  readonly native: Native
  readonly condition: (condition: Condition, salt: string, above: Above) => Node
  readonly within: (within: Within) => Node
  readonly place: (point: Within['point']) => ReturnType<Model['extended']['place']>
}
