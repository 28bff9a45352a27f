import type { Condition } from '../../../schemas/condition.ts'
import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'
import { identifier, identityKey } from './attribute.ts'

/** The line [0, 100): MD5 of `key,identity`. The hash is repeated while the result is exactly 100. */
export const pointOf = (
  key: string,
  prefix: string,
  attribute: AttributeRef,
  presence: 'truthy' | 'nullish' = 'truthy',
): ExtendedPoint => ({
  unit: { parts: [{ literal: key }, { literal: `,${prefix}` }, { attribute, presence, str: 'js' }] },
  hash: { algorithm: 'md5-int', encoding: 'utf8' },
  norm: { kind: 'md5-9998' },
})

/** Buckets by the identity's own key, and by the key made of environment and identifier. */
export const pointsOf = (key: string, environment: string): { own: ExtendedPoint; composite: ExtendedPoint } => ({
  own: pointOf(key, '', identityKey),
  composite: pointOf(key, `${environment}_`, identifier),
})

/** Whether the bucket is at most this percentage. False without an identity. */
export const within = (key: string, environment: string, percentage: number): Condition => {
  const { own, composite } = pointsOf(key, environment)
  const upTo = (point: ExtendedPoint): Condition => ({ within: { point, hi: percentage, bounds: '[]' } })
  const hasOwn: Condition = { read: identityKey, test: { op: 'present' } }
  return { any: [upTo(own), { all: [{ not: hasOwn }, upTo(composite)] }] }
}

export const hasIdentity: Condition = {
  any: [
    { read: identityKey, test: { op: 'present' } },
    { read: identifier, test: { op: 'present' } },
  ],
}
