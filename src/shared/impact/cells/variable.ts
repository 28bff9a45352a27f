import type { Leaf, Scalar } from '../../schemas/condition.ts'

/**
 * One property of a context, partitioned into cells that no test can distinguish. Except for the value itself, cell 0
 * means "none": no version, no instant, no unit.
 */
export interface Variable {
  readonly size: number
  cellOf(value: unknown): number
  /** The native leaves about this variable, with the cells in which each is true. */
  readonly questions: readonly Question[]
  /** The cells that some value is in (`any`), and those of them other than "none" (`some`). */
  readonly any: ReadonlySet<number>
  readonly some: ReadonlySet<number>
  /** Returns some values that are probably in a cell, for examples. */
  samples(cell: number): readonly unknown[]
}

export interface Question {
  readonly leaf: Leaf
  readonly holds: ReadonlySet<number>
}

/** Returns a text for a leaf that identifies its test, but not its attribute. */
export const nameOf = ({ operator, values, ignoreCase }: Leaf): string =>
  `${operator}${ignoreCase === true ? ' ignoring case' : ''} ${textOf(values)}`

/** The text of long lists is cached, because each is needed several times. */
const textOf = (values: readonly Scalar[]): string => {
  if (values.length < 50) return JSON.stringify(values)
  const known = written.get(values)
  if (known !== undefined) return known
  const text = JSON.stringify(values)
  written.set(values, text)
  return text
}
const written = new WeakMap<readonly Scalar[], string>()

/** Merges the cells of a variable that its questions cannot distinguish. */
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

/** Returns the cells from `from` up to, but excluding, `to`. */
export const cellsFrom = (from: number, to: number): Set<number> =>
  new Set(Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at))
