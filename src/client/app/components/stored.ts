import { useSyncExternalStore } from 'react'
import { type DebouncedWrites, debounceWrites } from './debounce-writes.ts'

/** Values stored in this browser by key, validated when read. */
export type Stored<T> = {
  read: (key: string) => T | null
  /** Null deletes the value. */
  write: (key: string, value: T | null) => void
  use: (key: string) => T | null
}

/** Values that the browser refused to store. They last as long as the page. */
const unstoredValues = new Map<string, string>()

const rawOf = (key: string): string | null => unstoredValues.get(key) ?? localStorage.getItem(key)
const storeRaw = (key: string, raw: string): void => {
  try {
    localStorage.setItem(key, raw)
  } catch {
    localStorage.removeItem(key)
    unstoredValues.set(key, raw)
  }
}
const forget = (key: string): void => {
  names = null
  debouncedWrites.drop(key)
  unstoredValues.delete(key)
  localStorage.removeItem(key)
}

/** Values waiting for a debounced write. They are not in `localStorage` yet. */
const debouncedWrites: DebouncedWrites = debounceWrites((key, value) => {
  unstoredValues.delete(key)
  storeRaw(key, JSON.stringify(value))
})

/** All stored keys. Null if they must be listed again. */
let names: readonly string[] | null = null

/** Cache of values that were read or written. The `storage` event of other tabs invalidates it. */
const known = new Map<string, unknown>()

const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}
const onOtherTabWrite = (key: string | null) => {
  names = null
  // A pending local value is newer.
  for (const changed of key === null ? [...known.keys()] : [key])
    if (!debouncedWrites.has(changed)) known.delete(changed)
  announce()
}
/** Listens for changes in other tabs. A page restored from the back-forward cache missed those events. */
const watch = () => {
  if (watching) return
  watching = true
  addEventListener('storage', ({ key }) => onOtherTabWrite(key))
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) onOtherTabWrite(null)
  })
}
let watching = false

/** Calls the listener whenever a value changes, here or in another tab. Returns the unsubscribe function. */
export const subscribe = (listener: () => void) => {
  watch()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Creates a store for one kind of value in `localStorage`. `accept` returns null for values that are no longer valid,
 * for example from an older version; they read as null. If the browser refuses to store a value, it lasts as long as
 * the page. With `inPauses`, a value can be read immediately but is written after a pause and before the page is left.
 * Use it for large values that change with each keystroke.
 */
export const stored = <T>(accept: (value: unknown) => T | null, { inPauses = false } = {}): Stored<T> => {
  const read = (key: string): T | null => {
    watch()
    // Safe cast: each key belongs to one store, so this store accepted or wrote the value.
    if (known.has(key)) return known.get(key) as T | null
    const raw = rawOf(key)
    const value = raw === null ? null : accept(parsed(raw))
    known.set(key, value)
    return value
  }

  const write = (key: string, value: T | null): void => {
    if (value === null && !debouncedWrites.has(key) && rawOf(key) === null) return
    known.set(key, value)
    if (names?.includes(key) !== true) names = null
    if (value === null) forget(key)
    else if (inPauses) debouncedWrites.keep(key, value)
    else {
      unstoredValues.delete(key)
      storeRaw(key, JSON.stringify(value))
    }
    announce()
  }

  return {
    read,
    write,
    use: (key) => useSyncExternalStore(subscribe, () => read(key)),
  }
}

const parsed = (raw: string): unknown => {
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}

export const storedKeys = (prefix: string): readonly string[] => {
  watch()
  names ??= [...new Set([...Object.keys(localStorage), ...unstoredValues.keys(), ...debouncedWrites.keys()])].sort()
  return names.filter((key) => key.startsWith(prefix))
}

/** Hook version of `storedKeys`. */
export const useStoredKeys = (prefix: string): readonly string[] => {
  const kept = useSyncExternalStore(subscribe, () => storedKeys(prefix).join('\n'))
  return kept === '' ? [] : kept.split('\n')
}

export const moveKeys = (from: string, to: string): void => {
  debouncedWrites.flush()
  for (const key of storedKeys(from)) {
    const raw = rawOf(key)
    const there = `${to}${key.slice(from.length)}`
    forget(key)
    known.delete(key)
    known.delete(there)
    if (raw !== null) storeRaw(there, raw)
  }
  names = null
  announce()
}
