import type { Leaf, Scalar } from '../../schemas/condition.ts'

/**
 * One thing that can be so or so of a context, divided into cells that the tests of it cannot tell apart. In all but the
 * value itself, cell 0 is where "none" is: no version, no instant, no unit.
 */
export interface Variable {
  readonly size: number
  /** The cell of an attribute's value. */
  cellOf(value: unknown): number
  /** What can be asked of it in the language of rules, each with the cells where it holds. */
  readonly questions: readonly Question[]
  /** Cells that some value is in, and of these the ones that have more in them than "none". */
  readonly any: ReadonlySet<number>
  readonly some: ReadonlySet<number>
  /** Some values of a cell that may well be what is wanted; for examples. */
  samples(cell: number): readonly unknown[]
}

export interface Question {
  readonly leaf: Leaf
  readonly holds: ReadonlySet<number>
}

/** A leaf as one text, to tell questions apart: what it asks, not of what. */
export const nameOf = ({ operator, values, ignoreCase }: Leaf): string =>
  `${operator}${ignoreCase === true ? ' ignoring case' : ''} ${textOf(values)}`

/** Long lists are written once: each is asked for several times. */
const textOf = (values: readonly Scalar[]): string => {
  if (values.length < 50) return JSON.stringify(values)
  const known = written.get(values)
  if (known !== undefined) return known
  const text = JSON.stringify(values)
  written.set(values, text)
  return text
}
const written = new WeakMap<readonly Scalar[], string>()

/** A variable whose questions cannot tell some of its cells apart: such cells as one. */
export const merged = (variable: Variable): Variable => {
  const { questions, size } = variable
  const numbers = new Map<string, number>()
  const groups: number[][] = []
  const cells = Array.from({ length: size }, (_, cell) => {
    const answers = questions.map(({ holds }) => (holds.has(cell) ? 1 : 0)).join('')
    const known = numbers.get(answers) ?? groups.length
    if (known === groups.length) {
      numbers.set(answers, known)
      groups.push([])
    }
    groups[known]?.push(cell)
    return known
  })
  const to = (old: ReadonlySet<number>) => new Set([...old].map((cell) => cells[cell] as number))
  return {
    size: groups.length,
    cellOf: (value) => cells[variable.cellOf(value)] as number,
    questions: questions.map(({ leaf, holds }) => ({ leaf, holds: to(holds) })),
    any: to(variable.any),
    some: to(variable.some),
    samples: (cell) => (groups[cell] ?? []).flatMap((old) => variable.samples(old)),
  }
}

/** The cells from one number up to before another. */
export const cellsFrom = (from: number, to: number): Set<number> =>
  new Set(Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at))
