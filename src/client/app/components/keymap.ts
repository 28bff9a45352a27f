import { stored } from './stored.ts'

/** The user’s shortcut settings: whether single-key shortcuts are off, and rebound keys by default key. */
export type Keymap = { off: boolean; keys: Readonly<Record<string, string>> }

const plain: Keymap = { off: false, keys: {} }
const place = 'fanion/shortcuts'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const store = stored((value): Keymap | null => {
  if (!isRecord(value) || !isRecord(value['keys'])) return null
  const keys = Object.entries(value['keys']).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return { off: value['off'] === true, keys: Object.fromEntries(keys) }
})

export const keymap = {
  read: (): Keymap => store.read(place) ?? plain,
  use: (): Keymap => store.use(place) ?? plain,
  setOff: (off: boolean): void => store.write(place, { ...keymap.read(), off }),
  /** Rebinds a key. Null restores the default. */
  change: (from: string, to: string | null): void => {
    const { [from]: _, ...others } = keymap.read().keys
    store.write(place, { ...keymap.read(), keys: to === null || to === from ? others : { ...others, [from]: to } })
  },
}

/** Whether a shortcut is a single key without a modifier. Those can be rebound or turned off. */
export const isSingle = (keys: string): boolean => !keys.includes('+') && !keys.includes(' ')

/** The current keys of a shortcut. Null if it is turned off. `mod+` shortcuts are always on. */
export const keysNow = (keys: string, { off, keys: own }: Keymap): string | null => {
  if (keys.startsWith('mod+')) return keys
  if (off) return null
  return isSingle(keys) ? (own[keys] ?? keys) : keys
}
