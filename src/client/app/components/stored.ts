import { useSyncExternalStore } from 'react'

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
    unkept.set(key, raw)
  }
}
const forget = (key: string): void => {
  unkept.delete(key)
  localStorage.removeItem(key)
}

const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}
/** Calls whenever something is kept or forgotten, here or in another tab; the answer ends that. */
export const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', announce)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', announce)
  }
}

/**
 * A store of one kind of value in `localStorage`. `accept` answers null for what no longer fits (an older version wrote
 * it); that reads as nothing. Where the browser refuses to keep a value, it lasts as long as the page.
 */
export const stored = <T>(accept: (value: unknown) => T | null): Stored<T> => {
  const cache = new Map<string, { raw: string | null; value: T | null }>()

  const read = (key: string): T | null => {
    const raw = rawOf(key)
    const known = cache.get(key)
    if (known !== undefined && known.raw === raw) return known.value
    const value = raw === null ? null : accept(parsed(raw))
    cache.set(key, { raw, value })
    return value
  }

  const write = (key: string, value: T | null): void => {
    forget(key)
    const raw = value === null ? null : JSON.stringify(value)
    if (raw !== null) keep(key, raw)
    // what was written here need not be read and checked again: it may be long, and is written with every key
    cache.set(key, { raw, value })
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
export const storedKeys = (prefix: string): readonly string[] =>
  [...new Set([...Object.keys(localStorage), ...unkept.keys()])].filter((key) => key.startsWith(prefix)).sort()

/** The same, kept up to date. */
export const useStoredKeys = (prefix: string): readonly string[] => {
  const kept = useSyncExternalStore(subscribe, () => storedKeys(prefix).join('\n'))
  return kept === '' ? [] : kept.split('\n')
}

/** Gives everything that is kept under one prefix another one. */
export const moveKeys = (from: string, to: string): void => {
  for (const key of storedKeys(from)) {
    const raw = rawOf(key)
    forget(key)
    if (raw !== null) keep(`${to}${key.slice(from.length)}`, raw)
  }
  announce()
}
