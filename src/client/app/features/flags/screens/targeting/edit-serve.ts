import { reallocate } from '../../../../../../shared/engine/bucketing/reallocate.ts'
import type { Dialect } from '../../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../../shared/limits.ts'
import type { Part, Serve, Split } from '../../../../../../shared/schemas/split.ts'

/*
 * Edits of weights start from the published split, not from the previous keystroke. Otherwise each digit of “60%” would
 * move users.
 */

const whole = limits.weightUnits

const partsOf = (serve: Serve): Part[] => {
  if ('split' in serve) return serve.split.parts
  return 'variant' in serve ? [{ variant: serve.variant, from: 0, to: whole }] : []
}

const pointOf = (serve: Serve) => ('split' in serve && serve.split.point ? { point: serve.split.point } : {})

/** Applies the project’s hash to a new split. Existing splits keep theirs. */
export const inDialect = (dialect: Dialect, published: Serve, before: Serve, next: Serve): Serve => {
  if (dialect === 'native' || !('split' in next) || 'split' in published || 'split' in before) return next
  return { split: { point: { ...next.split.point, hash: dialect }, parts: next.split.parts } }
}

/**
 * Serves one variant to a share of users, or to all without a split. Keeps as many users as possible on their variant.
 */
export const servingOne = (published: Serve, serve: Serve, variant: string, weight: number): Serve => {
  if (weight >= whole) return { variant }
  const taken = partsOf(published).map((part) => ({ ...part, variant }))
  return { split: { ...pointOf(serve), parts: reallocate(taken, new Map([[variant, weight]])) } }
}

/** A split with these weights. Stays a split while typing, even if one variant has everything. */
export const splitAmong = (published: Serve, serve: Serve, weights: ReadonlyMap<string, number>): Serve => ({
  split: { ...pointOf(serve), parts: reallocate(partsOf(published), weights) },
})

/** A split with these weights, or a single variant if it has everything. */
export const withWeights = (published: Serve, serve: Serve, weights: ReadonlyMap<string, number>): Serve => {
  const [only] = [...weights].filter(([, weight]) => weight >= whole)
  if (only !== undefined) return { variant: only[0] }
  return splitAmong(published, serve, weights)
}

/** An even split in whole percentages. The first variants get the remainder. */
export const dividedAmong = (published: Serve, serve: Serve, variants: readonly string[]): Serve => {
  const share = Math.floor(100 / variants.length)
  const rest = 100 - share * variants.length
  const weights = variants.map((variant, i): [string, number] => [
    variant,
    (share + (i < rest ? 1 : 0)) * (whole / 100),
  ])
  return withWeights(published, serve, new Map(weights))
}

/** Changes one variant’s weight. The others compensate, the last ones first, so that the sum stays the same. */
export const rebalanced = (
  weights: ReadonlyMap<string, number>,
  variant: string,
  weight: number,
): Map<string, number> => {
  const next = new Map(weights).set(variant, weight)
  let owed = weight - (weights.get(variant) ?? 0)
  for (const other of [...weights.keys()].filter((key) => key !== variant).reverse()) {
    const has = next.get(other) ?? 0
    const left = Math.max(0, has - owed)
    next.set(other, left)
    owed -= has - left
  }
  return next
}

/** Buckets the split by another attribute. This reassigns all users. */
export const withBucketing = (split: Split, by: string): Serve => {
  const { by: _, ...point } = split.point ?? {}
  const next = by === 'targetingKey' ? point : { ...point, by }
  return { split: { ...(Object.keys(next).length === 0 ? {} : { point: next }), parts: split.parts } }
}
