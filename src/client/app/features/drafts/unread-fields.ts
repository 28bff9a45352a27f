import { useEffect, useSyncExternalStore } from 'react'

/*
 * Fields whose text cannot be read at the moment and that nothing in the document can stand for, such as an empty
 * percentage. As long as one is on the page, nothing of its draft is published.
 */

const unread = new Map<string, Map<string, string>>()
const listeners = new Set<() => void>()
let version = 0

/** Notes that a field of a draft cannot be read and what would be right, or with null that it can. */
const noteUnread = (draft: string, field: string, wanted: string | null): void => {
  const fields = unread.get(draft) ?? new Map<string, string>()
  if ((fields.get(field) ?? null) === wanted) return
  if (wanted === null) fields.delete(field)
  else fields.set(field, wanted)
  if (fields.size === 0) unread.delete(draft)
  else unread.set(draft, fields)
  version += 1
  for (const listener of listeners) listener()
}

/** What is wanted in the fields of a draft that cannot be read, to finish "To publish, …". */
const unreadOf = (draft: string): string[] => [...(unread.get(draft)?.values() ?? [])]

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The same, for a component. */
export const useUnread = (draft: string): string[] => {
  useSyncExternalStore(listen, () => version)
  return unreadOf(draft)
}

/** Keeps note of one field for as long as it is on the page. */
export const useNoteUnread = (draft: string, field: string, wanted: string | null): void => {
  useEffect(() => {
    noteUnread(draft, field, wanted)
    return () => noteUnread(draft, field, null)
  }, [draft, field, wanted])
}
