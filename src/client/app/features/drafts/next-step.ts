/** What this browser knows of a draft: there, thrown away, or nothing. */
export type Here =
  | { kind: 'draft'; editedAt: number; savedAt: string | null; unsaved: boolean }
  | { kind: 'gone'; editedAt: number; savedAt: string | null }
  | null

/** What is to be done about a draft: to the server's copy (`save`, `discard`) or to the one here (`take`, `forget`). */
export type Step = 'nothing' | 'save' | 'discard' | 'take' | 'forget'

/**
 * Brings a draft here and the server's copy of it together; `copiedAt` is the time of that copy, null where there is none.
 * A copy that moved since this browser saw it is another device's, but for one that was sent from here and whose receipt was
 * lost on the way (`isOurs`). Of two edits the newest wins.
 */
export const nextStep = (here: Here, copiedAt: string | null, isOurs = false): Step => {
  if (here === null) return copiedAt === null ? 'nothing' : 'take'
  const moved = !isOurs && copiedAt !== here.savedAt
  const newerThere = moved && copiedAt !== null && Date.parse(copiedAt) > here.editedAt
  if (here.kind === 'gone') {
    if (copiedAt === null) return 'forget'
    return newerThere ? 'take' : 'discard'
  }
  if (here.unsaved) return newerThere ? 'take' : 'save'
  if (!moved) return 'nothing'
  // published or thrown away on another device
  return copiedAt === null ? 'forget' : 'take'
}
