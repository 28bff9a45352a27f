import { limits } from '../../limits.ts'
import type { Point } from '../../schemas/point.ts'
import type { Part, Serve } from '../../schemas/split.ts'
import { readNumber } from '../read-number.ts'
import type { Cursor } from './cursor.ts'
import { startsName } from './parse-leaf.ts'

/** Parses `25%` into weight units. */
export const readShare = (cursor: Cursor): number | null => {
  const token = cursor.peek()
  const share = readNumber(token?.text ?? '')
  if (token === undefined || token.quoted || share === null || share < 0 || share > 100)
    return cursor.miss('a percentage from 0 to 100')
  cursor.next()
  if (!cursor.take('%')) return cursor.miss('%')
  return Math.round((share * limits.weightUnits) / 100)
}

/** Parses ` by company salted "x" hashed portably`. Undefined if absent, null if invalid. */
export const readPoint = (cursor: Cursor): Point | undefined | null => {
  const point: { by?: string; salt?: string; hash?: 'portable' } = {}
  if (cursor.take('by')) {
    if (!startsName(cursor)) return cursor.miss('an attribute to bucket by')
    point.by = cursor.next()?.text ?? ''
  }
  if (cursor.take('salted')) {
    if (cursor.peek()?.quoted !== true) return cursor.miss('a salt in quotes')
    point.salt = cursor.next()?.text ?? ''
  }
  if (cursor.take('hashed')) {
    if (!cursor.take('portably')) return cursor.miss('portably')
    point.hash = 'portable'
  }
  return Object.keys(point).length === 0 ? undefined : point
}

/** Parses what a rule serves: a variant, or shares of the line from left to right. */
export const readServe = (cursor: Cursor): Serve | null => {
  const parts: Part[] = []
  if (!cursor.take('nobody')) {
    do {
      if (!startsName(cursor)) return cursor.miss('a variant')
      const variant = cursor.next()?.text ?? ''
      const said = cursor.take('for') || cursor.take('to')
      if (!said && !cursor.is('%', 1)) return parts.length === 0 ? { variant } : cursor.miss('for, and a percentage')
      const share = readShare(cursor)
      if (share === null) return null
      const from = parts.at(-1)?.to ?? 0
      if (from + share > limits.weightUnits) return cursor.miss('percentages that total 100%')
      parts.push({ variant, from, to: from + share })
    } while (cursor.take(',') || cursor.take('and'))
  }
  const point = readPoint(cursor)
  if (point === null) return null
  return { split: { ...(point === undefined ? {} : { point }), parts: parts.filter(({ from, to }) => to > from) } }
}
