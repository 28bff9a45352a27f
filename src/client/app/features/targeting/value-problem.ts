import { parseDuration, parseInstant } from '../../../../shared/engine/operators/instant.ts'
import { parseNetwork } from '../../../../shared/engine/operators/network.ts'
import { parseVersion } from '../../../../shared/engine/operators/version.ts'
import type { Leaf, Scalar } from '../../../../shared/schemas/condition.ts'
import { operatorText, type ValueKind } from '../../../../shared/text/rules/operator.ts'

const isPattern = (value: Scalar): boolean => {
  try {
    return RegExp(String(value)) instanceof RegExp
  } catch {
    return false
  }
}

/** Whether a value can be read as what its operator compares with, and what would be right, to finish "Enter …". */
const kinds: Record<ValueKind, { reads: (value: Scalar) => boolean; wanted: string }> = {
  scalar: { reads: () => true, wanted: 'a value' },
  text: { reads: (value) => typeof value === 'string', wanted: 'text' },
  number: { reads: (value) => typeof value === 'number' && Number.isFinite(value), wanted: 'a number such as 25' },
  version: { reads: (value) => parseVersion(value) !== undefined, wanted: 'a version such as 2.3.0' },
  instant: {
    reads: (value) => parseInstant(value) !== undefined,
    wanted: 'a date such as 2026-11-23 or “mon 9am”',
  },
  duration: { reads: (value) => parseDuration(value) !== undefined, wanted: 'a duration such as P30D or 12h' },
  network: {
    reads: (value) => typeof value === 'string' && parseNetwork(value) !== undefined,
    wanted: 'a network such as 10.0.0.0/8',
  },
}

/** What would be right in the place of a value that cannot be read, as `a version such as 2.3.0`; null where all can. */
export const unreadValue = ({ operator, values }: Pick<Leaf, 'operator' | 'values'>): string | null => {
  const { kind } = operatorText[operator]
  // a list in a context may hold numbers, too
  const reads = (value: Scalar) =>
    kinds[kind].reads(value) || (operator.startsWith('includes') && typeof value === 'number')
  if (!values.every(reads)) return kinds[kind].wanted
  const isMatch = operator === 'matches' || operator === 'notMatches'
  if (isMatch && !values.every(isPattern)) return 'a regular expression such as ^beta-'
  const [low, high] = values
  const isUpsideDown = operator === 'between' && typeof low === 'number' && typeof high === 'number' && low > high
  return isUpsideDown ? 'the lower bound first' : null
}
