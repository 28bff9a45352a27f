/** A pattern with its bounded choices unbounded: `bound` is the largest count that was let go. */
export type Widened = { source: string; bound: number }

type Group = { alternatives: number; hasChoice: boolean; looksAround: boolean }

/** A group's beginning, a bar, or an atom (or a group's end) with the count that follows it. */
const token =
  /(?<open>\((?:\?(?:[:=!]|<[=!]|<[^>]+>|[a-z-]+:))?)|(?<bar>\|)|(?<atom>\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]])*\]|.)(?<count>(?:[*+?]|\{(?<least>\d+)(?:,(?<most>\d*))?\})\??)?/gsu

/** A character that the pattern cannot be about; it makes every match fail once all ways to match were tried. */
const never = '\\u{10FFFF}'

/**
 * Lets every bounded choice of a pattern (`?`, `{2,5}`, an alternation in a group, a counted choice) repeat without
 * end, and demands something impossible after it. Whatever way the pattern can go through a text, the widened one can
 * too, so it backtracks at least as much. This makes catastrophes of nested counts, such as `(?:(?:a?){10}){10}b`,
 * visible to a checker that takes patterns without `*` or `+` for harmless. Answers null when there is nothing to
 * widen. The source must compile with the flag `u`.
 */
export const widenPattern = (source: string): Widened | null => {
  let inner: Group = { alternatives: 1, hasChoice: false, looksAround: false }
  const outer: Group[] = []
  let out = ''
  let bound = 0
  const widen = (count: number) => {
    out += '*'
    bound = Math.max(bound, count)
  }
  for (const { groups } of source.matchAll(token)) {
    const { open, bar, atom = '', count, least, most } = groups ?? {}
    out += open ?? bar ?? atom
    if (open !== undefined) {
      outer.push(inner)
      inner = { alternatives: 1, hasChoice: false, looksAround: /^\(\?<?[=!]/.test(open) }
      continue
    }
    if (bar !== undefined) {
      inner.alternatives += 1
      continue
    }
    let alternatives = 1
    let hasChoice = false
    if (atom === ')') {
      alternatives = inner.looksAround ? 1 : inner.alternatives
      hasChoice = inner.hasChoice || inner.alternatives > 1
      inner = outer.pop() ?? inner
    }
    const fixed = least !== undefined && (most === undefined || most === least)
    const endless = count !== undefined && (/^[*+]/.test(count) || most === '')
    if (endless || (fixed && !hasChoice)) out += count
    else if (count !== undefined) widen(Math.max(Number(most ?? least ?? 1), alternatives))
    else if (alternatives > 1) widen(alternatives)
    inner.hasChoice ||= hasChoice || (count !== undefined && !fixed)
  }
  return bound === 0 ? null : { source: `(?:${out})${never}`, bound }
}
