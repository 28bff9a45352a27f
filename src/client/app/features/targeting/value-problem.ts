import { parseDuration, parseInstant } from '../../../../shared/engine/operators/instant.ts'
import { parseNetwork } from '../../../../shared/engine/operators/network.ts'
import { parseVersion } from '../../../../shared/engine/operators/version.ts'
import { operatorFacts, type ValueKind } from '../../../../shared/operators.ts'
import type { Leaf, Scalar } from '../../../../shared/schemas/condition.ts'

const isPattern = (value: Scalar): boolean => {
  try {
    return typeof value === 'string' && RegExp(value) instanceof RegExp
  } catch {
    return false
  }
}

/** Whether a value can be parsed by its operator, and the expected input. Completes “Enter …”. */
const kinds: Record<ValueKind, { reads: (value: Scalar) => boolean; wanted: string }> = {
  scalar: { reads: () => true, wanted: 'a value' },
  text: { reads: (value) => typeof value === 'string', wanted: 'text' },
  pattern: { reads: isPattern, wanted: 'a regular expression such as ^beta-' },
  member: { reads: (value) => typeof value !== 'boolean', wanted: 'text' },
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

/** The expected input if a value is invalid, such as `a version such as 2.3.0`. Null if all are valid. */
export const unreadValue = ({ operator, values }: Pick<Leaf, 'operator' | 'values'>): string | null => {
  const { kind, takes } = operatorFacts[operator]
  if (!values.every(kinds[kind].reads)) return kinds[kind].wanted
  const [low, high] = values
  const isUpsideDown = takes === 'two' && typeof low === 'number' && typeof high === 'number' && low > high
  return isUpsideDown ? 'the lower bound first' : null
}
