import { line } from '../engine/bucketing/native.ts'
import type { Condition } from '../schemas/condition.ts'
import { quoted } from '../text/rules/literal.ts'
import { percent } from '../text/rules/percent.ts'
import { plain, type Word, word } from '../text/word.ts'
import { targetingKey } from './model.ts'

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
    return slice && { ...slice, bucketless: !slice.bucketless }
  }
  if (!('any' in condition)) return undefined
  const [first, ...others] = condition.any.map(sliceOf)
  const alike = others.every((one) => one?.by === first?.by && one?.bucketless === first?.bucketless)
  return alike ? first : undefined
}

/** What is said of people beside their buckets, and their buckets as a share of them; as they are where there is no one share. */
export const withShare = (
  parts: readonly Condition[],
  share: number,
): { readonly rest: readonly Condition[]; readonly said: readonly Word[] } => {
  const slices = parts.flatMap((part) => sliceOf(part) ?? [])
  const [first] = slices
  if (first === undefined || slices.some(({ by }) => by !== first.by)) return { rest: parts, said: [] }
  const rest = parts.filter((part) => sliceOf(part) === undefined)
  return { rest, said: shareWords({ by: first.by, bucketless: slices.every(({ bucketless }) => bucketless) }, share) }
}

/** `: 15% of them`; with those who have no bucket: `: 15% of them, and anyone without a targeting key`. */
const shareWords = ({ by, bucketless }: Slice, share: number): Word[] => {
  const own = by === targetingKey
  const key = own ? plain('a targeting key') : word('attribute', quoted(by))
  if (share >= line && !bucketless) return [plain(': those with '), key]
  if (share === 0 && bucketless) return [plain(': those without '), key]
  const size = share === 0 ? `: fewer than ${percent(1)} of them` : `: ${percent(share)} of them`
  return [
    plain(size),
    ...(own ? [] : [plain(', by '), key]),
    ...(bucketless ? (own ? [plain(', and anyone without '), key] : [plain(', and anyone without one')]) : []),
  ]
}
