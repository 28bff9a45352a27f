import type { Compiled } from '../engine/compile.ts'
import { evaluate } from '../engine/evaluate.ts'
import { limits } from '../limits.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import { type Answer, isAnswer } from './answer.ts'
import { nextChangeInstant } from './change-instants.ts'
import { type Answers, createAnswers, documentsOf, flagDiagramsOf } from './compile.ts'
import { type Cube, nodeOfCube } from './cover.ts'
import type { Node } from './diagram.ts'
import { createExamples } from './example.ts'
import { createSearch } from './example-search.ts'
import { type Model, modelOf } from './model.ts'
import { isUnchangedIn, type Name, type NamedCube, namedCoverOf } from './names.ts'
import { narrowed, restricted } from './paths.ts'
import { regionOf } from './region.ts'
import { createStepBudget, outOfSteps, type SpendSteps } from './steps.ts'
import { createTexts } from './texts.ts'
import { inexpressible, undecidableDocument } from './undecided.ts'

export interface Region {
  readonly when: Condition
  /** Whether `when` applies only to users who currently get `from`. */
  readonly ofThose: boolean
  /** The share of the bucket space that `when` covers among those who match the rest of it, per 100,000. */
  readonly share: number
  /**
   * An example context, confirmed by the engine for both states. Null if none was found; the region may then be empty.
   */
  readonly example: Context | null
}

/** A change from one answer to another. Regions of one move may overlap; those of two moves never do. */
export interface Move {
  readonly from: Answer
  readonly to: Answer
  readonly regions: readonly Region[]
  readonly more: number
}

export type Difference =
  /**
   * `until`: the next instant at which the passing of time alone changes the order of compared values; null if there is
   * none.
   */
  | { readonly state: 'exact'; readonly moves: readonly Move[]; readonly until: number | null }
  /** Known exactly, but too complex to describe. Lists an example of each move. */
  | {
      readonly state: 'unlisted'
      readonly moves: readonly (Omit<Move, 'regions' | 'more'> & { example: Context | null })[]
    }
  /** The step budget was exhausted, or an extended document tests something that cannot be decided. */
  | { readonly state: 'undecided'; readonly because: 'steps' | 'extended' }

export interface Options {
  readonly nowMs: number
  /** Step budget for building the sets. Each cover has its own budget, `coverSteps`. */
  readonly steps?: number
  readonly coverSteps?: number
  readonly contexts?: readonly Context[]
  readonly regions?: number
}

export interface Comparison {
  readonly model: Model
  readonly answers: Answers
  readonly sides: (flag: string) => readonly [Node, Node]
  /** Returns the segments that are used by either side and are identical in both, including their references. */
  readonly names: () => readonly Name[]
}

/** Builds one model of everything that two datafiles test for some flags. */
export const compare = (
  before: Compiled,
  after: Compiled,
  flags: readonly string[],
  nowMs: number,
  spend: SpendSteps,
): Comparison => {
  const sides = [before, after].map((engine) => documentsOf(engine, flags))
  const model = modelOf(sides, nowMs, spend)
  const answers = createAnswers()
  const [old, next] = [before, after].map((engine) => flagDiagramsOf(engine, model, answers)) as [
    ReturnType<typeof flagDiagramsOf>,
    ReturnType<typeof flagDiagramsOf>,
  ]
  const alike = isUnchangedIn(before.datafile, after.datafile)
  return {
    model,
    answers,
    sides: (flag) => [old.flag(flag), next.flag(flag)],
    names: () =>
      [...new Map([...old.segments, ...next.segments])]
        .filter(([segment]) => alike(segment))
        .map(([segment, node]) => ({ segment, node })),
  }
}

/**
 * Compares the answers of one flag in two compiled datafiles, exactly, for every context. A context gets another answer
 * if and only if it is in a region; all of its regions belong to the move that it makes.
 */
export const differenceIn = (before: Compiled, after: Compiled, flag: string, options: Options): Difference => {
  const spend = createStepBudget(options.steps ?? limits.analysisSteps)
  try {
    const comparison = compare(before, after, [flag], options.nowMs, spend)
    return movesOf(comparison, before, after, flag, options)
  } catch (problem) {
    if (problem === undecidableDocument) return { state: 'undecided', because: 'extended' }
    if (problem === outOfSteps) return { state: 'undecided', because: 'steps' }
    throw problem
  }
}

interface MoveSet {
  readonly from: Answer
  readonly to: Answer
  readonly set: Node
  readonly of: Node
}

const moveSetsOf = ({ model: { diagrams, possible }, answers, sides }: Comparison, flag: string): MoveSet[] => {
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
  return pairs.flatMap(([from, to], index) => {
    const set = diagrams.map(both, (value) => (value === index + 1 ? diagrams.yes : diagrams.no))
    if (diagrams.and(set, possible) === diagrams.no) return []
    const of = diagrams.map(old, (value) => (value === from ? diagrams.yes : diagrams.no))
    return [{ from: answers.of(from), to: answers.of(to), set, of }]
  })
}

/** Maximum number of attempts to find better conditions if some of them turn out to be empty. */
const rounds = 40

const movesOf = (
  comparison: Comparison,
  before: Compiled,
  after: Compiled,
  flag: string,
  { nowMs, contexts = [], regions: most = limits.regionsListed, coverSteps = limits.coverSteps }: Options,
): Difference => {
  const { model } = comparison
  const { diagrams } = model
  const sets = moveSetsOf(comparison, flag)
  if (sets.length === 0) return { state: 'exact', moves: [], until: nextChangeInstant(model.attributes, nowMs) }
  const kept = contexts.map((context) => ({ context, row: model.assign(context) }))
  const confirmed = (context: Context, from: Answer, to: Answer): boolean =>
    isAnswer(evaluate(before, flag, context, nowMs), from) && isAnswer(evaluate(after, flag, context, nowMs), to)
  const texts = createTexts(model)
  const examples = createExamples(model, texts)
  const search = createSearch(model, createStepBudget(limits.coverSteps))
  const isExtended = model.attributes.some(({ extended }) => extended !== undefined)
  // Shrinks as tests of texts rule out combinations.
  let { possible } = model

  try {
    const spend = createStepBudget(coverSteps)
    const names = comparison.names()
    const told = sets.flatMap(({ from, to, set, of }): Move[] => {
      for (let round = 0; ; round += 1) {
        const least = diagrams.and(set, possible)
        if (least === diagrams.no) return []
        const { cubes, ofThose } = shorterCover(model, possible, set, of, names)
        const listed = cubes.slice(0, most)
        const people = listed.map((cube) => seen(cube, set, from, to) ?? made(cube, set, from, to, spend))
        const ruledOut = listed.flatMap((cube, at) =>
          people[at] === null && round < rounds ? narrowed(diagrams, cube, least).flatMap(texts.impossible) : [],
        )
        if (ruledOut.length > 0) {
          possible = ruledOut.reduce((left, cube) => diagrams.minus(left, nodeOfCube(diagrams, cube)), possible)
          continue
        }
        const domain = ofThose ? diagrams.and(possible, of) : possible
        const regions = listed.map(
          (cube, at): Region => ({
            ...regionOf(model, texts, cube, domain),
            ofThose,
            example: people[at] ?? null,
          }),
        )
        return [{ from, to, regions, more: cubes.length - listed.length }]
      }
    })
    return { state: 'exact', moves: told, until: nextChangeInstant(model.attributes, nowMs) }
  } catch (problem) {
    if (problem === inexpressible) return wordless()
    if (problem !== outOfSteps) throw problem
    return { state: 'unlisted', moves: sets.map(({ from, to }) => ({ from, to, example: null })) }
  }

  /**
   * Returns moves that no condition can describe. If only one side has a test, its set may be empty, so an example is
   * required.
   */
  function wordless(): Difference {
    const spend = createStepBudget(coverSteps)
    const everyone = { cube: new Map(), names: [], within: diagrams.yes }
    try {
      const moves: { from: Answer; to: Answer; example: Context | null }[] = []
      for (const { from, to, set } of sets) {
        const example = seen(everyone, set, from, to) ?? made(everyone, set, from, to, spend)
        if (example === null && !model.extended.shared) return { state: 'undecided', because: 'extended' }
        moves.push({ from, to, example })
      }
      return { state: 'unlisted', moves }
    } catch (problem) {
      if (problem !== outOfSteps) throw problem
    }
    return { state: 'undecided', because: 'extended' }
  }

  /** Finds an example among the sampled contexts, and those made for other conditions. */
  function seen({ cube }: NamedCube, set: Node, from: Answer, to: Answer): Context | undefined {
    return kept.find(
      ({ context, row }) =>
        [...cube].every(([level, cells]) => cells.has(row[level] as number)) &&
        diagrams.follow(set, row) === 1 &&
        confirmed(context, from, to),
    )?.context
  }

  /**
   * Finds an example within a budget. Extended units take long to try, so exhausting the budget there means "none
   * found".
   */
  function exampleWithin(cube: Cube, spend: SpendSteps): Context | undefined {
    try {
      return examples.exampleIn(cube, spend)
    } catch (problem) {
      if (problem === outOfSteps && model.attributes.some(({ extended }) => extended !== undefined)) return undefined
      throw problem
    }
  }

  function made(cube: NamedCube, set: Node, from: Answer, to: Answer, spend: SpendSteps): Context | null {
    // A cube may include impossible contexts, or contexts that do not make the move. The example must be in the part
    // that moves.
    const isWanted = (context: Context): boolean =>
      diagrams.follow(set, model.assign(context)) === 1 && confirmed(context, from, to)
    const inTurn = isExtended ? [searched, assembled] : [assembled, searched]
    for (const find of inTurn) {
      const context = find()
      if (context === undefined) continue
      kept.push({ context, row: model.assign(context) })
      return context
    }
    return null

    function assembled(): Context | undefined {
      for (const one of narrowed(diagrams, cube, diagrams.and(set, possible))) {
        const context = exampleWithin(one, spend)
        if (context !== undefined && isWanted(context)) return context
      }
      return undefined
    }
    /** A search by real values has a budget of its own: what it does not find may still be assembled. */
    function searched(): Context | undefined {
      try {
        return search(restricted(diagrams, cube.cube, diagrams.and(diagrams.and(set, cube.within), possible)), isWanted)
      } catch (problem) {
        if (problem === outOfSteps) return undefined
        throw problem
      }
    }
  }
}

/**
 * Computes two covers and returns the shorter one: exactly the move, or also including all contexts that currently get
 * something else.
 */
const shorterCover = (
  model: Model,
  possible: Node,
  set: Node,
  of: Node,
  names: readonly Name[],
): { cubes: NamedCube[]; ofThose: boolean } => {
  const { diagrams } = model
  const least = diagrams.and(set, possible)
  const impossible = diagrams.not(possible)
  const exact = namedCoverOf(model, least, diagrams.or(set, impossible), names)
  const spilling = namedCoverOf(model, least, diagrams.or(diagrams.or(set, impossible), diagrams.not(of)), names)
  const words = (cubes: readonly NamedCube[]) =>
    cubes.reduce((sum, one) => sum + one.cube.size + one.names.length + 1, 0)
  return words(spilling) < words(exact) ? { cubes: spilling, ofThose: true } : { cubes: exact, ofThose: false }
}
