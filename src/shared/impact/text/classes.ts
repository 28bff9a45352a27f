import { allBut, codePoints, type Ranges, rangesOf } from './ranges.ts'

const known = new Map<string, Ranges>()

/**
 * Returns the code points of a regular expression class, such as `\p{L}` or `[^a-k]`. The platform's own RegExp
 * determines them, so no table of ours can become outdated.
 */
export const classOf = (source: string, flags: string): Ranges => {
  const plain = flags === 'u' ? standardClasses[source] : undefined
  if (plain !== undefined) return plain
  const name = `${flags}/${source}`
  const found = known.get(name) ?? codePointsMatching(new RegExp(`(?:${source})+`, `${flags}g`))
  if (known.size >= 500) known.clear()
  known.set(name, found)
  return found
}

/** Classes that ECMAScript enumerates. */
const standardClasses: Readonly<Record<string, Ranges>> = {
  '\\d': [48, 58],
  '\\w': [48, 58, 65, 91, 95, 96, 97, 123],
  '.': allBut([10, 11, 13, 14, 0x2028, 0x202a]),
}

/** Every code point once, in blocks without accidental surrogate pairs, so that a pattern can scan each in one pass. */
let everything: readonly (readonly [from: number, text: string])[] | undefined

const block = 1_024

const everyCodePoint = () => {
  everything ??= Array.from({ length: codePoints / block }, (_, index) => {
    const from = index * block
    return [from, String.fromCodePoint(...Array.from({ length: block }, (_, more) => from + more))] as const
  })
  return everything
}

const codePointsMatching = (pattern: RegExp): Ranges => {
  const stretches: [number, number][] = []
  for (const [from, text] of everyCodePoint()) {
    // Outside of the first plane, a code point takes two code units.
    const width = text.length / block
    for (const { index, 0: found } of text.matchAll(pattern))
      stretches.push([from + index / width, from + (index + found.length) / width])
  }
  return rangesOf(stretches)
}

/** Letters that equal another one if case is ignored, by their upper and lower case. */
let letters: Map<string, number[]> | undefined

const byCase = (): Map<string, number[]> => {
  if (letters !== undefined) return letters
  const found = new Map<string, number[]>()
  const ranges = classOf(String.raw`[\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]`, 'u')
  for (let at = 0; at < ranges.length; at += 2) {
    for (let one = ranges[at] as number; one < (ranges[at + 1] as number); one += 1) {
      for (const name of namesOf(String.fromCodePoint(one))) found.set(name, [...(found.get(name) ?? []), one])
    }
  }
  letters = found
  return found
}

const namesOf = (letter: string): string[] => [`upper ${letter.toUpperCase()}`, `lower ${letter.toLowerCase()}`]

/** Returns a character, or all characters that equal it if case is ignored. */
export const characterOf = (codePoint: number, ignoreCase: boolean): Ranges => {
  if (!ignoreCase) return [codePoint, codePoint + 1]
  const letter = String.fromCodePoint(codePoint)
  const near = new Set([codePoint])
  // Equal characters share a case form, directly or through others.
  for (const one of near)
    for (const name of namesOf(String.fromCodePoint(one))) for (const other of byCase().get(name) ?? []) near.add(other)
  const equal = new RegExp(`^(?:${escaped(letter)})$`, 'iu')
  return rangesOf([...near].filter((one) => equal.test(String.fromCodePoint(one))).map((one) => [one, one + 1]))
}

const escaped = (letter: string): string => letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
