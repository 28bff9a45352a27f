import { limits } from '../../limits.ts'
import type { Leaf } from '../../schemas/condition.ts'
import type { SpendSteps } from '../steps.ts'
import { type Automaton, automatonOf } from './automaton.ts'
import { type Positions, positionsOf } from './positions.ts'
import { holds, type Ranges } from './ranges.ts'

/** A test of texts, and its required result. */
export interface Literal {
  readonly leaf: Leaf
  readonly holds: boolean
}

/** The texts for which several tests have the required results. */
export interface Language {
  /** `none` is a proof that there are none. `open`: there are too many states, or a test cannot be analyzed. */
  readonly state: 'none' | 'some' | 'open'
  /** Yields some of these texts, short ones first. Deterministic. */
  words(): Iterable<string>
}

const nothing: Language = { state: 'none', words: () => [] }

/** Returns the texts that all literals allow, except for the named ones. */
export const languageOf = (literals: readonly Literal[], named: readonly string[], spend: SpendSteps): Language => {
  const asked = [
    ...literals,
    ...(named.length === 0
      ? []
      : [{ leaf: { attribute: '', operator: 'isOneOf' as const, values: [...named] }, holds: false }]),
  ]
  const known = asked.flatMap((one) => {
    const positions = positionsOf(one.leaf)
    return positions === undefined ? [] : [{ holds: one.holds, positions }]
  })
  // With only some of the tests, `none` is still a proof; otherwise the result is open.
  const partly = known.length < asked.length
  const letters = alphabetOf(known.map(({ positions }) => positions))
  const automata = known.map(({ positions }) =>
    automatonOf(
      positions,
      letters.map(([one]) => one as number),
    ),
  )
  const wanted = known.map((one) => one.holds)
  const graph = explored(automata, wanted, letters.length, spend)
  if (graph === undefined) return { state: 'open', words: () => [] }
  if (graph.distances[0] === Number.POSITIVE_INFINITY) return nothing
  return { state: partly ? 'open' : 'some', words: () => wordsOf(graph, letters) }
}

/** Returns the classes of characters that no test distinguishes, with some members of each, natural ones first. */
const alphabetOf = (positions: readonly Positions[]): (readonly number[])[] => {
  const sets = new Set<Ranges>()
  for (const { all, word } of positions) {
    for (const { reads } of all) for (const { set } of reads) sets.add(set)
    if (all.some(({ skips }) => skips.some(({ gate }) => gate === 'word' || gate === 'inner'))) sets.add(word)
  }
  const likely = Array.from('aeniorstbcdfghjklmpquvwxyz019ANX8234567.-_@ /').map((one) => one.codePointAt(0) as number)
  const ends = [...new Set([0, ...likely, ...[...sets].flat()])].filter((one) => one < 0x11_0000)
  // Half of a surrogate pair does not occur in texts that people write.
  const ordered = [...likely, ...ends.filter((one) => !likely.includes(one) && !isHalf(one)), ...ends.filter(isHalf)]
  const classes = new Map<string, number[]>()
  const all = [...sets]
  for (const one of ordered) {
    const name = all.map((set) => (holds(set, one) ? 1 : 0)).join('')
    const members = classes.get(name)
    if (members === undefined) classes.set(name, [one])
    else if (members.length < 40) members.push(one)
  }
  return [...classes.values()]
}

const isHalf = (codePoint: number): boolean => codePoint >= 0xd800 && codePoint < 0xe000

/** The reachable states of all automata in parallel, and the distance of each from an accepted text. */
interface Graph {
  readonly edges: readonly (readonly number[])[]
  readonly accepts: readonly boolean[]
  readonly distances: readonly number[]
}

/** Returns undefined if there are too many states. */
const explored = (
  automata: readonly Automaton[],
  wanted: readonly boolean[],
  letters: number,
  spend: SpendSteps,
): Graph | undefined => {
  const states: number[][] = [automata.map(() => 0)]
  const numbers = new Map([[states[0]?.join() ?? '', 0]])
  const edges: number[][] = []
  const accepts: boolean[] = []
  for (let at = 0; at < states.length; at += 1) {
    const state = states[at] as number[]
    spend(automata.length * letters)
    accepts.push(automata.every((one, index) => one.ends(state[index] as number) === wanted[index]))
    const leading: number[] = []
    for (let letter = 0; letter < letters; letter += 1) {
      const next = automata.map((one, index) => one.next(state[index] as number, letter))
      // A test that must be false is already true whatever follows.
      if (next.some((one, index) => one === automata[index]?.found && wanted[index] === false)) {
        leading.push(-1)
        continue
      }
      const name = next.join()
      let to = numbers.get(name)
      if (to === undefined) {
        if (states.length >= limits.languageStates) return undefined
        to = states.length
        states.push(next)
        numbers.set(name, to)
      }
      leading.push(to)
    }
    edges.push(leading)
  }
  return { edges, accepts, distances: distancesOf(edges, accepts) }
}

/** Returns how many characters each state is from an accepted text; infinite if there is none. */
const distancesOf = (edges: readonly (readonly number[])[], accepts: readonly boolean[]): number[] => {
  const back: number[][] = edges.map(() => [])
  for (const [from, leading] of edges.entries()) for (const to of leading) if (to >= 0) back[to]?.push(from)
  const distances = accepts.map((one) => (one ? 0 : Number.POSITIVE_INFINITY))
  const queue = accepts.flatMap((one, at) => (one ? [at] : []))
  for (const at of queue) {
    for (const from of back[at] ?? []) {
      if (distances[from] !== Number.POSITIVE_INFINITY) continue
      distances[from] = (distances[at] as number) + 1
      queue.push(from)
    }
  }
  return distances
}

/** How many texts are generated. */
const drawn = 2_000

function* wordsOf({ edges, accepts, distances }: Graph, letters: readonly (readonly number[])[]): Generator<string> {
  // A fixed seed: results must be equal in browsers and servers.
  let seed = 1
  const below = (count: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * count)
  }
  /** Returns the successors of a state that are closer to an accepted text, or from which one is reachable. Cached. */
  const leading = (closer: boolean) => {
    const known: (readonly (readonly [to: number, letter: number])[])[] = []
    return (at: number) => {
      known[at] ??= (edges[at] ?? []).flatMap((to, letter) => {
        const far = to < 0 ? Number.POSITIVE_INFINITY : (distances[to] as number)
        return far < (closer ? (distances[at] as number) : Number.POSITIVE_INFINITY) ? [[to, letter] as const] : []
      })
      return known[at]
    }
  }
  const [straight, anywhere] = [leading(true), leading(false)]
  for (let count = 0; count < drawn; count += 1) {
    // The first texts take the shortest path; later ones first take longer and longer random walks.
    let wander = count === 0 ? 0 : 2 + below(4 + Math.floor(count / 50))
    let text = ''
    for (let at = 0; ; ) {
      if (wander <= 0 && accepts[at] === true) break
      const open = wander > 0 ? anywhere(at) : straight(at)
      if (open.length === 0) break
      const [to, letter] = open[below(open.length)] as readonly [number, number]
      const members = letters[letter] as readonly number[]
      text += String.fromCodePoint(members[count === 0 ? 0 : below(members.length)] as number)
      at = to
      wander -= 1
    }
    yield text
  }
}
