import type { ExtendedPoint, Within } from '../../../schemas/extended-point.ts'
import { pointOf } from '../../bucketing/table.ts'
import type { Run } from '../../explain/run.ts'
import type { BucketTrace } from '../../explain/trace.ts'
import { stringifier } from '../text.ts'
import { isAbsent, readExtended } from './read.ts'

/** Returns the context's point on another vendor's scale, and the text that was hashed. */
export const extendedBucketTraceOf = (point: ExtendedPoint, run: Run): BucketTrace => {
  const { context, nowMs, profiles } = run
  const attribute = point.unit.parts
    .flatMap((part) => ('attribute' in part ? part.attribute.firstOf.map((path) => path.join('.')) : []))
    .join(', ')
  const place = { attribute, byDefault: false, salt: '' }
  const nowhere: BucketTrace = { ...place, unit: null, point: point.noUnit === 'zero' ? 0 : null }
  if (point.hash.algorithm === 'random') {
    return { ...place, unit: null, point: pointOf(point, profiles)(String(nowMs), []) }
  }
  const { requires } = point.unit
  if (requires !== undefined && isAbsent('nullish', readExtended(requires, context, nowMs))) return nowhere
  const texts: string[] = []
  for (const part of point.unit.parts) {
    if ('literal' in part) {
      texts.push(part.literal)
      continue
    }
    const value = readExtended(part.attribute, context, nowMs)
    const text = isAbsent(part.presence, value) ? part.orElse : stringifier(part.str)(value)
    if (text === undefined && part.optional === true) continue
    if (text === undefined) return nowhere
    if (text === '' && part.emptyIs !== undefined) return { ...place, unit: '', point: part.emptyIs }
    texts.push(part.maxScalars === undefined ? text : Array.from(text).slice(0, part.maxScalars).join(''))
  }
  const unit = texts.join(point.unit.join ?? '')
  return { ...place, unit, point: pointOf(point, profiles)(unit, texts) }
}

/** Whether a point is in a range. A missing end is unbounded. */
export const isPointWithin = (point: number, { lo, hi, bounds }: Pick<Within, 'lo' | 'hi' | 'bounds'>): boolean => {
  const above = lo === undefined || point > lo || (point === lo && bounds !== '(]')
  const below = hi === undefined || point < hi || (point === hi && bounds !== '[)')
  return above && below
}
