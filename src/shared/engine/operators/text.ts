import { patternsCost, spend, textCost } from '../meter.ts'
import { foldedPattern } from './fold.ts'
import { malformed, type Prepare, type Test, textsOf } from './test.ts'

/**
 * Matches if the value contains any of the texts where `holds` searches. With `ignoreCase`, a pattern searches instead.
 */
const anyOf =
  (holds: (value: string, text: string) => boolean, before: string, after: string): Prepare =>
  (leaf) => {
    const texts = textsOf(leaf)
    if (texts.length === 0) return () => false
    const { length } = texts
    if (leaf.ignoreCase === true) return found(foldedPattern(before, texts, after), length / 8)
    const [only] = texts
    if (only !== undefined && length === 1) {
      return (value) => typeof value === 'string' && (value.length < 256 || afford(value, 1)) && holds(value, only)
    }
    return (value) =>
      typeof value === 'string' &&
      (value.length < 256 || afford(value, length)) &&
      texts.some((text) => holds(value, text))
  }

const afford = (value: string, texts: number): true => {
  spend(textCost(value.length, texts, false))
  return true
}

/** `cost` is per character. */
const found =
  (pattern: RegExp, cost: number): Test =>
  (value) => {
    if (typeof value !== 'string') return false
    spend(value.length * cost)
    return pattern.test(value)
  }

export const contains = anyOf((value, text) => value.includes(text), '(?:', ')')
export const startsWith = anyOf((value, text) => value.startsWith(text), '^(?:', ')')
export const endsWith = anyOf((value, text) => value.endsWith(text), '(?:', ')$')

/** Matches if any of the regular expressions finds a match: ECMAScript, flag `u`, unanchored. */
export const matches: Prepare = (leaf) => {
  const texts = textsOf(leaf)
  const cost = patternsCost(texts)
  const patterns = texts.map((source) => {
    try {
      return new RegExp(source, leaf.ignoreCase === true ? 'iu' : 'u')
    } catch {
      throw malformed(`${JSON.stringify(source)} isn’t a valid regular expression`)
    }
  })
  const [only] = patterns
  if (only !== undefined && patterns.length === 1) return found(only, cost)
  return (value) => {
    if (typeof value !== 'string') return false
    spend(value.length * cost)
    return patterns.some((pattern) => pattern.test(value))
  }
}
