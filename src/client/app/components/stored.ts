import { useSyncExternalStore } from 'react'
import { keepLate, type Late } from './keep-late.ts'

/** Values kept in this browser under a key, checked when they are read. */
export type Stored<T> = {
  read: (key: string) => T | null
  /** Null forgets. */
  write: (key: string, value: T | null) => void
  use: (key: string) => T | null
}

/** What the browser refused to keep; it lasts as long as the page. */
const unkept = new Map<string, string>()

const rawOf = (key: string): string | null => unkept.get(key) ?? localStorage.getItem(key)
const keep = (key: string, raw: string): void => {
  try {
    localStorage.setItem(key, raw)
  } catch {
    localStorage.removeItem(key)
    unkept.set(key, raw)
  }
}
const forget = (key: string): void => {
  names = null
  late.drop(key)
  unkept.delete(key)
  localStorage.removeItem(key)
}

/** What was written and is kept only in a pause: none of it is in `localStorage` yet. */
const late: Late = keepLate((key, value) => {
  unkept.delete(key)
  keep(key, JSON.stringify(value))
})

/** Every key that is kept; null while that has to be looked up. */
let names: readonly string[] | null = null

/** What was read or written here, by key. Other tabs say when they change something. */
const known = new Map<string, unknown>()

const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}
const fromElsewhere = (key: string | null) => {
  names = null
  if (key === null) known.clear()
  // what is typed here, and kept in a moment, is newer
  else if (!late.has(key)) known.delete(key)
  announce()
}
/** Watches what other tabs keep; a page that slept in the back-and-forward cache heard nothing of it. */
const watch = () => {
  if (watching) return
  watching = true
  addEventListener('storage', ({ key }) => fromElsewhere(key))
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) fromElsewhere(null)
  })
}
let watching = false

/** Calls whenever something is kept or forgotten, here or in another tab; the answer ends that. */
export const subscribe = (listener: () => void) => {
  watch()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * A store of one kind of value in `localStorage`. `accept` answers null for what no longer fits (an older version wrote
 * it); that reads as nothing. Where the browser refuses to keep a value, it lasts as long as the page. With `inPauses` a
 * value is there at once and is kept when nothing was written for a moment, and before the page goes: for what is long and
 * changes with every key.
 */
export const stored = <T>(accept: (value: unknown) => T | null, { inPauses = false } = {}): Stored<T> => {
  const read = (key: string): T | null => {
    watch()
    // every key belongs to one store: what is known of it was accepted or written by this one
    if (known.has(key)) return known.get(key) as T | null
    const raw = rawOf(key)
    const value = raw === null ? null : accept(parsed(raw))
    known.set(key, value)
    return value
  }

  const write = (key: string, value: T | null): void => {
    if (value === null && !late.has(key) && rawOf(key) === null) return
    known.set(key, value)
    if (names?.includes(key) !== true) names = null
    if (value === null) forget(key)
    else if (inPauses) late.keep(key, value)
    else {
      unkept.delete(key)
      keep(key, JSON.stringify(value))
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

/** The keys that are kept here and start with a prefix, in order. */
export const storedKeys = (prefix: string): readonly string[] => {
  watch()
  names ??= [...new Set([...Object.keys(localStorage), ...unkept.keys(), ...late.keys()])].sort()
  return names.filter((key) => key.startsWith(prefix))
}

/** The same, kept up to date. */
export const useStoredKeys = (prefix: string): readonly string[] => {
  const kept = useSyncExternalStore(subscribe, () => storedKeys(prefix).join('\n'))
  return kept === '' ? [] : kept.split('\n')
}

/** Gives everything that is kept under one prefix another one. */
export const moveKeys = (from: string, to: string): void => {
  late.flush()
  for (const key of storedKeys(from)) {
    const raw = rawOf(key)
    const there = `${to}${key.slice(from.length)}`
    forget(key)
    known.delete(key)
    known.delete(there)
    if (raw !== null) keep(there, raw)
  }
  names = null
  announce()
}
