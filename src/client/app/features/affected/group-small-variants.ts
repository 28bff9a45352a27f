import type { FlagMovement, Move, Share } from '../../../../shared/impact/movement.ts'

/** Key of the group of variants that are not drawn individually. Starts with a space, so no variant has this key. */
export const othersOf = ' others'

/** Variants to draw, including the group of the others. */
const most = 8

/**
 * Limits a movement to eight variants: the seven largest, and one group of all others. Moves within the group are
 * dropped.
 */
export const groupSmallVariants = (
  effect: FlagMovement,
): Pick<FlagMovement, 'before' | 'after' | 'moves' | 'mayMove'> => {
  const sizes = new Map<string | null, number>()
  for (const { variant, count } of [...effect.before, ...effect.after])
    sizes.set(variant, Math.max(count, sizes.get(variant) ?? 0))
  if (sizes.size <= most) return effect
  const kept = new Set(
    [...sizes]
      .sort(([, a], [, b]) => b - a)
      .slice(0, most - 1)
      .map(([variant]) => variant),
  )
  const named = (variant: string | null) => (kept.has(variant) ? variant : othersOf)
  const shares = (all: readonly Share[]): Share[] =>
    grouped(all, ({ variant }) => JSON.stringify(named(variant))).map((group) => ({
      variant: named(group[0]?.variant ?? null),
      count: sum(group),
    }))
  const moves = (all: readonly Move[]): Move[] =>
    grouped(all, ({ from, to }) => JSON.stringify([named(from), named(to)]))
      .map((group) => ({ from: named(group[0]?.from ?? null), to: named(group[0]?.to ?? null), count: sum(group) }))
      .filter(({ from, to }) => from !== to)
  return {
    before: shares(effect.before),
    after: shares(effect.after),
    moves: moves(effect.moves),
    mayMove: moves(effect.mayMove),
  }
}

const sum = (all: readonly { count: number }[]) => all.reduce((total, { count }) => total + count, 0)

const grouped = <T>(all: readonly T[], nameOf: (one: T) => string): T[][] => {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const known = groups.get(nameOf(one))
    if (known === undefined) groups.set(nameOf(one), [one])
    else known.push(one)
  }
  return [...groups.values()]
}
