import type { Diagrams, Node } from '../diagram.ts'
import { truths } from './standalone-verdicts.ts'

/** The continuation for each result of a condition. */
type Cases = Readonly<Record<keyof typeof truths, Node>>

/** Operations on diagrams whose terminals are yes, no, unknown and fatal. */
export interface Truths {
  readonly unknown: Node
  readonly fatal: Node
  readonly cases: (condition: Node, cases: Cases) => Node
  readonly not: (condition: Node) => Node
  /**
   * Evaluates conditions in order until one decides: no decides `all`, yes decides `any`. An unknown decides, too,
   * unless a later condition still may.
   */
  readonly inTurn: (conditions: readonly Node[], decisive: 0 | 1, kleene: boolean) => Node
}

export const createTruths = ({
  end,
  yes,
  no,
  map,
  choose,
  sizes,
  levelOf,
  child,
  isEnd,
  valueOf,
}: Diagrams): Truths => {
  const unknown = end(truths.unknown)
  const fatal = end(truths.fatal)
  const known = new Map<Node, number>()
  /** Returns the terminals of a diagram, as a bit set. */
  const endsIn = (node: Node): number => {
    if (isEnd(node)) return 1 << valueOf(node)
    let ends = known.get(node)
    if (ends === undefined) {
      ends = 0
      const level = levelOf(node)
      for (let cell = 0; cell < (sizes[level] as number); cell += 1) ends |= endsIn(child(node, level, cell))
      known.set(node, ends)
    }
    return ends
  }
  const is = (node: Node, value: number): Node => map(node, (one) => (one === value ? yes : no))
  const cases = (condition: Node, given: Cases): Node => {
    const ends = endsIn(condition)
    if (ends < 4) return choose(condition, given.yes, given.no)
    let made = given.no
    for (const one of ['yes', 'unknown', 'fatal'] as const)
      if ((ends & (1 << truths[one])) !== 0) made = choose(is(condition, truths[one]), given[one], made)
    return made
  }
  const not = (condition: Node): Node => cases(condition, { yes: no, no: yes, unknown, fatal })
  return {
    unknown,
    fatal,
    cases,
    not,
    inTurn: (conditions, decisive, kleene) =>
      conditions.reduceRight<Node>(
        (rest, condition) => {
          const undecided = kleene
            ? cases(rest, decisive === 1 ? { yes, no: unknown, unknown, fatal } : { yes: unknown, no, unknown, fatal })
            : unknown
          return cases(
            condition,
            decisive === 1
              ? { yes, no: rest, unknown: undecided, fatal }
              : { yes: rest, no, unknown: undecided, fatal },
          )
        },
        decisive === 1 ? no : yes,
      ),
  }
}
