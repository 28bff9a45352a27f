import type { Compiled } from '../engine/compile.ts'
import { evaluate } from '../engine/evaluate.ts'
import { limits } from '../limits.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { Answer } from './answer.ts'
import { type Answers, createAnswers, diagramsOf, engineOf, extendedDocument, usableIn } from './compile.ts'
import { type Cube, coverOf } from './cover.ts'
import type { Node } from './diagram.ts'
import { exampleIn } from './example.ts'
import { type Model, modelOf } from './model.ts'
import { phraseOfCube } from './region.ts'
import { budgetOf, outOfSteps, type Spend } from './steps.ts'
import { nextTurn } from './turns.ts'

/** Contexts that make one move, as one condition. */
export interface Region {
  /** In the language of rules: what the engine itself would ask. */
  readonly when: Condition
  /** Whether `when` is said of those alone who get the answer before. */
  readonly ofThose: boolean
  /** How much of the line its buckets take, of whom the rest of `when` describes; per 100 000. */
  readonly share: number
  /** A context of it, which the engine has answered on both sides; null where none was found: there may be nobody. */
  readonly example: Context | null
}

/** From one answer to another. Regions of one move may overlap, those of two never do. */
export interface Move {
  readonly from: Answer
  readonly to: Answer
  readonly regions: readonly Region[]
  /** How many regions there are beyond those listed. */
  readonly more: number
}

export type Difference =
  /** `until`: the next instant at which time alone changes the order of what is compared; null where there is none. */
  | { readonly state: 'exact'; readonly moves: readonly Move[]; readonly until: number | null }
  /** Known exactly, but too many kinds of people to say; an example of each move. */
  | {
      readonly state: 'unlisted'
      readonly moves: readonly (Omit<Move, 'regions' | 'more'> & { example: Context | null })[]
    }
  /** The budget of steps was used, or a document is from another system. */
  | { readonly state: 'undecided'; readonly because: 'steps' | 'extended' }

export interface Options {
  /** Epoch ms: what durations count from. */
  readonly nowMs: number
  /** Steps for the sets, and further ones for each cover. */
  readonly steps?: number
  readonly coverSteps?: number
  /** Contexts seen lately, from which examples are taken first. */
  readonly contexts?: readonly Context[]
  /** How many regions of one flag are listed. */
  readonly regions?: number
}

/** Both sides of a comparison, ready to be asked about any of the flags it was made for. */
export interface Comparison {
  readonly model: Model
  readonly answers: Answers
  /** What a flag answers before and after, as diagrams. */
  readonly sides: (flag: string) => readonly [Node, Node]
}

/** One model of everything that two datafiles ask about some flags. */
export const compare = (
  before: Compiled,
  after: Compiled,
  flags: readonly string[],
  nowMs: number,
  spend: Spend,
): Comparison => {
  const sides = [before, after].map((engine) => ({ datafile: engine.datafile, flags, usable: usableIn(engine) }))
  const model = modelOf(sides, nowMs, spend)
  const answers = createAnswers()
  const [old, next] = [before, after].map((engine) => diagramsOf(engine, model, answers)) as [
    ReturnType<typeof diagramsOf>,
    ReturnType<typeof diagramsOf>,
  ]
  return { model, answers, sides: (flag) => [old.flag(flag), next.flag(flag)] }
}

/**
 * Who gets another answer of a flag from one datafile than from another: every context, exactly, as conditions. A context's
 * answer differs if and only if it lies in a region; all regions it lies in are of the move that it makes.
 */
export const differenceOf = (before: Datafile, after: Datafile, flag: string, options: Options): Difference => {
  const spend = budgetOf(options.steps ?? limits.analysisSteps)
  const [old, next] = [engineOf(before), engineOf(after)]
  try {
    const comparison = compare(old, next, [flag], options.nowMs, spend)
    return movesOf(comparison, old, next, flag, options)
  } catch (problem) {
    if (problem === extendedDocument) return { state: 'undecided', because: 'extended' }
    if (problem === outOfSteps) return { state: 'undecided', because: 'steps' }
    throw problem
  }
}

const movesOf = (
  { model, answers, sides }: Comparison,
  before: Compiled,
  after: Compiled,
  flag: string,
  { nowMs, contexts = [], regions: most = limits.regionsListed, coverSteps = limits.coverSteps }: Options,
): Difference => {
  const { diagrams, possible } = model
  const [old, next] = sides(flag)
  const pairs: [number, number][] = []
  const numbers = new Map<string, Node>()
  const same = diagrams.end(0)
  const both = diagrams.pair(old, next, same, (from, to) => {
    const name = `${from},${to}`
    let known = numbers.get(name)
    if (known === undefined) {
      pairs.push([from, to])
      known = diagrams.end(pairs.length)
      numbers.set(name, known)
    }
    return known
  })
  const kept = contexts.map((context) => ({ context, row: model.assign(context) }))
  const moves: { from: Answer; to: Answer; set: Node; of: Node }[] = []
  for (const [index, [from, to]] of pairs.entries()) {
    const set = diagrams.map(both, (value) => (value === index + 1 ? diagrams.yes : diagrams.no))
    const real = diagrams.and(set, possible)
    if (real === diagrams.no) continue
    const of = diagrams.map(old, (value) => (value === from ? diagrams.yes : diagrams.no))
    moves.push({ from: answers.of(from), to: answers.of(to), set, of })
  }
  const confirmed = (context: Context, from: Answer, to: Answer): boolean =>
    isAnswer(evaluate(before, flag, context, nowMs), from) && isAnswer(evaluate(after, flag, context, nowMs), to)

  try {
    const spend = budgetOf(coverSteps)
    const told = moves.map(({ from, to, set, of }): Move => {
      const { cubes, ofThose } = shorterCover(model, set, of)
      const inRegion = (cube: Cube, row: readonly number[]) =>
        [...cube].every(([level, cells]) => cells.has(row[level] as number))
      const domain = ofThose ? diagrams.and(possible, of) : possible
      const regions = cubes.slice(0, most).map((cube): Region => {
        const seen = kept.find(
          ({ context, row }) => inRegion(cube, row) && diagrams.follow(set, row) === 1 && confirmed(context, from, to),
        )?.context
        return {
          ...phraseOfCube(model, cube, domain),
          ofThose,
          example: seen ?? made(cube, set, from, to, spend),
        }
      })
      return { from, to, regions, more: Math.max(0, cubes.length - most) }
    })
    return { state: 'exact', moves: told, until: nextTurn(model.attributes, nowMs) }
  } catch (problem) {
    if (problem !== outOfSteps) throw problem
    return { state: 'unlisted', moves: moves.map(({ from, to }) => ({ from, to, example: null })) }
  }

  function made(cube: Cube, set: Node, from: Answer, to: Answer, spend: Spend): Context | null {
    // A cube may spill over what cannot be, or over those who get something else: the example is of its part that moves.
    const row = narrowed(model, cube, set)
    for (const one of row) {
      const context = exampleIn(model, one, spend)
      if (context !== undefined && diagrams.follow(set, model.assign(context)) === 1 && confirmed(context, from, to))
        return context
    }
    return null
  }
}

const isAnswer = (outcome: { variant: string | null; value: unknown }, answer: Answer): boolean =>
  outcome.variant === answer.variant &&
  (answer.variant === null || JSON.stringify(outcome.value) === JSON.stringify(answer.value))

/** Two covers are made, and the shorter said: exactly the move, or spilling over everyone who gets something else now. */
const shorterCover = (model: Model, set: Node, of: Node): { cubes: Cube[]; ofThose: boolean } => {
  const { diagrams, possible } = model
  const least = diagrams.and(set, possible)
  const impossible = diagrams.not(possible)
  const exact = coverOf(diagrams, least, diagrams.or(set, impossible))
  const spilling = coverOf(diagrams, least, diagrams.or(diagrams.or(set, impossible), diagrams.not(of)))
  const words = (cubes: readonly Cube[]) => cubes.reduce((sum, cube) => sum + cube.size + 1, 0)
  return words(spilling) < words(exact) ? { cubes: spilling, ofThose: true } : { cubes: exact, ofThose: false }
}

/** A few paths through the part of a cube that moves and can be, as cubes of single cells. */
const narrowed = ({ diagrams, possible }: Model, cube: Cube, set: Node): Cube[] => {
  const found: Cube[] = []
  const walk = (node: Node, path: [number, Set<number>][]): void => {
    if (found.length >= 24 || node === diagrams.no) return
    if (node === diagrams.yes) {
      found.push(new Map(path))
      return
    }
    const level = diagrams.levelOf(node)
    const children = new Map<Node, Set<number>>()
    for (let cell = 0; cell < (diagrams.sizes[level] as number); cell += 1) {
      const child = diagrams.child(node, level, cell)
      children.set(child, (children.get(child) ?? new Set()).add(cell))
    }
    for (const [child, cells] of children) walk(child, [...path, [level, cells]])
  }
  walk(restricted(diagrams, cube, diagrams.and(set, possible)), [])
  return found
}

const restricted = (diagrams: Model['diagrams'], cube: Cube, set: Node): Node =>
  [...cube].reduce(
    (rest, [level, cells]) =>
      diagrams.and(
        rest,
        diagrams.look(
          level,
          Array.from({ length: diagrams.sizes[level] as number }, (_, cell) =>
            cells.has(cell) ? diagrams.yes : diagrams.no,
          ),
        ),
      ),
    set,
  )
