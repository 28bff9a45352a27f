import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { type Moving, moversIn } from './mover.ts'

/** How many contexts get one variant before and another after, or the same with another value; null is the program's own. */
export interface Move {
  readonly from: string | null
  readonly to: string | null
  readonly count: number
}

export interface Share {
  readonly variant: string | null
  readonly count: number
}

/** What two states answer the same contexts of one flag. */
export interface FlagMovement {
  readonly flag: string
  readonly before: readonly Share[]
  readonly after: readonly Share[]
  /** Of those who move whatever they did not tell; the most first. */
  readonly moves: readonly Move[]
  /** The same of those of whom it depends, were what they did not tell as little as they told; the most first. */
  readonly mayMove: readonly Move[]
  /** Of each context one is true: it moves, it stays, or that depends on what it was kept without. */
  readonly moved: number
  readonly stays: number
  readonly depends: number
  /** The attributes that contexts are kept without and the flag reads. */
  readonly unknown: readonly string[]
  /** Whether those who depend could be told from the others. */
  readonly measured: boolean
}

export interface Movement {
  readonly flags: readonly FlagMovement[]
  /** Contexts that get another answer of any of the flags; those of whom that depends, and who move of none. */
  readonly moved: number
  readonly depends: number
  readonly contexts: number
}

/** What one state in place of another does to contexts that were seen, flag by flag and to all. */
export const movementOf = (
  before: Datafile,
  after: Datafile,
  flags: readonly string[],
  contexts: readonly Context[],
  options: Moving,
): Movement => {
  const moverOf = moversIn(before, after, options)
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
    /** The most first. */
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
    /** The most first. */
    all: (): Move[] => [...moves.values()].sort((a, b) => b.count - a.count),
  }
}
