import { foldedPattern } from './fold.ts'
import { malformed, type Prepare, type Test, textsOf } from './test.ts'

/** Any of the texts stands in the value where `holds` looks; with `ignoreCase`, where the pattern finds it. */
const anyOf =
  (holds: (value: string, text: string) => boolean, before: string, after: string): Prepare =>
  (leaf) => {
    const texts = textsOf(leaf)
    if (texts.length === 0) return () => false
    if (leaf.ignoreCase === true) return found(foldedPattern(before, texts, after))
    const [only] = texts
    if (only !== undefined && texts.length === 1) return (value) => typeof value === 'string' && holds(value, only)
    return (value) => typeof value === 'string' && texts.some((text) => holds(value, text))
  }

const found =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value)

export const contains = anyOf((value, text) => value.includes(text), '(?:', ')')
export const startsWith = anyOf((value, text) => value.startsWith(text), '^(?:', ')')
export const endsWith = anyOf((value, text) => value.endsWith(text), '(?:', ')$')

/** Any of the regular expressions finds something: ECMAScript, flag `u`, unanchored. */
export const matches: Prepare = (leaf) => {
  const patterns = textsOf(leaf).map((source) => {
    try {
      return new RegExp(source, leaf.ignoreCase === true ? 'iu' : 'u')
    } catch {
      throw malformed(`${JSON.stringify(source)} isn’t a valid regular expression`)
    }
  })
  const [only] = patterns
  if (only !== undefined && patterns.length === 1) return found(only)
  return (value) => typeof value === 'string' && patterns.some((pattern) => pattern.test(value))
}
