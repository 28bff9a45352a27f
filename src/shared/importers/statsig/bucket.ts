import type { Condition } from '../../schemas/condition.ts'
import type { Bounds } from '../../schemas/extended-point.ts'
import type { Json } from '../../schemas/keys.ts'
import type { StatsigCondition } from './config.ts'
import { textOf } from './operator.ts'
import { negated, nobody } from './scope.ts'
import { pointOf } from './user.ts'

const buckets = 1_000

/** A comparison of the bucket from 0 to 999 that a user falls into; undefined where it is none that is made of numbers. */
export const bucketCondition = (
  { additionalValues, idType }: StatsigCondition,
  operator: string,
  target: Json,
): Condition | undefined => {
  const point = pointOf(`${textOf(additionalValues?.salt ?? 'undefined')}`, idType, buckets)
  const within = (bounds: Bounds, ends: { lo?: number; hi?: number }): Condition =>
    Object.values(ends).some(Number.isNaN) ? nobody : { within: { point, bounds, ...ends } }
  const number = target === null ? Number.NaN : Number(target)
  const listed = (Array.isArray(target) ? target : []).map(textOf).filter((text) => /^(?:0|[1-9]\d{0,2})$/.test(text))
  const among = (): Condition => ({ any: listed.map((text) => within('[]', { lo: Number(text), hi: Number(text) })) })
  switch (operator) {
    case 'lt':
      return within('[)', { hi: number })
    case 'lte':
      return within('[]', { hi: number })
    case 'gt':
      return within('(]', { lo: number })
    case 'gte':
      return within('[]', { lo: number })
    case 'eq':
      return within('[]', { lo: number, hi: number })
    case 'neq':
      return negated(within('[]', { lo: number, hi: number }))
    case 'any':
    case 'any_case_sensitive':
      return among()
    case 'none':
    case 'none_case_sensitive':
      return negated(among())
    default:
      // the bucket is no text, no version and no list
      return /^version_|^array_|^not_array_/.test(operator) ? nobody : undefined
  }
}
