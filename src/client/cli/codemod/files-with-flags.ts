import type { Program } from './program.ts'
import type { Script } from './script-of.ts'

const obvious = /fanion|openfeature|flags/i
const literal = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Matches any of the words, but not as part of a longer word. */
export const wordsPattern = (words: Iterable<string>): RegExp =>
  new RegExp(
    `(?<![\\w.-])(?:${[...words]
      .toSorted((a, b) => b.length - a.length)
      .map(literal)
      .join('|')})(?![\\w-])`,
    'g',
  )

/**
 * Yields the files of a program that may involve flags, without parsing the others. Starts with files that mention the
 * SDK or match `isAbout`, then follows the names that these export to the files that use them.
 */
export function* filesWithFlags(
  scripts: ReadonlyMap<string, Script>,
  program: Program,
  isAbout: (code: string) => boolean,
): Generator<string> {
  const others = new Map([...scripts].map(([path, { code }]) => [path, code]))
  const words = new Set<string>()
  let wave = [...others].filter(([, code]) => obvious.test(code) || isAbout(code))
  while (wave.length > 0) {
    const fresh = new Set<string>()
    for (const [path, code] of wave) {
      others.delete(path)
      yield path
      if (!/\bexport\b/.test(code)) continue
      for (const word of program.wordsOf(path))
        if (word !== '' && !obvious.test(word) && !words.has(word)) fresh.add(word)
    }
    for (const word of fresh) words.add(word)
    const pattern = new RegExp([...fresh].map(literal).join('|'))
    wave = fresh.size === 0 ? [] : [...others].filter(([, code]) => pattern.test(code))
  }
}
