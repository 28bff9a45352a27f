import { line } from '../engine/bucketing/native.ts'
import type { Condition } from '../schemas/condition.ts'
import { listSeparators } from '../text/rules/list-separators.ts'
import { quoted } from '../text/rules/literal.ts'
import { percent } from '../text/rules/percent.ts'
import { plain, type SentencePart, say, word } from '../text/word.ts'
import { targetingKey } from './targeting-key.ts'

/** A constraint on buckets by one attribute. `bucketless`: whether contexts without a bucket are included. */
interface Slice {
  readonly by: string
  readonly bucketless: boolean
}

/** Returns the constraint of a condition, if it is about buckets by one attribute alone. */
const sliceOf = (condition: Condition): Slice | undefined => {
  if (condition === true) return undefined
  if ('in' in condition) return { by: condition.in.point?.by ?? targetingKey, bucketless: false }
  if ('not' in condition) {
    const slice = sliceOf(condition.not)
    // The negation of a range includes contexts without a bucket.
    return slice === undefined || slice.bucketless ? undefined : { ...slice, bucketless: true }
  }
  if (!('any' in condition)) return undefined
  const [first, ...others] = condition.any.map(sliceOf)
  const alike = others.every((one) => one?.by === first?.by && one?.bucketless === false)
  return alike && first?.bucketless === false ? first : undefined
}

/**
 * Splits a condition into its constraint on buckets and the rest. The constraint is written as a share of the users who
 * match the rest. If it applies only to users with a certain answer, it is written as ranges, because a share of the
 * bucket space would be wrong. Constraints that fit neither wording stay in `rest` unchanged.
 */
export const withShare = (
  parts: readonly Condition[],
  { share, ofThose }: { share: number; ofThose: boolean },
): { readonly rest: readonly Condition[]; readonly said: readonly SentencePart[] } => {
  const slices = parts.flatMap((part) => sliceOf(part) ?? [])
  const [first] = slices
  if (first === undefined || slices.some(({ by }) => by !== first.by)) return { rest: parts, said: [] }
  const rest = parts.filter((part) => sliceOf(part) === undefined)
  if (!ofThose)
    return { rest, said: shareWords({ by: first.by, bucketless: slices.every((one) => one.bucketless) }, share) }
  const [only, ...more] = parts.filter((part) => sliceOf(part) !== undefined)
  return only === undefined || more.length > 0 ? { rest: parts, said: [] } : { rest, said: bucketWords(first, only) }
}

/**
 * Writes `, with a bucket from 30% to 60%`; with those without a bucket: `outside 0% to 50%, or without a targeting
 * key`.
 */
const bucketWords = ({ by, bucketless }: Slice, slice: Condition): SentencePart[] => {
  const own = by === targetingKey
  const key = word('attribute', quoted(by))
  const stretches = bucketRangesOf(slice)
    .map(({ from, to }) => `${percent(from)} to ${percent(to)}`)
    .join(listSeparators.or)
  if (bucketless)
    return own
      ? say`, with a bucket outside ${stretches}, or without a targeting key`
      : say`, with a bucket outside ${stretches} by ${key}, or without one`
  return own ? say`, with a bucket from ${stretches}` : say`, with a bucket from ${stretches} by ${key}`
}

const bucketRangesOf = (condition: Condition): readonly { from: number; to: number }[] => {
  if (condition === true) return []
  if ('in' in condition) return [condition.in]
  if ('not' in condition) return bucketRangesOf(condition.not)
  return 'any' in condition ? condition.any.flatMap(bucketRangesOf) : []
}

/** Writes `: 15% of them`; with those without a bucket: `: 15% of them, and anyone without a targeting key`. */
const shareWords = ({ by, bucketless }: Slice, share: number): SentencePart[] => {
  const own = by === targetingKey
  const key = own ? plain('a targeting key') : word('attribute', quoted(by))
  if (share >= line && !bucketless) return say`: those with ${key}`
  if (share === 0 && bucketless) return say`: those without ${key}`
  const part = share === 0 ? `fewer than ${percent(1)}` : percent(share)
  if (bucketless)
    return own
      ? say`: ${part} of them, and anyone without ${key}`
      : say`: ${part} of them, by ${key}, and anyone without one`
  return own ? say`: ${part} of them` : say`: ${part} of them, by ${key}`
}
