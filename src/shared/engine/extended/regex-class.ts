/** Characters as ranges of code points, both ends inclusive. */
export type Ranges = readonly (readonly [number, number])[]

const digit: Ranges = [[0x30, 0x39]]
const upper: Ranges = [[0x41, 0x5a]]
const lower: Ranges = [[0x61, 0x7a]]

/** RE2's named ASCII classes (https://github.com/google/re2/wiki/Syntax). */
export const asciiClasses: Readonly<Record<string, Ranges>> = {
  alnum: [...digit, ...upper, ...lower],
  alpha: [...upper, ...lower],
  ascii: [[0, 0x7f]],
  blank: [
    [9, 9],
    [32, 32],
  ],
  cntrl: [
    [0, 0x1f],
    [0x7f, 0x7f],
  ],
  digit,
  graph: [[0x21, 0x7e]],
  lower,
  print: [[0x20, 0x7e]],
  punct: [
    [0x21, 0x2f],
    [0x3a, 0x40],
    [0x5b, 0x60],
    [0x7b, 0x7e],
  ],
  space: [
    [9, 13],
    [32, 32],
  ],
  upper,
  word: [...digit, ...upper, [0x5f, 0x5f], ...lower],
  xdigit: [...digit, [0x41, 0x46], [0x61, 0x66]],
}

/** RE2's `\s`. Unlike `[:space:]`, it excludes the vertical tab. */
export const perlSpace: Ranges = [
  [9, 10],
  [12, 13],
  [32, 32],
]

export const complement = (ranges: Ranges): Ranges => {
  const result: [number, number][] = []
  let from = 0
  for (const [low, high] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (low > from) result.push([from, low - 1])
    from = high + 1
  }
  result.push([from, 0x10ffff])
  return result
}

const escaped = (point: number): string => `\\u{${point.toString(16)}}`

/** Writes ranges for the inside of an ECMAScript class. */
export const inClass = (ranges: Ranges): string =>
  ranges.map(([low, high]) => (low === high ? escaped(low) : `${escaped(low)}-${escaped(high)}`)).join('')

const single = (text: string): number[] => {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  return points.length === 1 ? points : []
}

/**
 * Returns the code points that are the same letter regardless of case, as far as upper- and lower-casing map to each
 * other.
 */
const casesOf = (point: number): number[] => {
  const text = String.fromCodePoint(point)
  const [up, down] = [text.toUpperCase(), text.toLowerCase()]
  const cases = new Set([
    point,
    ...single(up),
    ...single(down),
    ...single(up.toLowerCase()),
    ...single(down.toUpperCase()),
  ])
  if (cases.has(0x6b)) cases.add(0x212a)
  if (cases.has(0x73)) cases.add(0x17f)
  return [...cases]
}

/** Adds the other case of every letter to the ranges. For ranges longer than a script, only of ASCII letters. */
export const folded = (ranges: Ranges): Ranges =>
  ranges.flatMap(([low, high]) => {
    const letters: [number, number][] = [[low, high]]
    for (let point = low; point <= Math.min(high, low > 0x7f ? low + 0x400 : 0x7f); point += 1) {
      for (const other of casesOf(point)) if (other < low || other > high) letters.push([other, other])
    }
    return letters
  })
