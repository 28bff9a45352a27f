import { expect } from 'vitest'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import type { OptionalModules } from '../../src/shared/engine/optional-module.ts'
import { answerOf, nameOfAnswer } from '../../src/shared/impact/answer.ts'
import { engineOf } from '../../src/shared/impact/compile.ts'
import { differenceIn, type Move, type Options } from '../../src/shared/impact/difference.ts'
import { everyModule } from '../../src/shared/impact/extended/every-module.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import { conditionMatchers } from './condition-matches.ts'

type Side = (context: Context) => string
type MovesCheck = {
  readonly before: Datafile
  readonly nowMs: number
  readonly modules: OptionalModules
  /** The engine's answers before and after, and how the test names an answer in a move. */
  readonly old: Side
  readonly next: Side
  readonly named: (answer: Move['from']) => string
}

/**
 * Verifies a difference with the engine: examples must move as described, and each context must lie only in the regions
 * of the move it makes.
 */
export const expectMoves = (
  moves: readonly Move[],
  contexts: readonly Context[],
  { before, nowMs, modules, old, next, named }: MovesCheck,
  counted: Record<'changed' | 'regions' | 'withExample', number>,
): void => {
  const asked = [...contexts]
  for (const { from, to, regions } of moves) {
    counted.regions += regions.length
    for (const { example } of regions) {
      if (example === null) continue
      counted.withExample += 1
      expect([old(example), next(example)]).toEqual([named(from), named(to)])
      if (asked.length < 60) asked.push(example)
    }
  }
  const conditions = moves.flatMap(({ regions }) => regions.map(({ when }) => when))
  const holds = conditionMatchers(before, conditions, nowMs, modules)
  const told = moves.map(({ from, to, regions }) => ({
    move: `${named(from)}→${named(to)}`,
    from: named(from),
    regions: regions.map(({ ofThose }) => ({ ofThose, holds: holds.shift() as (typeof holds)[number] })),
  }))
  for (const context of asked) {
    const [from, to] = [old(context), next(context)]
    if (from !== to) counted.changed += 1
    const lies = told.flatMap((one) =>
      one.regions.some(({ ofThose, holds }) => (!ofThose || from === one.from) && holds(context)) ? [one.move] : [],
    )
    // Called very often, so `expect` runs only on a failure.
    if (lies.length !== (from === to ? 0 : 1) || (from !== to && lies[0] !== `${from}→${to}`))
      expect(lies).toEqual(from === to ? [] : [`${from}→${to}`])
  }
}

/** Counters of compared documents and results. */
export const freshCount = () => ({
  ...{ documents: 0, changed: 0, exact: 0, unlisted: 0, steps: 0, extended: 0, regions: 0, withExample: 0, proofs: 0 },
})

/** Verifies the differences of all flags between two states with the engine. */
export const expectDifferences = (
  before: Datafile,
  after: Datafile,
  contexts: readonly Context[],
  counted: ReturnType<typeof freshCount>,
  options: Options,
): void => {
  const { nowMs } = options
  const engines = [engineOf(before), engineOf(after)] as const
  for (const flag of Object.keys(before.flags)) {
    counted.documents += 1
    const difference = differenceIn(...engines, flag, { ...options, regions: Number.POSITIVE_INFINITY })
    const [old, next] = engines.map(
      (engine): Side =>
        (context) =>
          nameOfAnswer(answerOf(evaluate(engine, flag, context, nowMs))),
    ) as [Side, Side]
    if (difference.state === 'undecided') {
      counted[difference.because] += 1
      continue
    }
    if (difference.state === 'unlisted') {
      counted.unlisted += 1
      const moves = difference.moves.map(({ from, to }) => `${nameOfAnswer(from)}→${nameOfAnswer(to)}`)
      const made = contexts.map((context) => [old(context), next(context)] as const)
      const untold = made.filter(([from, to]) => from !== to && !moves.includes(`${from}→${to}`))
      expect(untold).toEqual([])
      continue
    }
    counted.exact += 1
    if (difference.moves.length === 0) counted.proofs += 1
    const said = { before, nowMs, modules: everyModule, old, next, named: nameOfAnswer }
    expectMoves(difference.moves, contexts, said, counted)
  }
}
