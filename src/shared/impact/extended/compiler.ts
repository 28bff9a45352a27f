import type { Compiled } from '../../engine/compile.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { Within } from '../../schemas/extended-point.ts'
import type { Node } from '../diagram.ts'
import type { Model } from '../model.ts'
import type { Outcomes } from './outcomes.ts'
import type { Truths } from './truths.ts'

/** Native documents as diagrams. */
export interface NativeDiagrams {
  readonly condition: (condition: Condition, salt: string) => Node
  /** Returns the contexts whose targeting key is listed. */
  readonly keys: (keys: readonly string[]) => Node
  /** Returns the outcomes of a flag that is evaluated on its own. */
  readonly outcome: (key: string, outcomes: Outcomes) => Node
  readonly isExtended: (key: string) => boolean
}

/** The chain of flags and segments being evaluated, innermost last. Segments are written `segment:key`. */
export type EvaluationChain = readonly string[]

/** What the compiler of extended flags needs. */
export interface ExtendedCompiler {
  readonly engine: Compiled
  readonly model: Model
  readonly truths: Truths
  readonly outcomes: Outcomes
  readonly native: NativeDiagrams
  readonly condition: (condition: Condition, salt: string, above: EvaluationChain) => Node
  readonly within: (within: Within) => Node
  readonly place: (point: Within['point']) => ReturnType<Model['extended']['place']>
}
