/*
 * Patterns that JavaScript and the server's regular expression engine read the same way. The SDK evaluates these by
 * itself, and leaves all others to the server.
 */

const escaped = String.raw`\\(?:x[\dA-Fa-f]{2}|[dDsSwWfnrtv -/:;=?@\x5b-\x60{-~])`
const inSet = String.raw`(?:${escaped}|\\[bB]|(?!&&|--|~~)[^\\[\]\x80-\uffff])`

/**
 * One part of a pattern: a character, a set, the start of a group, a quantifier, or any other character. An
 * unterminated set or escape is included, because it is invalid in both engines.
 */
const part = new RegExp(
  [
    String.raw`(?<plain>${escaped}|\\$|\[(?:\^|(?!\^))${inSet}*\\?$)`,
    String.raw`(?<set>\[(?:\^|(?!\^))${inSet}+\])`,
    String.raw`(?<open>\((?:\?:|(?!\?)))`,
    String.raw`(?<count>\{(?<least>\d+)(?:,(?<most>\d*))?\})`,
    String.raw`(?<other>[^\\[({\x80-\uffff])`,
  ].join('|'),
  'y',
)

export const compiles = (source: string, flags = ''): boolean => {
  try {
    return new RegExp(source, flags) instanceof RegExp
  } catch {
    return false
  }
}

/** Anchors and empty groups must not be quantified, because one of the engines rejects that. */
const unrepeatable: ReadonlySet<string> = new Set(['^', '$', '()'])

const mostTimes = 2 ** 32 - 1

/** Whether the SDK evaluates a pattern by itself. */
export const isPortable = (pattern: string): boolean => {
  const sets: string[] = []
  let before = ''
  for (let at = 0; at < pattern.length; ) {
    part.lastIndex = at
    const found = part.exec(pattern)
    if (found === null) return false
    const [text] = found
    const { set, open, count, least, most, other } = found.groups ?? {}
    at += text.length
    if (set !== undefined) sets.push(set)
    const isCount = count !== undefined
    if (isCount && (['', '|', '('].includes(before) || Number(least) > mostTimes || Number(most ?? 0) > mostTimes))
      return false
    const repeats = isCount || (other !== undefined && '*+?'.includes(other))
    if (repeats && unrepeatable.has(before)) return false
    // Stacked and possessive quantifiers mean different things in the two engines.
    if ((repeats || other === '}') && /^[+{]/.test(pattern.slice(at))) return false
    const isEmptyGroup = other === ')' && (before === '(' || before === '()')
    before = open === undefined ? (isEmptyGroup ? '()' : (other ?? 'a')) : '('
  }
  // A pattern that does not compile is invalid in both engines.
  return sets.every((set) => compiles(set, 'u')) || !compiles(pattern)
}
