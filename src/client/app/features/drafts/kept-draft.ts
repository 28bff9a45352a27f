import { z } from 'zod'
import { sameJsonText, sharing } from '../../../../shared/datafile/same-json-text.ts'
import { unfinished } from '../../../../shared/features/changes/schemas/unfinished.ts'
import { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { Instant } from '../../../../shared/schemas/keys.ts'
import { SegmentDocument } from '../../../../shared/schemas/segment.ts'
import { type Stored, stored } from '../../components/stored.ts'
import { goneKey } from './draft-keys.ts'

/** An edit that nobody has published: what it started from, and what it has become. */
const editOf = <T>(document: z.ZodType<T>) => ({
  base: z.int().min(0),
  before: document,
  document: unfinished(document),
})

/** How far the edit has come on its way to the server. */
const way = {
  /** When it was last touched in this browser, in epoch milliseconds. */
  editedAt: z.number().default(0),
  /** The server's own time of the copy that it kept last from here, or that was taken from it. */
  savedAt: Instant.nullable().default(null),
  /** Whether the copy lacks something. */
  unsaved: z.boolean().default(true),
  /** What was sent last, as JSON, until its receipt is here. */
  sent: z.string().optional(),
}

const draftOf = <T>(document: z.ZodType<T>) => {
  const edit = editOf(document)
  // what newer edits of another device took the place of, for whoever wants it back
  return z.strictObject({ ...edit, ...way, replaced: z.strictObject(edit).optional() })
}

const FlagDraft = draftOf(FlagDocument)
const SegmentDraft = draftOf(SegmentDocument)

export type Edit<T> = { base: number; before: T; document: T }
export type FlagEdit = Edit<FlagDocument>
export type SegmentEdit = Edit<SegmentDocument>
type Way = { editedAt: number; savedAt: string | null; unsaved: boolean; sent?: string | undefined }
export type KeptDraft<E> = E & Way & { replaced?: E | undefined }

// a draft may be as long as a megabyte, and changes with every key
const inPauses = { inPauses: true }

/** The drafts of this browser. They survive a reload and a lost connection; `sync-drafts.ts` takes them to the server. */
export const flagDrafts = stored<KeptDraft<FlagEdit>>((value) => {
  const { data } = FlagDraft.safeParse(value)
  // what an edit left alone is the same object on both sides again: then it is compared and drawn at the price of the rest
  return data === undefined ? null : { ...data, document: sharing(data.before, data.document) }
}, inPauses)
export const segmentDrafts = stored<KeptDraft<SegmentEdit>>(
  (value) => SegmentDraft.safeParse(value).data ?? null,
  inPauses,
)

/** That a draft was thrown away here, which the server may not know yet. */
const Gone = z.strictObject({ editedAt: z.number(), savedAt: Instant.nullable(), sent: z.string().optional() })
export const goneDrafts = stored((value) => Gone.safeParse(value).data ?? null)

type Store<E> = Pick<Stored<KeptDraft<E>>, 'read' | 'write'>

/**
 * Keeps an edit as it is typed, or with null throws the draft away. The server's copy follows. No two edits of a draft
 * have the same time, so that the one that was sent can be told from the one that is there.
 */
export const keepEdit = <E>(drafts: Store<E>, key: string, edit: E | null, nowMs = Date.now()): void => {
  const was = drafts.read(key)
  const gone = goneDrafts.read(goneKey(key))
  const known = {
    editedAt: Math.max(nowMs, (was?.editedAt ?? 0) + 1),
    savedAt: was?.savedAt ?? gone?.savedAt ?? null,
    sent: was?.sent ?? gone?.sent,
  }
  if (edit !== null) {
    drafts.write(key, { ...edit, ...known, unsaved: true, replaced: was?.replaced })
    goneDrafts.write(goneKey(key), null)
  } else if (was !== null) {
    goneDrafts.write(goneKey(key), known)
    drafts.write(key, null)
  }
}

/** Keeps another edit in place of a draft, which can be taken back. */
export const replaceEdit = <T>(drafts: Store<Edit<T>>, key: string, edit: Edit<T>): void => {
  const was = drafts.read(key)
  keepEdit(drafts, key, edit)
  const now = drafts.read(key)
  if (was === null || now === null || sameJsonText(was.document, edit.document)) return
  drafts.write(key, { ...now, replaced: { base: was.base, before: was.before, document: was.document } })
}

/** Puts back what newer edits of another device took the place of. */
export const takeBack = <E>(drafts: Store<E>, key: string): void => {
  const replaced = drafts.read(key)?.replaced
  if (replaced === undefined) return
  keepEdit(drafts, key, replaced)
  const now = drafts.read(key)
  if (now !== null) drafts.write(key, { ...now, replaced: undefined })
}
