/** A pattern without bounded repetitions. `bound` is the largest count that was removed. */
export type UnboundedPattern = { source: string; bound: number }

type Group = { alternatives: number; hasChoice: boolean; looksAround: boolean }

/** Matches the start of a group, a bar, or an atom (or the end of a group) with its quantifier. */
const token =
  /(?<open>\((?:\?(?:[:=!]|<[=!]|<[^>]+>|[a-z-]+:))?)|(?<bar>\|)|(?<atom>\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]])*\]|.)(?<count>(?:[*+?]|\{(?<least>\d+)(?:,(?<most>\d*))?\})\??)?/gsu

/** A character that patterns do not use. It makes every match fail after all ways to match were tried. */
const unmatchableCharacter = '\\u{10FFFF}'

/**
 * Makes every bounded choice of a pattern (`?`, `{2,5}`, an alternation in a group, a counted choice) repeat without
 * limit, and requires an impossible character after it. The widened pattern can take every path of the original one, so
 * it backtracks at least as much.
 * This reveals catastrophic nested counts, such as `(?:(?:a?){10}){10}b`, to a checker that considers patterns without
 * `*` or `+` harmless. Returns null if there is nothing to widen. The source must compile with the flag `u`.
 */
export const unboundPattern = (source: string): UnboundedPattern | null => {
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
  return bound === 0 ? null : { source: `(?:${out})${unmatchableCharacter}`, bound }
}
