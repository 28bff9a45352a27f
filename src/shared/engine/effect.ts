import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import type { OptionalModules } from './optional-module.ts'

/** How many contexts get another variant of a flag; null is the program's own default. */
export type Move = { readonly from: string | null; readonly to: string | null; readonly count: number }

/** What publishing would do to one flag: variants by how many contexts get them before and after, and who moves. */
export type FlagEffect = {
  readonly flag: string
  readonly before: readonly Share[]
  readonly after: readonly Share[]
  /** The most first. */
  readonly moves: readonly Move[]
}

export type Share = { readonly variant: string | null; readonly count: number }

/** What other documents would answer the same contexts, flag by flag. */
export const effectOf = (
  before: Datafile,
  after: Datafile,
  flags: readonly string[],
  contexts: readonly Context[],
  nowMs: number,
  profiles?: OptionalModules,
): FlagEffect[] => {
  const [old, next] = [compile(before, profiles), compile(after, profiles)]
  return flags.map((flag) => {
    const pairs = contexts.map((context): [string | null, string | null] => [
      evaluate(old, flag, context, nowMs).variant,
      evaluate(next, flag, context, nowMs).variant,
    ])
    const moved = pairs.filter(([from, to]) => from !== to)
    return {
      flag,
      before: tally(pairs.map(([from]) => from)).map(({ value, count }) => ({ variant: value, count })),
      after: tally(pairs.map(([, to]) => to)).map(({ value, count }) => ({ variant: value, count })),
      moves: tally(moved, (pair) => JSON.stringify(pair)).map(({ value: [from, to], count }) => ({ from, to, count })),
    }
  })
}

/** Each different value with how often it is there, the most first. */
const tally = <T>(values: readonly T[], nameOf: (value: T) => unknown = (value) => value) => {
  const counted = new Map<unknown, { value: T; count: number }>()
  for (const value of values) {
    const name = nameOf(value)
    const known = counted.get(name)
    if (known === undefined) counted.set(name, { value, count: 1 })
    else known.count += 1
  }
  return [...counted.values()].sort((a, b) => b.count - a.count)
}
