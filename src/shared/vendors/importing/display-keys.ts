import { Key } from '../../schemas/keys.ts'
import type { Report } from './finding.ts'

const longest = 90

/**
 * Fanion keys that are already assigned, by the vendor's key: from another environment of the project, or from an
 * earlier import.
 */
export type KnownKeys = {
  flags?: ReadonlyMap<string, string> | undefined
  segments?: ReadonlyMap<string, string> | undefined
}

/** A Fanion key similar to the vendor's: invalid characters become a dash. */
const likeness = (theirs: string, fallback: string): string => {
  const plain = theirs.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '')
  return plain.slice(0, longest) || fallback
}

/**
 * Assigns a Fanion key to each of the vendor's keys, unique regardless of case. Valid keys stay as they are and come
 * first, so that no derived key takes a real one. `fallback` is used for keys without a valid character. If the
 * vendor's keys are ids, `nameOf` returns the text to derive the key from. Keys in `known` stay assigned.
 */
export const displayKeys = (
  theirs: Iterable<string>,
  fallback: string,
  nameOf: (theirs: string) => string = (key) => key,
  known: ReadonlyMap<string, string> = new Map(),
): Map<string, string> => {
  const taken = new Set<string>([...known.values()].map((key) => key.toLowerCase()))
  const claim = (wanted: string): string => {
    let key = wanted
    for (let n = 2; taken.has(key.toLowerCase()); n += 1) key = `${wanted.slice(0, longest)}-${n}`
    taken.add(key.toLowerCase())
    return key
  }
  const all = [...new Set(theirs)]
  const fresh = all.filter((key) => !known.has(key))
  const allowed = fresh.filter((key) => Key.safeParse(nameOf(key)).success)
  const ours = new Map([...known, ...allowed.map((key): [string, string] => [key, claim(nameOf(key))])])
  return new Map(all.map((key) => [key, ours.get(key) ?? claim(likeness(nameOf(key), fallback))]))
}

/** The path of findings about a key. Such findings do not affect values. */
export const keyPath = 'key'

/** Reports that a key had to change, so that applications must use another one. */
export const reportKey = (report: Report, theirs: string, ours: string, fallback: string): void => {
  if (theirs === ours) return
  if (fallback === 'segment') {
    // Applications do not refer to segments, so a changed key needs no action.
    report('info', keyPath, `It is called "${ours}" here.`)
    return
  }
  if (ours === likeness(theirs, fallback)) {
    const rule = 'Keys here are letters, digits, dots, underscores and dashes, at most 100.'
    report(
      'warn',
      keyPath,
      `${rule} It was imported as "${ours}"; applications ask for that, the original stays the hash key.`,
    )
  } else {
    const why = 'Its key differs from another only by case or by characters that are not allowed here.'
    report(
      'warn',
      keyPath,
      `${why} It was imported as "${ours}"; applications ask for that, the original stays the hash key.`,
    )
  }
}
