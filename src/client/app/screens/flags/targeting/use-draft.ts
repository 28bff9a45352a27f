import { useEffect, useMemo } from 'react'
import { merge } from '../../../../../shared/datafile/merge.ts'
import type { Choices, Clash } from '../../../../../shared/datafile/merge-field.ts'
import type { FlagDocument } from '../../../../../shared/schemas/flag.ts'
import type { FlagHead } from '../../../../../shared/schemas/flag-view.ts'
import { type Difference, differences } from '../../../../../shared/text/diff/difference.ts'
import { draftKey } from '../../../features/drafts/draft-keys.ts'
import { type FlagEdit, flagDrafts, keepEdit, takeBack } from '../../../features/drafts/kept-draft.ts'

/** A flag in one environment as its editor sees it. */
export type DraftState = {
  /** The draft where there is one, else what is published. */
  document: FlagDocument
  /** The revision and the document that the draft started from. */
  base: number
  before: FlagDocument
  /** What the draft changes; empty without one. */
  changes: Difference[]
  /** What somebody published since the draft began; empty when nobody did. */
  theirs: Difference[]
  edit: (document: FlagDocument) => void
  discard: () => void
  /** Puts the draft on top of what is published now, with a side for each clash. */
  catchUp: (choices: Choices) => void
  /** The fields that both changed. */
  clashes: Clash[]
  /** When the server kept it, as far as it has; null while it lacks something. */
  savedAt: string | null
  /** Puts back what newer edits of another device took the place of; undefined where they did not. */
  takeBack: (() => void) | undefined
}

const equal = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The draft of a flag in one environment, kept in this browser, beside what is published. */
export const useDraft = (project: string, flag: string, environment: string, head: FlagHead): DraftState => {
  const key = draftKey(project, { kind: 'flag', key: flag, environment })
  const kept = flagDrafts.use(key)
  // a publish whose answer was lost: what is published now is the draft itself
  const arrived = kept !== null && head.revision > kept.base && equal(kept.document, head.document)
  const write = (edit: FlagEdit | null) => keepEdit(flagDrafts, key, edit)
  useEffect(() => {
    if (arrived) keepEdit(flagDrafts, key, null)
  }, [arrived, key])
  const draft = arrived ? null : kept
  const base = draft?.base ?? head.revision
  const before = draft?.before ?? head.document
  const document = draft?.document ?? head.document
  const moved = draft !== null && head.revision > draft.base
  const changes = useMemo(() => differences(before, document), [before, document])
  const keep = (next: FlagDocument, from: FlagDocument, at: number) =>
    write(equal(next, from) ? null : { base: at, before: from, document: next })
  const merged = (choices: Choices = {}) => merge('flag', before, head.document, document, choices)
  return {
    document,
    base,
    before,
    changes,
    theirs: moved ? differences(before, head.document) : [],
    edit: (next) => keep(next, before, base),
    discard: () => write(null),
    catchUp: (choices) => keep(merged(choices).document, head.document, head.revision),
    clashes: moved ? merged().clashes : [],
    savedAt: draft === null || draft.unsaved ? null : draft.savedAt,
    takeBack: draft?.replaced && (() => takeBack(flagDrafts, key)),
  }
}
