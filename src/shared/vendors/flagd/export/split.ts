import { line } from '../../../engine/bucketing/native.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Point } from '../../../schemas/point.ts'
import type { Part, Split } from '../../../schemas/split.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { isAscii } from '../../exporting/leaf.ts'
import { own } from '../../exporting/serve.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { variable } from './variable.ts'

type Slice = { point?: Point | undefined; from: number; to: number }

/** The result for users who get no variant. Not a valid variant key. */
export const nobody = ''
const inside = 'in'

/** An expression for whether a unit is in a slice. False without a unit. */
export const sliceExpression = ({ point, from, to }: Slice, scope: FlagScope, salt: string): Json => {
  const divided = divide(point, scope, salt, ranges([{ variant: inside, from, to }]))
  return { '===': [divided, inside] }
}

/** An expression for the variant key of a split. Returns `nobody` if the unit is in a gap or missing. */
export const splitExpression = ({ point, parts }: Split, scope: FlagScope): Json => {
  for (const { variant } of parts) own(variant, scope.flag)
  return divide(point, scope, scope.flag.salt, ranges(parts))
}

/** The line from left to right as weights, including gaps. Engines require at least two entries. */
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
 * `fractional` over `salt:unit`. The portable bucket is MurmurHash3 times 100,000, shifted right by 32 bits. Other
 * engines format units that are not strings differently, and hash non-ASCII units differently.
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
