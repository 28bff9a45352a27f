import { line } from '../../../engine/bucketing/native.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Point } from '../../../schemas/point.ts'
import type { Part, Split } from '../../../schemas/split.ts'
import { notReadable } from '../../exporting/because.ts'
import { isAscii } from '../../exporting/leaf.ts'
import type { FlagScope } from '../../exporting/reading.ts'
import { own } from '../../exporting/serve.ts'
import { variable } from './variable.ts'

type Slice = { point?: Point | undefined; from: number; to: number }

/** No variant's key: what is served to nobody. */
export const nobody = ''
const inside = 'in'

/** A slice of the line as an expression: whether a unit falls in it; without one it does not. */
export const sliceExpression = ({ point, from, to }: Slice, scope: FlagScope, salt: string): Json => {
  const divided = divide(point, scope, salt, ranges([{ variant: inside, from, to }]))
  return { '===': [divided, inside] }
}

/** What a split serves: the key of a variant, or a text that is none where the unit falls in a gap or there is none. */
export const splitExpression = ({ point, parts }: Split, scope: FlagScope): Json => {
  for (const { variant } of parts) own(variant, scope.flag)
  return divide(point, scope, scope.flag.salt, ranges(parts))
}

/** The line from the left, gaps too, as weights; engines take a list of at least two. */
const ranges = (parts: readonly Part[]): [string, number][] => {
  const sorted = parts.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)
  const weights: [string, number][] = []
  let at = 0
  for (const { variant, from, to } of sorted) {
    if (from < at || to > line) return notReadable('malformed')
    if (from > at) weights.push([nobody, from - at])
    weights.push([variant, to - from])
    at = to
  }
  if (at < line) weights.push([nobody, line - at])
  return weights.length > 1 ? weights : [...weights, [nobody, 0]]
}

/**
 * `fractional` over `salt:unit`: murmur3 times 100 000, shifted by 32, is the portable point. A unit that is no text is
 * spelled differently by other engines, and one beyond ASCII hashed differently.
 */
const divide = (point: Point | undefined, scope: FlagScope, own: string, weights: [string, number][]): Json => {
  if (point?.hash !== 'portable') return notReadable('split-hash')
  const salt = point.salt ?? own
  if (!isAscii(salt)) return notReadable('non-ascii', salt)
  const attribute = point.by ?? 'targetingKey'
  scope.provisos.add({ kind: 'text', attribute })
  scope.provisos.add({ kind: 'ascii', attribute })
  const read = variable(attribute)
  return { if: [{ '!==': [read, null] }, { fractional: [{ cat: [`${salt}:`, read] }, ...weights] }, nobody] }
}
