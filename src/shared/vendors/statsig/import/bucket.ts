import type { Condition } from '../../../schemas/condition.ts'
import type { Bounds } from '../../../schemas/extended-point.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { StatsigCondition } from './config.ts'
import { textOf } from './operator.ts'
import { negated, nobody } from './scope.ts'
import { pointOf } from './user.ts'

const buckets = 1_000

type Range = [lo: number, hi: number]

/** Converts a list of buckets to inclusive ranges: experiments list every bucket of a layer they use. */
const rangesOf = (target: Json): Range[] => {
  const texts = (Array.isArray(target) ? target : []).map(textOf).filter((text) => /^(?:0|[1-9]\d{0,2})$/.test(text))
  const ranges: Range[] = []
  for (const bucket of [...new Set(texts.map(Number))].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] + 1 === bucket) last[1] = bucket
    else ranges.push([bucket, bucket])
  }
  return ranges
}

/** Converts a comparison of the user's bucket (0 to 999). Undefined for operators that are not numeric. */
export const bucketCondition = (
  { additionalValues, idType }: StatsigCondition,
  operator: string,
  target: Json,
): Condition | undefined => {
  const point = pointOf(`${textOf(additionalValues?.salt ?? 'undefined')}`, idType, buckets)
  const within = (bounds: Bounds, ends: { lo?: number; hi?: number }): Condition =>
    Object.values(ends).some(Number.isNaN) ? nobody : { within: { point, bounds, ...ends } }
  const number = target === null ? Number.NaN : Number(target)
  /** Ranges are searched by bisection, because each bucket test computes its hash again. */
  const inRanges = (ranges: readonly Range[]): Condition => {
    const [first, middle] = [ranges.slice(0, ranges.length / 2), ranges.slice(ranges.length / 2)]
    const [start] = middle[0] ?? []
    if (ranges.length <= 4 || start === undefined) return { any: ranges.map(([lo, hi]) => within('[]', { lo, hi })) }
    return {
      any: [
        { all: [within('[)', { hi: start }), inRanges(first)] },
        { all: [within('[]', { lo: start }), inRanges(middle)] },
      ],
    }
  }
  const among = (): Condition => inRanges(rangesOf(target))
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
      // A bucket is not a string, version or list, so these never match.
      return /^version_|^array_|^not_array_/.test(operator) ? nobody : undefined
  }
}
