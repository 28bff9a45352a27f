import { reallocate } from '../../../../../../shared/engine/bucketing/reallocate.ts'
import type { Dialect } from '../../../../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../../../../shared/limits.ts'
import type { Part, Serve, Split } from '../../../../../../shared/schemas/split.ts'

/*
 * Every edit of weights starts from what is published, not from what was typed a moment ago: otherwise each digit on the
 * way to "60%" would move people.
 */

const whole = limits.weightUnits

const partsOf = (serve: Serve): Part[] => {
  if ('split' in serve) return serve.split.parts
  return 'variant' in serve ? [{ variant: serve.variant, from: 0, to: whole }] : []
}

const pointOf = (serve: Serve) => ('split' in serve && serve.split.point ? { point: serve.split.point } : {})

/** What was edited, cut by the project's hash where it becomes a split that nothing was before. */
export const inDialect = (dialect: Dialect, published: Serve, before: Serve, next: Serve): Serve => {
  if (dialect === 'native' || !('split' in next) || 'split' in published || 'split' in before) return next
  return { split: { point: { ...next.split.point, hash: dialect }, parts: next.split.parts } }
}

/** One variant to a share of the line; the whole line needs no split. Who is served now stays served as far as it can be. */
export const servingOne = (published: Serve, serve: Serve, variant: string, weight: number): Serve => {
  if (weight >= whole) return { variant }
  const taken = partsOf(published).map((part) => ({ ...part, variant }))
  return { split: { ...pointOf(serve), parts: reallocate(taken, new Map([[variant, weight]])) } }
}

/** A split with these weights; it stays one though a variant has the whole line, as it may while somebody types. */
export const splitAmong = (published: Serve, serve: Serve, weights: ReadonlyMap<string, number>): Serve => ({
  split: { ...pointOf(serve), parts: reallocate(partsOf(published), weights) },
})

/** A split with these weights; one variant for everyone needs none. */
export const withWeights = (published: Serve, serve: Serve, weights: ReadonlyMap<string, number>): Serve => {
  const [only] = [...weights].filter(([, weight]) => weight >= whole)
  if (only !== undefined) return { variant: only[0] }
  return splitAmong(published, serve, weights)
}

/** An even split among the variants in whole per cents; the first variants take what does not divide. */
export const dividedAmong = (published: Serve, serve: Serve, variants: readonly string[]): Serve => {
  const share = Math.floor(100 / variants.length)
  const rest = 100 - share * variants.length
  const weights = variants.map((variant, i): [string, number] => [
    variant,
    (share + (i < rest ? 1 : 0)) * (whole / 100),
  ])
  return withWeights(published, serve, new Map(weights))
}

/**
 * One variant's weight typed by hand: the others give or take the difference, the last ones first, so that the sum stays.
 */
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

/** The split by another attribute. Everyone falls anew. */
export const withBucketing = (split: Split, by: string): Serve => {
  const { by: _, ...point } = split.point ?? {}
  const next = by === 'targetingKey' ? point : { ...point, by }
  return { split: { ...(Object.keys(next).length === 0 ? {} : { point: next }), parts: split.parts } }
}
