import type { Gate, Positions } from './positions.ts'
import { holds } from './ranges.ts'

/** A test of texts, read character by character. State 0 has read nothing. */
export interface Automaton {
  /** The state after another character, of the given class of the alphabet. */
  next(state: number, letter: number): number
  /** Whether the test holds of what was read, were it all. */
  ends(state: number): boolean
  /** Whether the test holds whatever follows. */
  readonly found: number
}

/** What was read last: nothing, a letter of a word, or anything else. */
type Before = 'start' | 'word' | 'other'

/**
 * The positions of a test as an automaton over classes of characters, each given by one of it; its states are made when
 * they are met. A test finds its pattern anywhere, so it may begin at every character.
 */
export const automatonOf = ({ all, last, word }: Positions, letters: readonly number[]): Automaton => {
  const isWord = letters.map((letter) => holds(word, letter))
  const readable = new Map<readonly number[], readonly boolean[]>()
  const reads = (set: readonly number[], letter: number): boolean => {
    let known = readable.get(set)
    if (known === undefined) {
      known = letters.map((one) => holds(set, one))
      readable.set(set, known)
    }
    return known[letter] === true
  }
  const states: { readonly at: readonly number[]; readonly before: Before }[] = []
  const numbers = new Map<string, number>()
  const stateOf = (at: readonly number[], before: Before): number => {
    const name = `${before} ${at.join()}`
    const known = numbers.get(name)
    if (known !== undefined) return known
    states.push({ at, before })
    numbers.set(name, states.length - 1)
    return states.length - 1
  }
  const found = -1
  stateOf([0], 'start')

  /** Where one can be without reading, between what was read and what comes (-1: the end); undefined: at the last. */
  const reached = (state: number, letter: number): ReadonlySet<number> | undefined => {
    const { at, before } = states[state] as (typeof states)[number]
    const [wordBefore, wordAfter] = [before === 'word', letter >= 0 && isWord[letter] === true]
    const open = (gate: Gate): boolean => {
      if (gate === 'always') return true
      if (gate === 'start') return before === 'start'
      if (gate === 'end') return letter < 0
      return (gate === 'word') === (wordBefore !== wordAfter)
    }
    const seen = new Set(at)
    for (const one of seen) {
      if (one === last) return undefined
      for (const { gate, to } of all[one]?.skips ?? []) if (open(gate)) seen.add(to)
    }
    return seen
  }

  const known = new Map<number, number>()
  return {
    found,
    next: (state, letter) => {
      if (state === found) return found
      const name = state * letters.length + letter
      const before = known.get(name)
      if (before !== undefined) return before
      const from = reached(state, letter)
      let to = found
      if (from !== undefined) {
        const after = new Set([0])
        for (const one of from) for (const { set, to } of all[one]?.reads ?? []) if (reads(set, letter)) after.add(to)
        to = stateOf(
          [...after].sort((a, b) => a - b),
          isWord[letter] === true ? 'word' : 'other',
        )
      }
      known.set(name, to)
      return to
    },
    ends: (state) => state === found || reached(state, -1) === undefined,
  }
}
