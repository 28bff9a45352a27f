import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { type FlagComparerOptions, flagComparersFor } from './flag-comparer.ts'

/**
 * How many contexts change from one variant to another, or keep one whose value changed. Null is the caller's default.
 */
export interface Move {
  readonly from: string | null
  readonly to: string | null
  readonly count: number
}

export interface Share {
  readonly variant: string | null
  readonly count: number
}

/** The results of two states for the same contexts and one flag. */
export interface FlagMovement {
  readonly flag: string
  readonly before: readonly Share[]
  readonly after: readonly Share[]
  /** Moves of contexts that move regardless of their excluded attributes, most frequent first. */
  readonly moves: readonly Move[]
  /** Moves of contexts for which it depends, evaluated without the excluded attributes; most frequent first. */
  readonly mayMove: readonly Move[]
  /** Each context is counted once: it moves, it stays, or it depends on excluded attributes. */
  readonly moved: number
  readonly stays: number
  readonly depends: number
  /** Excluded attributes that the flag reads. */
  readonly unknown: readonly string[]
  /** Whether `depends` could be determined. */
  readonly measured: boolean
}

export interface Movement {
  readonly flags: readonly FlagMovement[]
  /** Contexts that get another value of any flag, and those for which it depends and that move for no other flag. */
  readonly moved: number
  readonly depends: number
  readonly contexts: number
}

/** Compares two states for sampled contexts, per flag and in total. */
export const movementOf = (
  before: Datafile,
  after: Datafile,
  flags: readonly string[],
  contexts: readonly Context[],
  options: FlagComparerOptions,
): Movement => {
  const moverOf = flagComparersFor(before, after, options)
  const worst = new Uint8Array(contexts.length)
  const told = flags.map((flag): FlagMovement => {
    const { moveOf, unknown, measured } = moverOf(flag)
    const [had, gets, moves, mayMove] = [createTally(), createTally(), createMoves(), createMoves()]
    const counts = { moves: 0, stays: 0, depends: 0 }
    for (const [at, context] of contexts.entries()) {
      const { from, to, becomes } = moveOf(context)
      had.add(from)
      gets.add(to)
      counts[becomes] += 1
      if (becomes === 'stays') continue
      worst[at] = Math.max(worst[at] ?? 0, becomes === 'moves' ? 2 : 1)
      if (becomes === 'depends') {
        if (from !== to) mayMove.add(from, to)
        continue
      }
      moves.add(from, to)
    }
    return {
      flag,
      before: had.shares(),
      after: gets.shares(),
      moves: moves.all(),
      mayMove: mayMove.all(),
      moved: counts.moves,
      stays: counts.stays,
      depends: counts.depends,
      unknown,
      measured,
    }
  })
  const count = (becomes: number) => worst.reduce((sum, one) => sum + (one === becomes ? 1 : 0), 0)
  return { flags: told, moved: count(2), depends: count(1), contexts: contexts.length }
}

const createTally = () => {
  const counts = new Map<string | null, number>()
  return {
    add: (variant: string | null) => counts.set(variant, (counts.get(variant) ?? 0) + 1),
    shares: (): Share[] =>
      [...counts].map(([variant, count]) => ({ variant, count })).sort((a, b) => b.count - a.count),
  }
}

const createMoves = () => {
  const moves = new Map<string, { -readonly [key in keyof Move]: Move[key] }>()
  return {
    add: (from: string | null, to: string | null) => {
      const name = JSON.stringify([from, to])
      const move = moves.get(name)
      if (move === undefined) moves.set(name, { from, to, count: 1 })
      else move.count += 1
    },
    all: (): Move[] => [...moves.values()].sort((a, b) => b.count - a.count),
  }
}
