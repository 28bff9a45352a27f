import { createValueCheck } from '../core/accept.ts'
import type { AnyFlags } from '../core/calls.ts'
import type { AnswersOverride } from '../core/page.ts'

export type TabOverrides = {
  readonly get: (key: string) => unknown
  readonly has: (key: string) => boolean
  readonly size: () => number
  readonly set: (key: string, value: unknown) => void
  readonly remove: (key: string) => void
  readonly clear: () => void
  /** Replaces answers with the overrides. */
  readonly adjust: AnswersOverride
}

type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const name = 'fanion:overrides'

/**
 * Creates overrides that last as long as the tab, across reloads. Stored values that fit no declared flag are ignored.
 * If the browser stores nothing, they last as long as the page.
 */
export const createTabOverrides = (flags: AnyFlags, storage: () => TabStorage): TabOverrides => {
  const laid = new Map<string, unknown>()
  const kept = read(storage)
  for (const flag of Object.values(flags)) {
    const value = Object.hasOwn(kept, flag.key) ? kept[flag.key] : undefined
    if (createValueCheck(flag)(value)) laid.set(flag.key, value)
  }
  const keep = () => {
    try {
      if (laid.size === 0) storage().removeItem(name)
      else storage().setItem(name, JSON.stringify(Object.fromEntries(laid)))
    } catch {
      // Storage is full or forbidden. The overrides still apply to this page.
    }
  }
  return {
    get: (key) => laid.get(key),
    has: (key) => laid.has(key),
    size: () => laid.size,
    set: (key, value) => {
      laid.set(key, value)
      keep()
    },
    remove: (key) => {
      laid.delete(key)
      keep()
    },
    clear: () => {
      laid.clear()
      keep()
    },
    adjust: (answers) => [
      ...answers.filter(({ key }) => !laid.has(key)),
      ...Array.from(laid, ([key, value]) => ({ key, value, reason: 'OVERRIDE' })),
    ],
  }
}

/** Reads the stored overrides; empty if they are missing, malformed or inaccessible. */
const read = (storage: () => TabStorage): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(storage().getItem(name) ?? '{}'))
  } catch {
    return {}
  }
}
