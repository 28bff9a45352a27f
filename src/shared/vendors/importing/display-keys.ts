import { Key } from '../../schemas/keys.ts'
import type { Report } from './finding.ts'

const longest = 90

/** Keys of ours that were given before, by theirs: of another environment of the same project, or by an earlier import. */
export type KnownKeys = {
  flags?: ReadonlyMap<string, string> | undefined
  segments?: ReadonlyMap<string, string> | undefined
}

/** A key of ours that looks like theirs: what is not allowed becomes a dash. */
const likeness = (theirs: string, fallback: string): string => {
  const plain = theirs.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '')
  return plain.slice(0, longest) || fallback
}

/**
 * Gives every key of theirs one of ours, unique without regard to case. Keys that are allowed here stay as they are, and
 * come first, so that no derived key takes the place of a real one. `fallback` names what has no usable character. Where
 * theirs are ids, `nameOf` says what the key should look like. What is `known` already keeps its key.
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

/** The place of what is said of a key: answers are the same, by another name. */
export const keyPath = 'key'

/** Says that a key could not stay as it was; what applications ask for is another one then. */
export const reportKey = (report: Report, theirs: string, ours: string, fallback: string): void => {
  if (theirs === ours) return
  if (fallback === 'segment') {
    // nobody asks for a segment by its key
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
