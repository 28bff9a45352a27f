/** Local state of a draft: present, discarded, or unknown. */
export type LocalDraftState =
  | { kind: 'draft'; editedAt: number; savedAt: string | null; unsaved: boolean }
  | { kind: 'gone'; editedAt: number; savedAt: string | null }
  | null

/** What to do about a draft: update the server (`save`, `discard`) or the local copy (`take`, `forget`). */
export type Step = 'nothing' | 'save' | 'discard' | 'take' | 'forget'

/**
 * Reconciles a local draft with the server’s copy. `copiedAt` is the timestamp of that copy, null if there is none. If
 * the copy changed since this browser saw it, another device changed it, unless this browser sent it and lost the
 * response (`isOurs`). The newest edit wins.
 */
export const nextStep = (here: LocalDraftState, copiedAt: string | null, isOurs = false): Step => {
  if (here === null) return copiedAt === null ? 'nothing' : 'take'
  const moved = !isOurs && copiedAt !== here.savedAt
  const newerThere = moved && copiedAt !== null && Date.parse(copiedAt) > here.editedAt
  if (here.kind === 'gone') {
    if (copiedAt === null) return 'forget'
    return newerThere ? 'take' : 'discard'
  }
  if (here.unsaved) return newerThere ? 'take' : 'save'
  if (!moved) return 'nothing'
  // Another device published or discarded the draft.
  return copiedAt === null ? 'forget' : 'take'
}
