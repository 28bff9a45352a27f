import type { AST } from '@eslint-community/regexpp'
import { RegExpParser } from '@eslint-community/regexpp'
import { limits } from '../../limits.ts'
import type { Leaf } from '../../schemas/condition.ts'
import { characterOf, classOf } from './classes.ts'
import { allBut, type Ranges, rangesOf } from './ranges.ts'

/** A condition between two characters for a step that reads none. */
export type Gate = 'always' | 'start' | 'end' | 'word' | 'inner'

/** A position of a pattern: the characters that may be read with their targets, and the steps that read nothing. */
interface Position {
  readonly reads: { readonly set: Ranges; readonly to: number }[]
  readonly skips: { readonly gate: Gate; readonly to: number }[]
}

/**
 * A test of texts as positions. It is true if the last position is reachable from the first, which may start anywhere
 * in the text.
 */
export interface Positions {
  readonly all: readonly Position[]
  readonly last: number
  /** The word characters for word boundaries; empty if the pattern has none. */
  readonly word: Ranges
}

/** Thrown for a pattern that is not regular, or that has too many positions. */
const unreadable = new RangeError('a pattern that is not looked into')

/** Returns the positions of a test; undefined if it cannot be analyzed. */
export const positionsOf = ({ operator, values, ignoreCase }: Leaf): Positions | undefined => {
  const folded = ignoreCase === true
  const all: Position[] = []
  const add = (): number => {
    if (all.length >= limits.patternPositions) throw unreadable
    all.push({ reads: [], skips: [] })
    return all.length - 1
  }
  const skip = (from: number, to: number, gate: Gate = 'always') => all[from]?.skips.push({ gate, to })
  const read = (from: number, set: Ranges): number => {
    const to = add()
    all[from]?.reads.push({ set, to })
    return to
  }
  const text = (value: string, start: number): number => {
    // Half of a surrogate pair can match in the middle of a pair, which positions cannot represent.
    if (/\p{Cs}/u.test(value)) throw unreadable
    let at = start
    for (const character of value) at = read(at, characterOf(character.codePointAt(0) as number, folded))
    return at
  }
  const flags = folded ? 'iu' : 'u'
  try {
    const first = add()
    const last = add()
    for (const value of values.map(String)) {
      if (operator === 'matches') skip(patternFrom(value, first), last)
      else {
        const from = add()
        skip(first, from, operator === 'startsWith' || isEquality(operator) ? 'start' : 'always')
        skip(text(value, from), last, operator === 'endsWith' || isEquality(operator) ? 'end' : 'always')
      }
    }
    const bordered = all.some(({ skips }) => skips.some(({ gate }) => gate === 'word' || gate === 'inner'))
    return { all, last, word: bordered ? classOf(String.raw`\w`, flags) : [] }
  } catch (problem) {
    // Deep nesting ends in an error of the platform.
    if (problem === unreadable || problem instanceof SyntaxError || problem instanceof RangeError) return undefined
    throw problem
  }

  function patternFrom(source: string, from: number): number {
    const { alternatives } = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, {
      unicode: true,
    })
    return choice(alternatives, from)
  }

  function choice(alternatives: readonly AST.Alternative[], from: number): number {
    const to = add()
    for (const { elements } of alternatives) {
      const start = add()
      skip(from, start)
      skip(
        elements.reduce((at, element) => step(element, at), start),
        to,
      )
    }
    return to
  }

  function step(element: AST.Element, from: number): number {
    switch (element.type) {
      case 'Character':
        return read(from, characterOf(element.value, folded))
      case 'CharacterSet':
        return read(from, classOf(element.raw, flags))
      case 'CharacterClass':
        return read(from, listedClass(element, folded) ?? classOf(element.raw, flags))
      case 'CapturingGroup':
        return choice(element.alternatives, from)
      case 'Group':
        if (element.modifiers !== null) throw unreadable
        return choice(element.alternatives, from)
      case 'Quantifier':
        return repeated(element, from)
      case 'Assertion': {
        if (element.kind === 'lookahead' || element.kind === 'lookbehind') throw unreadable
        const to = add()
        skip(from, to, element.kind === 'word' ? (element.negate ? 'inner' : 'word') : element.kind)
        return to
      }
      default:
        throw unreadable
    }
  }

  function repeated({ element, min, max }: AST.Quantifier, from: number): number {
    let at = from
    for (let count = 0; count < min; count += 1) at = step(element, at)
    const to = add()
    skip(at, to)
    if (max === Number.POSITIVE_INFINITY) {
      skip(step(element, to), to)
      return to
    }
    for (let count = min; count < max; count += 1) {
      at = step(element, at)
      skip(at, to)
    }
    return to
  }
}

/** Returns a class that lists characters and ranges, unless case is ignored; undefined for other classes. */
const listedClass = ({ elements, negate }: AST.CharacterClass, folded: boolean): Ranges | undefined => {
  if (folded) return undefined
  const stretches: [number, number][] = []
  for (const element of elements) {
    if (element.type === 'Character') stretches.push([element.value, element.value + 1])
    else if (element.type === 'CharacterClassRange') stretches.push([element.min.value, element.max.value + 1])
    else if (element.raw === '\\w' || element.raw === '\\d') {
      const set = classOf(element.raw, 'u')
      for (let at = 0; at < set.length; at += 2) stretches.push([set[at] as number, set[at + 1] as number])
    } else return undefined
  }
  return negate ? allBut(rangesOf(stretches)) : rangesOf(stretches)
}

const isEquality = (operator: Leaf['operator']): boolean => operator === 'is' || operator === 'isOneOf'
