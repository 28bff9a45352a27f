import { useEffect, useMemo } from 'react'
import { merge } from '../../../../../../shared/datafile/merge.ts'
import type { Choices, FieldClash } from '../../../../../../shared/datafile/merge-field.ts'
import { sameJsonText } from '../../../../../../shared/datafile/same-json-text.ts'
import type { FlagHead } from '../../../../../../shared/features/flags/schemas/flag-view.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { type Difference, differences } from '../../../../../../shared/text/diff/difference.ts'
import { draftKey } from '../../../drafts/draft-keys.ts'
import { type FlagEdit, flagDrafts, restoreReplacedDraft, storeEdit } from '../../../drafts/stored-draft.ts'

/** A flag in one environment with its draft, for the editor. */
export type DraftState = {
  /** The draft, or the published document. */
  document: FlagDocument
  /** The published revision and document that the draft started from. */
  base: number
  before: FlagDocument
  /** Differences in the draft. Empty without a draft. */
  changes: Difference[]
  /** What others published since the draft was started. */
  theirs: Difference[]
  edit: (document: FlagDocument) => void
  discard: () => void
  /** Rebases the draft on the published document, with a choice for each conflict. */
  catchUp: (choices: Choices) => void
  /** Fields that both sides changed. */
  clashes: FieldClash[]
  /** When the server saved the draft. Null while it has unsaved changes. */
  savedAt: string | null
  /** Restores the edit that a newer edit from another device replaced. Undefined if there is none. */
  takeBack: (() => void) | undefined
}

/** Caches the differences, because several components need them. */
let last: { before: FlagDocument; document: FlagDocument; found: Difference[] } | null = null
const changesIn = (before: FlagDocument, document: FlagDocument): Difference[] => {
  if (before === document) return nothing
  if (last?.before !== before || last.document !== document)
    last = { before, document, found: differences(before, document) }
  return last.found
}
const nothing: Difference[] = []

/** The draft of a flag in one environment, stored in this browser, together with the published document. */
export const useDraft = (project: string, flag: string, environment: string, head: FlagHead): DraftState => {
  const key = draftKey(project, { kind: 'flag', key: flag, environment })
  const kept = flagDrafts.use(key)
  // The draft was published but the response was lost: the published document equals the draft.
  const arrived = kept !== null && head.revision > kept.base && sameJsonText(kept.document, head.document)
  const write = (edit: FlagEdit | null) => storeEdit(flagDrafts, key, edit)
  useEffect(() => {
    if (arrived) storeEdit(flagDrafts, key, null)
  }, [arrived, key])
  const draft = arrived ? null : kept
  const base = draft?.base ?? head.revision
  const before = draft?.before ?? head.document
  const document = draft?.document ?? head.document
  const moved = draft !== null && head.revision > draft.base
  const changes = useMemo(() => changesIn(before, document), [before, document])
  const published = head.document
  const theirs = useMemo(() => (moved ? differences(before, published) : nothing), [moved, before, published])
  const clashes = useMemo(
    () => (moved ? merge('flag', before, published, document).clashes : []),
    [moved, before, published, document],
  )
  const keep = (next: FlagDocument, from: FlagDocument, at: number) =>
    write(sameJsonText(next, from) ? null : { base: at, before: from, document: next })
  return {
    document,
    base,
    before,
    changes,
    theirs,
    edit: (next) => keep(next, before, base),
    discard: () => write(null),
    catchUp: (choices) => keep(merge('flag', before, published, document, choices).document, published, head.revision),
    clashes,
    savedAt: draft === null || draft.unsaved ? null : draft.savedAt,
    takeBack: draft?.replaced && (() => restoreReplacedDraft(flagDrafts, key)),
  }
}
