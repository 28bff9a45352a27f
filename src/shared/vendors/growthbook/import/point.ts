import type { Condition } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import type { GbFilter, GbRange } from './config.ts'
import { type GbScope, nobody } from './scope.ts'

/**
 * The attributes that identify a unit; the first truthy one is used. GrowthBook's default attribute `id` is
 * `targetingKey` in Fanion contexts.
 */
export const unitOf = (...attributes: (string | undefined)[]): AttributeRef => ({
  firstOf: attributes.flatMap((name) =>
    name === undefined ? [] : name === 'id' ? [['id'], ['targetingKey']] : [[name]],
  ),
  skip: 'falsy',
})

/**
 * A bucket in [0, 1]. Version 1: FNV-1a of unit and seed, in thousandths. Version 2: FNV-1a of the decimal FNV-1a of
 * seed and unit, in ten-thousandths. Null for an unknown version, which includes no one.
 */
export const pointOf = (
  scope: GbScope,
  seed: string,
  attribute: AttributeRef,
  version: number,
): ExtendedPoint | null => {
  const unit = { attribute, presence: 'truthy' as const, str: 'js' as const }
  const { encoding } = scope
  if (version === 1) {
    return {
      unit: { parts: [unit, { literal: seed }] },
      hash: { algorithm: 'fnv1a-32', encoding },
      norm: { kind: 'mod', mod: 1000, div: 1000 },
    }
  }
  if (version !== 2) return null
  return {
    unit: { parts: [{ literal: seed }, unit] },
    hash: { algorithm: 'fnv1a-32-twice', encoding },
    norm: { kind: 'mod', mod: 10_000, div: 10_000 },
  }
}

/** Whether the bucket is in a range; its end is exclusive. */
export const inRange = (point: ExtendedPoint | null, [lo, hi]: GbRange): Condition =>
  point === null ? nobody : { within: { point, lo, hi, bounds: '[)' } }

/** Whether a unit is in the ranges that a filter leaves to this rule. */
export const inFilter = (scope: GbScope, filter: GbFilter): Condition => {
  const point = pointOf(scope, filter.seed, unitOf(filter.attribute || 'id'), filter.hashVersion || 2)
  return { any: filter.ranges.map((range) => inRange(point, range)) }
}

/** Whether a unit is in the range of a namespace, the older way to make experiments mutually exclusive. */
export const inNamespace = (
  scope: GbScope,
  [id, lo, hi]: readonly [string, number, number],
  unit: AttributeRef,
): Condition => inRange(pointOf(scope, `__${id}`, unit, 1), [lo, hi])
