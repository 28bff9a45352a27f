import type { ExtendedPoint, UnitPart, Within } from '../../schemas/extended-point.ts'
import { pointOf } from '../bucketing/table.ts'
import type { OptionalModules } from '../optional-module.ts'
import { absence, resolver } from './attribute.ts'
import { final } from './final.ts'
import { type Decide, type State, truth } from './state.ts'
import { stringifier } from './text.ts'

/** Returns the point of a context; undefined without a unit. */
export type PointLocator = (state: State) => number | undefined

/**
 * Reads one part of a unit: a text, or a number that is the point itself. Undefined means no unit; null adds nothing.
 */
type ReadPart = (state: State) => string | number | undefined | null

const readPart = (part: UnitPart): ReadPart => {
  if ('literal' in part) return () => part.literal
  const { maxScalars, emptyIs, optional, orElse } = part
  const [read, absent, text] = [resolver(part.attribute), absence(part.presence), stringifier(part.str)]
  return ({ context, nowMs }) => {
    const value = read(context, nowMs)
    const whole = absent(value) ? orElse : text(value)
    if (whole === undefined) return optional === true ? null : undefined
    if (whole === '' && emptyIs !== undefined) return emptyIs
    return maxScalars === undefined || whole.length <= maxScalars
      ? whole
      : Array.from(whole).slice(0, maxScalars).join('')
  }
}

export const locator = (point: ExtendedPoint, profiles: OptionalModules): PointLocator => {
  const place = pointOf(point, profiles)
  if (point.hash.algorithm === 'random') return ({ nowMs }) => place(String(nowMs), [])
  const { parts, join = '', requires } = point.unit
  const readers = parts.map(readPart)
  const without = point.noUnit === 'zero' ? 0 : undefined
  const required = requires === undefined ? undefined : resolver(requires)
  return (state) => {
    if (required !== undefined && (required(state.context, state.nowMs) ?? null) === null) return without
    const texts: string[] = []
    for (const read of readers) {
      const piece = read(state)
      if (piece === undefined) return without
      if (typeof piece === 'number') return piece
      if (piece !== null) texts.push(piece)
    }
    return place(texts.join(join), texts)
  }
}

/** Whether a point is in a range. Missing ends are unbounded. */
export const rangeTestOf = ({ lo, hi, bounds }: Pick<Within, 'lo' | 'hi' | 'bounds'>): ((point: number) => boolean) => {
  const [open, shut] = [bounds.startsWith('('), bounds.endsWith(']')]
  return (point) =>
    (lo === undefined || (open ? point > lo : point >= lo)) && (hi === undefined || (shut ? point <= hi : point < hi))
}

export const compileWithin = (within: Within, profiles: OptionalModules): Decide => {
  const [locate, holds, noUnit] = [locator(within.point, profiles), rangeTestOf(within), within.noUnit ?? 'false']
  return (state) => {
    const point = locate(state)
    return point === undefined ? final(noUnit) : truth(holds(point))
  }
}
