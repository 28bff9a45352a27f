import type { SegmentDocument } from '../schemas/segment.ts'
import { type ConditionTest, compileCondition, never, type Scope } from './condition.ts'
import { costOf, spend } from './meter.ts'

/**
 * Compiles a segment. `excluded` takes precedence over `included`, and that over `when`. A point without a salt uses
 * the segment's key.
 */
export const compileSegment = (segment: SegmentDocument, scope: Omit<Scope, 'salt'>): ConditionTest => {
  const when =
    segment.when === null
      ? never
      : counted(compileCondition(segment.when, { ...scope, salt: segment.key }), costOf(segment))
  const included = new Set<unknown>(segment.included)
  const excluded = new Set<unknown>(segment.excluded)
  if (included.size === 0 && excluded.size === 0) return when
  return (context, nowMs) => {
    const key = context.targetingKey
    if (excluded.has(key)) return false
    return included.has(key) || when(context, nowMs)
  }
}

const counted =
  (holds: ConditionTest, cost: number): ConditionTest =>
  (context, nowMs) => {
    spend(cost)
    return holds(context, nowMs)
  }
