import { useEffect, useSyncExternalStore } from 'react'

/*
 * Tracks fields with invalid text that the document cannot represent, such as an empty percentage. While one is on the
 * page, its draft cannot be published.
 */

const invalidFields = new Map<string, Map<string, string>>()
const listeners = new Set<() => void>()
let version = 0

/** Records that a field of a draft is invalid, with the expected content. Null clears it. */
const setInvalidField = (draft: string, field: string, wanted: string | null): void => {
  const fields = invalidFields.get(draft) ?? new Map<string, string>()
  if ((fields.get(field) ?? null) === wanted) return
  if (wanted === null) fields.delete(field)
  else fields.set(field, wanted)
  if (fields.size === 0) invalidFields.delete(draft)
  else invalidFields.set(draft, fields)
  version += 1
  for (const listener of listeners) listener()
}

/** The expected contents of invalid fields. Completes “To publish, …”. */
const expectedContentsOf = (draft: string): string[] => [...(invalidFields.get(draft)?.values() ?? [])]

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useInvalidFields = (draft: string): string[] => {
  useSyncExternalStore(listen, () => version)
  return expectedContentsOf(draft)
}

/** Registers a field as invalid while it is mounted. */
export const useSetInvalidField = (draft: string, field: string, wanted: string | null): void => {
  useEffect(() => {
    setInvalidField(draft, field, wanted)
    return () => setInvalidField(draft, field, null)
  }, [draft, field, wanted])
}
