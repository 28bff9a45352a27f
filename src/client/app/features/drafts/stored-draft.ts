import { z } from 'zod'
import { sameJsonText, sharing } from '../../../../shared/datafile/same-json-text.ts'
import { draftSchemaOf } from '../../../../shared/features/changes/schemas/draft-schema.ts'
import { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { Instant } from '../../../../shared/schemas/keys.ts'
import { SegmentDocument } from '../../../../shared/schemas/segment.ts'
import { type Stored, stored } from '../../components/stored.ts'
import { discardedKey } from './draft-keys.ts'

/** An unpublished edit: the document it started from and the edited document. */
const editOf = <T>(document: z.ZodType<T>) => ({
  base: z.int().min(0),
  before: document,
  document: draftSchemaOf(document),
})

/** Synchronization state of an edit. */
const syncFields = {
  /** Time of the last edit in this browser, in epoch milliseconds. */
  editedAt: z.number().default(0),
  /** The server’s timestamp of the copy that this browser last saved or took over. */
  savedAt: Instant.nullable().default(null),
  /** Whether the server’s copy is behind. */
  unsaved: z.boolean().default(true),
  /** JSON of the last request until its response arrives. */
  sent: z.string().optional(),
}

const draftOf = <T>(document: z.ZodType<T>) => {
  const edit = editOf(document)
  // The unsaved edit that a newer edit from another device replaced. It can be restored.
  return z.strictObject({ ...edit, ...syncFields, replaced: z.strictObject(edit).optional() })
}

const FlagDraft = draftOf(FlagDocument)
const SegmentDraft = draftOf(SegmentDocument)

export type Edit<T> = { base: number; before: T; document: T }
export type FlagEdit = Edit<FlagDocument>
export type SegmentEdit = Edit<SegmentDocument>
type SyncFields = { editedAt: number; savedAt: string | null; unsaved: boolean; sent?: string | undefined }
export type StoredDraft<E> = E & SyncFields & { replaced?: E | undefined }

// Drafts can be up to a megabyte and change with every keystroke, so writes are debounced.
const inPauses = { inPauses: true }

/**
 * Drafts in this browser. They survive reloads and lost connections; `sync-drafts.ts` synchronizes them with the
 * server.
 */
export const flagDrafts = stored<StoredDraft<FlagEdit>>((value) => {
  const { data } = FlagDraft.safeParse(value)
  // Restores shared object identity of unchanged parts, so that comparing and rendering cost only the changed parts.
  return data === undefined ? null : { ...data, document: sharing(data.before, data.document) }
}, inPauses)
export const segmentDrafts = stored<StoredDraft<SegmentEdit>>(
  (value) => SegmentDraft.safeParse(value).data ?? null,
  inPauses,
)

/** Marker for a draft that was discarded here, possibly before the server knows. */
const DiscardedDraft = z.strictObject({
  editedAt: z.number(),
  savedAt: Instant.nullable(),
  sent: z.string().optional(),
})
export const discardedDrafts = stored((value) => DiscardedDraft.safeParse(value).data ?? null)

type DraftStore<E> = Pick<Stored<StoredDraft<E>>, 'read' | 'write'>

/**
 * Stores an edit as it is typed; null discards the draft. The server’s copy is updated later. Each edit of a draft has
 * a unique time, so that an edit made while saving is detected.
 */
export const storeEdit = <E>(drafts: DraftStore<E>, key: string, edit: E | null, nowMs = Date.now()): void => {
  const was = drafts.read(key)
  const gone = discardedDrafts.read(discardedKey(key))
  const known = {
    editedAt: Math.max(nowMs, (was?.editedAt ?? 0) + 1),
    savedAt: was?.savedAt ?? gone?.savedAt ?? null,
    sent: was?.sent ?? gone?.sent,
  }
  if (edit !== null) {
    drafts.write(key, { ...edit, ...known, unsaved: true, replaced: was?.replaced })
    discardedDrafts.write(discardedKey(key), null)
  } else if (was !== null) {
    discardedDrafts.write(discardedKey(key), known)
    drafts.write(key, null)
  }
}

/** Replaces a draft with another edit. The previous draft can be restored. */
export const replaceEdit = <T>(drafts: DraftStore<Edit<T>>, key: string, edit: Edit<T>): void => {
  const was = drafts.read(key)
  storeEdit(drafts, key, edit)
  const now = drafts.read(key)
  if (was === null || now === null || sameJsonText(was.document, edit.document)) return
  drafts.write(key, { ...now, replaced: { base: was.base, before: was.before, document: was.document } })
}

/** Restores the draft that was replaced. */
export const restoreReplacedDraft = <E>(drafts: DraftStore<E>, key: string): void => {
  const replaced = drafts.read(key)?.replaced
  if (replaced === undefined) return
  storeEdit(drafts, key, replaced)
  const now = drafts.read(key)
  if (now !== null) drafts.write(key, { ...now, replaced: undefined })
}
