import type { Gate, Positions } from './positions.ts'
import { holds } from './ranges.ts'

/** A test of texts as an automaton over characters. State 0 is the start. */
export interface Automaton {
  /** Returns the state after another character, given by its class of the alphabet. */
  next(state: number, letter: number): number
  /** Whether the test is true if the text ends here. */
  ends(state: number): boolean
  /** The state in which the test is true whatever follows. */
  readonly found: number
}

/** The previous character: none, a word character, or another one. */
type Before = 'start' | 'word' | 'other'

/**
 * Builds the automaton of a test over classes of characters, each represented by one of its members. States are created
 * on demand. A pattern may match anywhere, so it may start at every character.
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

  /**
   * Returns the positions reachable without reading, between the previous and the next character (-1: the end).
   * Undefined if the last position is reached.
   */
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
