import { line } from '../engine/bucketing/native.ts'
import type { Condition } from '../schemas/condition.ts'
import { joints } from '../text/rules/joints.ts'
import { quoted } from '../text/rules/literal.ts'
import { percent } from '../text/rules/percent.ts'
import { plain, say, type Word, word } from '../text/word.ts'
import { targetingKey } from './targeting-key.ts'

/** Buckets of one attribute, and whether those who have none are meant too. */
interface Slice {
  readonly by: string
  readonly bucketless: boolean
}

/** What a condition says, where it is about buckets of one attribute alone. */
const sliceOf = (condition: Condition): Slice | undefined => {
  if (condition === true) return undefined
  if ('in' in condition) return { by: condition.in.point?.by ?? targetingKey, bucketless: false }
  if ('not' in condition) {
    const slice = sliceOf(condition.not)
    // of buckets that are not others, stretches are told as those others
    return slice === undefined || slice.bucketless ? undefined : { ...slice, bucketless: true }
  }
  if (!('any' in condition)) return undefined
  const [first, ...others] = condition.any.map(sliceOf)
  const alike = others.every((one) => one?.by === first?.by && one?.bucketless === false)
  return alike && first?.bucketless === false ? first : undefined
}

/**
 * What is said of people beside their buckets, and their buckets: as a share of them, or, of those alone who get an answer
 * now, where they are: a share of the line is none of those. As they are, salts and all, where that says too little.
 */
export const withShare = (
  parts: readonly Condition[],
  { share, ofThose }: { share: number; ofThose: boolean },
): { readonly rest: readonly Condition[]; readonly said: readonly Word[] } => {
  const slices = parts.flatMap((part) => sliceOf(part) ?? [])
  const [first] = slices
  if (first === undefined || slices.some(({ by }) => by !== first.by)) return { rest: parts, said: [] }
  const rest = parts.filter((part) => sliceOf(part) === undefined)
  if (!ofThose)
    return { rest, said: shareWords({ by: first.by, bucketless: slices.every((one) => one.bucketless) }, share) }
  const [only, ...more] = parts.filter((part) => sliceOf(part) !== undefined)
  return only === undefined || more.length > 0 ? { rest: parts, said: [] } : { rest, said: placeWords(first, only) }
}

/** `, with a bucket from 30% to 60%`; with those who have none: `outside 0% to 50%, or without a targeting key`. */
const placeWords = ({ by, bucketless }: Slice, slice: Condition): Word[] => {
  const own = by === targetingKey
  const key = word('attribute', quoted(by))
  const stretches = stretchesOf(slice)
    .map(({ from, to }) => `${percent(from)} to ${percent(to)}`)
    .join(joints.or)
  if (bucketless)
    return own
      ? say`, with a bucket outside ${stretches}, or without a targeting key`
      : say`, with a bucket outside ${stretches} by ${key}, or without one`
  return own ? say`, with a bucket from ${stretches}` : say`, with a bucket from ${stretches} by ${key}`
}

const stretchesOf = (condition: Condition): readonly { from: number; to: number }[] => {
  if (condition === true) return []
  if ('in' in condition) return [condition.in]
  if ('not' in condition) return stretchesOf(condition.not)
  return 'any' in condition ? condition.any.flatMap(stretchesOf) : []
}

/** `: 15% of them`; with those who have no bucket: `: 15% of them, and anyone without a targeting key`. */
const shareWords = ({ by, bucketless }: Slice, share: number): Word[] => {
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
