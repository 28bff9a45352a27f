/** A searchable item. Create it once with `findable`, so that ranking is fast enough for each keystroke. */
export type Findable<Value> = { value: Value; texts: readonly string[]; initials: readonly string[] }

const initialsOf = (text: string): string =>
  [...text.matchAll(/(?:^|[^a-z0-9])([a-z0-9])/g)].map(([, first]) => first).join('')

/** Creates a searchable item with its names, the primary one first. */
export const findable = <Value>(value: Value, ...names: readonly string[]): Findable<Value> => {
  const texts = names.map((name) => name.toLowerCase())
  return { value, texts, initials: texts.map(initialsOf) }
}

/** How closely the letters occur in a text, in order: 0 if they do not, near 1 if they are adjacent. */
const scattered = (text: string, wanted: string): number => {
  let from = text.indexOf(wanted.charAt(0))
  const start = from
  for (let i = 1; i < wanted.length && from >= 0; i += 1) from = text.indexOf(wanted.charAt(i), from + 1)
  return from < 0 ? 0 : wanted.length / (from - start + 1)
}

const scoreOf = (text: string, initials: string, wanted: string): number => {
  if (text === wanted) return 6
  if (text.startsWith(wanted)) return 5 - text.length / 1_000
  const inside = text.indexOf(wanted)
  if (inside > 0) return (/[a-z0-9]/.test(text.charAt(inside - 1)) ? 3 : 4) - text.length / 1_000
  if (initials.startsWith(wanted)) return 3.5 - text.length / 1_000
  return 2 * scattered(text, wanted)
}

/**
 * The best matches, at most `limit`. Order: exact name, prefix, prefix of a word, initials (`nph` finds
 * new-pricing-homepage), substring, scattered letters that are close together.
 */
export const ranked = <Value>(things: readonly Findable<Value>[], typed: string, limit: number): Value[] => {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return things.slice(0, limit).map(({ value }) => value)
  const best: { value: Value; score: number; at: number }[] = []
  for (const [at, { value, texts, initials }] of things.entries()) {
    let score = 0
    for (const [i, text] of texts.entries()) score = Math.max(score, scoreOf(text, initials[i] ?? '', wanted))
    if (score > 0.8) best.push({ value, score, at })
  }
  return best
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, limit)
    .map(({ value }) => value)
}
