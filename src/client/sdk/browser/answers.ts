import type { Answer } from '../core/answers.ts'

/** Returns the answers of an OFREP body, or of a stored copy of one. Throws an `Error` if the shape is wrong. */
export const answersOf = (json: unknown): Answer[] => {
  const { flags } = Object(json)
  if (!Array.isArray(flags)) throw new Error('no flags')
  return flags.filter((flag) => typeof flag?.key === 'string')
}

/**
 * Merges new answers and returns the keys that changed. Unchanged answers keep their object identity, so comparing by
 * reference works.
 */
export const merge = (
  before: ReadonlyMap<string, Answer>,
  answers: readonly Answer[],
): [after: ReadonlyMap<string, Answer>, changed: readonly string[]] => {
  const after = new Map<string, Answer>()
  const changed = new Set(before.keys())
  for (const answer of answers) {
    const { key } = answer
    const known = before.get(key)
    const same = JSON.stringify(known) === JSON.stringify(answer)
    after.set(key, (same && known) || answer)
    changed[same ? 'delete' : 'add'](key)
  }
  return [after, [...changed]]
}

/**
 * Returns a 32-bit FNV-1a hash of a context. It prevents serving one visitor's stored answers to another, without
 * storing the context.
 */
export const nameOf = (context: unknown): number => {
  let hash = 0x811c9dc5
  for (const char of JSON.stringify(context)) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return hash
}
