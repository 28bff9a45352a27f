import type { Scalar } from '../schemas/condition.ts'
import type { DeadRuleReason } from './reached.ts'
import type { KnownDocuments } from './substitute-unknowns.ts'

/** A known attribute, declared or only used, with its known or observed values, most frequent first. */
export type KnownAttribute = {
  name: string
  declared: boolean
  /** Whether it identifies users. Its values are never suggested as corrections for one another. */
  personal?: boolean
  values: readonly { value: Scalar; count: number }[]
}

/** What is known about the context of a flag's document. */
export type LintContext = {
  attributes: readonly KnownAttribute[]
  /** The variant that each other flag serves everyone, if there is only one. Empty if it serves none. */
  answers: ReadonlyMap<string, string>
  /** The flags and segments that this one depends on, as far as they are known here. Others can have any value. */
  known?: KnownDocuments
  /** Segments with no members in this environment. */
  emptySegments: ReadonlySet<string>
}

/** A likely mistake in a flag's targeting. Findings never block a publish. */
export type Finding =
  | { kind: 'never-matches'; rule: string; dead: DeadRuleReason }
  /**
   * Users it serves would get the same without it. `instead` is the variant that the default serve could use to make
   * the rule matter.
   */
  | { kind: 'changes-nothing'; rule: string; variant: string; instead: string | null }
  /** Earlier rules match everyone, so the default serve is unreachable. */
  | { kind: 'nobody-else'; rule: null }
  /**
   * The flag is off for everyone, because its prerequisite serves everyone another variant. `answer` is empty if the
   * prerequisite is off.
   */
  | { kind: 'unmet'; rule: null; flag: string; answer: string }
  /** A split that serves one variant to the whole line. */
  | { kind: 'split-of-one'; rule: string | null; variant: string }
  | { kind: 'unserved'; rule: null; variant: string }
  | { kind: 'empty-segment'; rule: string; segment: string }
  /** An undeclared attribute whose name is similar to a declared one. */
  | { kind: 'unknown-attribute'; rule: string; attribute: string; near: string }
  /** A value that no context had and that is not declared, with another known value that may be similar. */
  | {
      kind: 'unseen-value'
      rule: string
      attribute: string
      value: string
      other: string
      count: number
      near: boolean
    }
