import type { AttributeRef, Presence } from '../../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import type { UnleashScope } from './scope.ts'

/** The seed of variants. Rollouts use 0, so that the two are independent. */
export const variantSeed = 86_028_157

/** Buckets from 1 to `total`: MurmurHash3 of `groupId:unit`, modulo the total, plus one. */
export type Line = { groupId: string; seed: number; total: number }

const pointOn = (
  scope: UnleashScope,
  { groupId, seed, total }: Line,
  unit: ExtendedPoint['unit']['parts'][number][],
) => ({
  unit: { parts: [{ literal: `${groupId}:` }, ...unit] },
  hash: { algorithm: 'murmur3-32' as const, seed, encoding: scope.encoding },
  norm: { kind: 'mod' as const, mod: total, add: 1 },
})

/** The bucket of a unit. Without a unit there is none. */
export const pointOf = (scope: UnleashScope, line: Line, attribute: AttributeRef, presence: Presence): ExtendedPoint =>
  pointOn(scope, line, [{ attribute, presence, str: 'js' }])

export const randomPoint = (scope: UnleashScope, line: Line): ExtendedPoint => {
  const { hash, ...point } = pointOn(scope, line, [])
  return { ...point, hash: { ...hash, algorithm: 'random' } }
}

/** Reports that assignments are random, so there is nothing to preserve. */
export const reportRandom = (scope: UnleashScope, path: string): void =>
  scope.report('info', path, 'Users were assigned at random on every evaluation; there is nothing to preserve.')
