import type { Point } from '../../schemas/point.ts'
import { hashOf, placeOn } from '../bucketing/hash-of.ts'
import { lookUp } from './read.ts'
import type { Run } from './run.ts'
import type { BucketTrace } from './trace.ts'

/** Returns the bucket of a context, and the unit it was computed from. */
export const bucketTraceOf = (point: Point | undefined, run: Run): BucketTrace => {
  const attribute = point?.by ?? 'targetingKey'
  const value = point?.by === undefined ? run.context.targetingKey : lookUp(run.context, attribute)
  const unit = typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : null
  const salt = point?.salt ?? run.salt
  return {
    attribute,
    byDefault: point?.by === undefined,
    unit,
    salt,
    point: unit === null ? null : placeOn(hashOf(point, salt), unit),
  }
}
