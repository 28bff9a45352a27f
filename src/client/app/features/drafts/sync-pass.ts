import type { ListedDraft } from '../../../../shared/features/drafts/schemas/draft.ts'
import { refusalOf } from '../../../api/refusal.ts'
import { type Stored, storedKeys } from '../../components/stored.ts'
import { client } from '../../trpc.ts'
import { discardedKey, draftKey, draftKeyOfDiscarded, placeOf, prefixesOf } from './draft-keys.ts'
import { type LocalDraftState, nextStep } from './next-step.ts'
import { discardedDrafts, type Edit, flagDrafts, type StoredDraft, segmentDrafts } from './stored-draft.ts'

const { drafts } = client

const read = (key: string) => (placeOf(key)?.kind === 'flag' ? flagDrafts.read(key) : segmentDrafts.read(key))

const localStateOf = (key: string): (LocalDraftState & { sent?: string | undefined }) | null => {
  const draft = read(key)
  if (draft !== null) return { kind: 'draft', ...draft }
  const gone = discardedDrafts.read(discardedKey(key))
  return gone === null ? null : { kind: 'gone', ...gone }
}

/** Identifies a local state. Unique, because no two edits of a draft have the same time. */
const stampOf = (here: LocalDraftState): string =>
  here === null ? '' : [here.kind, here.editedAt, here.savedAt, here.kind === 'draft' && here.unsaved].join(' ')

/** Keys of all local drafts, including discarded ones. */
const localDraftKeys = (project: string): string[] => {
  const { drafts: kept, gone } = prefixesOf(project)
  return [...storedKeys(kept), ...storedKeys(gone).map(draftKeyOfDiscarded)]
}

/** Takes over changes from other devices: newer edits, and drafts that were published or discarded there. */
export const pullRemoteDrafts = async (project: string): Promise<void> => {
  const before = new Map(localDraftKeys(project).map((key) => [key, stampOf(localStateOf(key))]))
  const listed = new Map((await drafts.list.query({ project })).map((copy) => [draftKey(project, copy), copy]))
  for (const key of new Set([...before.keys(), ...localDraftKeys(project), ...listed.keys()])) {
    const here = localStateOf(key)
    // The draft changed during the request, so the local state is newer.
    if ((before.get(key) ?? stampOf(null)) !== stampOf(here)) continue
    const copy = listed.get(key)
    const isOurs = copy !== undefined && here?.sent !== undefined && here.sent === JSON.stringify(copy.document)
    const step = nextStep(here, copy?.updatedAt ?? null, isOurs)
    if (step === 'take' && copy !== undefined) take(key, copy)
    if (step === 'forget') forget(key)
  }
}

/** Saves unsaved edits and deletes the server’s copies of discarded drafts. Returns whether the server rejected any. */
export const pushLocalDrafts = async (project: string): Promise<boolean> => {
  for (const key of localDraftKeys(project)) {
    const here = localStateOf(key)
    if (here === null || isRefused(key, here)) continue
    try {
      if (here.kind === 'gone') await discard(project, key)
      else if (here.unsaved) await save(project, key)
    } catch (error) {
      const { code } = refusalOf(error)
      if (code !== 'request/invalid' && !code.endsWith('not-found')) throw error
      refused.set(key, here.editedAt)
    }
  }
  return localDraftKeys(project).some((key) => isRefused(key, localStateOf(key)))
}

/** Whether any local change still has to be sent. */
export const hasUnsentChanges = (project: string): boolean =>
  localDraftKeys(project).some((key) => {
    const here = localStateOf(key)
    return here !== null && !isRefused(key, here) && (here.kind === 'gone' || here.unsaved)
  })

/** Whether the server still has a draft that was published or discarded here. */
export const thrownAway = (project: string): boolean =>
  localDraftKeys(project).some((key) => {
    const here = localStateOf(key)
    return here?.kind === 'gone' && !isRefused(key, here)
  })

/** Edit time of drafts that the server rejected. They are retried only after another edit. */
const refused = new Map<string, number>()
const isRefused = (key: string, here: LocalDraftState): boolean => here !== null && refused.get(key) === here.editedAt

const save = async (project: string, key: string): Promise<void> => {
  const place = placeOf(key)
  if (place === null) return
  const { kind, ...where } = place
  if (kind === 'flag')
    await copied(flagDrafts, key, ({ base, document }) =>
      drafts.save.mutate({ project, entry: { kind, ...where, base, document } }),
    )
  else
    await copied(segmentDrafts, key, ({ base, document }) =>
      drafts.save.mutate({ project, entry: { kind, ...where, base, document } }),
    )
}

/** Saves a draft and records the server’s timestamp. Edits made during the request remain unsaved. */
const copied = async <D>(
  store: Stored<StoredDraft<Edit<D>>>,
  key: string,
  send: (draft: Edit<D>) => Promise<{ updatedAt: string }>,
): Promise<void> => {
  const sent = store.read(key)
  if (sent === null) return
  store.write(key, { ...sent, sent: JSON.stringify(sent.document) })
  const { updatedAt: savedAt } = await send(sent)
  const now = store.read(key)
  if (now !== null) store.write(key, { ...now, savedAt, unsaved: now.editedAt !== sent.editedAt, sent: undefined })
}

const discard = async (project: string, key: string): Promise<void> => {
  const place = placeOf(key)
  if (place !== null) await drafts.discard.mutate({ project, places: [place] })
  discardedDrafts.write(discardedKey(key), null)
}

const forget = (key: string): void => {
  discardedDrafts.write(discardedKey(key), null)
  if (read(key) !== null) (placeOf(key)?.kind === 'flag' ? flagDrafts : segmentDrafts).write(key, null)
}

const take = (key: string, { base, before, document, updatedAt }: ListedDraft): void => {
  if (before === null || document === null) return
  if ('variants' in before && 'variants' in document) takeOver(flagDrafts, key, { base, before, document }, updatedAt)
  if ('included' in before && 'included' in document)
    takeOver(segmentDrafts, key, { base, before, document }, updatedAt)
  discardedDrafts.write(discardedKey(key), null)
}

/** Takes over the server’s copy. Keeps an unsaved local edit as `replaced`. */
const takeOver = <D>(store: Stored<StoredDraft<Edit<D>>>, key: string, edit: Edit<D>, savedAt: string): void => {
  const was = store.read(key)
  const replaced = was?.unsaved ? { base: was.base, before: was.before, document: was.document } : was?.replaced
  store.write(key, { ...edit, editedAt: Date.parse(savedAt), savedAt, unsaved: false, replaced })
}
