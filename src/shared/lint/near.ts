/** Edit distance including swaps of adjacent letters (Damerau-Levenshtein), capped at `most + 1`. */
export const distance = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [older, old]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const around = [(old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + (same ? 0 : 1)]
      row.push(Math.min(...around, swapped ? (older[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY))
    }
    ;[older, old] = [old, row]
  }
  return old[b.length] ?? 0
}

const folded = (text: string): string => text.toLowerCase().replaceAll(/[\s_.-]/g, '')

/** The known name that a text probably means: equal except for case and separators, or one or two typos away. */
export const nearest = (text: string, known: readonly string[]): string | undefined => {
  if (known.includes(text)) return undefined
  const same = known.find((name) => folded(name) === folded(text))
  if (same !== undefined) return same
  const most = text.length >= 8 ? 2 : text.length >= 4 ? 1 : 0
  return known.find((name) => distance(folded(text), folded(name), most) <= most && most > 0)
}
