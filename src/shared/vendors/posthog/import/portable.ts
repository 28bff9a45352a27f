/*
 * Patterns that JavaScript and the server's engine read alike, which the SDK asks by itself; any other it leaves to the server.
 */

const escaped = String.raw`\\(?:x[\dA-Fa-f]{2}|[dDsSwWfnrtv -/:;=?@\x5b-\x60{-~])`
const inSet = String.raw`(?:${escaped}|\\[bB]|(?!&&|--|~~)[^\\[\]\x80-\uffff])`

/** One part after another: what stands for a character, a set of them, a group, a count, anything else. What no end has is no pattern to anybody. */
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

/** Whether JavaScript reads a pattern. */
export const compiles = (source: string, flags = ''): boolean => {
  try {
    return new RegExp(source, flags) instanceof RegExp
  } catch {
    return false
  }
}

/** What may not be repeated: an anchor and a group of nothing, which one of the engines refuses. */
const unrepeatable: ReadonlySet<string> = new Set(['^', '$', '()'])

const mostTimes = 2 ** 32 - 1

/** Whether the SDK asks a pattern by itself. */
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
    // a count of a count, and what gives nothing back, are written alike in one of them only
    if ((repeats || other === '}') && /^[+{]/.test(pattern.slice(at))) return false
    const isEmptyGroup = other === ')' && (before === '(' || before === '()')
    before = open === undefined ? (isEmptyGroup ? '()' : (other ?? 'a')) : '('
  }
  // what no engine reads is no pattern to either
  return sets.every((set) => compiles(set, 'u')) || !compiles(pattern)
}
