import type { Answer } from '../core/answers.ts'

/** The answers in an OFREP body, or in what was kept of one. Throws an `Error` where it is none. */
export const answersOf = (json: unknown): Answer[] => {
  const { flags } = Object(json)
  if (!Array.isArray(flags)) throw new Error('no flags')
  return flags.filter((flag) => typeof flag?.key === 'string')
}

/**
 * The new answers, with those that say the same as before kept as they were, so that whoever compares objects sees no
 * change; and the keys of those that do not.
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
 * A short name for a context (32-bit FNV-1a), so that what is kept of one visitor is not served to another, and the
 * context itself is not kept.
 */
export const nameOf = (context: unknown): number => {
  let hash = 0x811c9dc5
  for (const char of JSON.stringify(context)) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return hash
}
