import type { Scalar } from '../schemas/condition.ts'
import type { Dead } from './reached.ts'
import type { Known } from './standing-in.ts'

/** What an attribute is known to be: declared or only used, with the values that are known or were seen, the most first. */
export type KnownAttribute = {
  name: string
  declared: boolean
  /** Whether it tells people apart: of keys of people none is ever suggested in the place of another. */
  personal?: boolean
  values: readonly { value: Scalar; count: number }[]
}

/** What is to be known around a flag's document, as far as it is known. */
export type LintContext = {
  attributes: readonly KnownAttribute[]
  /** What each other flag answers whoever requires it, where that is one variant for all; empty where it answers by none. */
  answers: ReadonlyMap<string, string>
  /** The flags and segments that it leads to, as they are here; what is not among them may be anything. */
  known?: Known
  /** Segments that hold nobody here. */
  emptySegments: ReadonlySet<string>
}

/** Something about a flag's targeting that its author may not have meant. None forbids a publish. */
export type Finding =
  | { kind: 'never-matches'; rule: string; dead: Dead }
  /** Whoever it serves would get the same without it; `instead` is what everyone else could get for it to matter. */
  | { kind: 'changes-nothing'; rule: string; variant: string; instead: string | null }
  /** Earlier rules leave nobody for what everyone else gets. */
  | { kind: 'nobody-else'; rule: null }
  /** The flag is off for everyone, because another answers everybody otherwise; `answer` is empty where that one is off. */
  | { kind: 'unmet'; rule: null; flag: string; answer: string }
  /** A split with one variant on all of the line. */
  | { kind: 'split-of-one'; rule: string | null; variant: string }
  | { kind: 'unserved'; rule: null; variant: string }
  | { kind: 'empty-segment'; rule: string; segment: string }
  /** Not declared, and nearly the name of one that is. */
  | { kind: 'unknown-attribute'; rule: string; attribute: string; near: string }
  /** A value that no context had and nobody declared; another one that is known, which may be nearly the same. */
  | {
      kind: 'unseen-value'
      rule: string
      attribute: string
      value: string
      other: string
      count: number
      near: boolean
    }
