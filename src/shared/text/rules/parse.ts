import type { Condition } from '../../schemas/condition.ts'
import type { Serve } from '../../schemas/split.ts'
import { type Cursor, cursorOver, type ParseFailure } from './cursor.ts'
import { readLeaf, startsCondition, startsName } from './parse-leaf.ts'
import { readPoint, readServe, readShare } from './parse-serve.ts'

/** A parsed rule. `serve` is null if only a condition was typed. */
export type ReadRule = { when: Condition; serve: Serve | null } | { misread: ParseFailure }

/**
 * Parses a rule, the inverse of `sentence`: `country is NO or DE and plan is not free → on for 25%`. Also accepts
 * shorter spellings: `->`, `25%`, lists with commas only, and no serve at all.
 */
export const parse = (typed: string): ReadRule => {
  const cursor = cursorOver(typed)
  const when = readAny(cursor)
  if (when === null) return { misread: cursor.misread() }
  if (cursor.done()) return { when, serve: null }
  if (!cursor.take('→')) {
    cursor.miss('and, or, or → and a variant')
    return { misread: cursor.misread() }
  }
  const serve = readServe(cursor)
  if (serve === null) return { misread: cursor.misread() }
  if (!cursor.done()) {
    cursor.miss('the end of the rule')
    return { misread: cursor.misread() }
  }
  return { when, serve }
}

/** Parses a condition within a longer sentence and stops at its end. */
export const readCondition = (cursor: Cursor): Condition | null => readAny(cursor)

/** Parses conditions joined by `or`; `and` binds tighter. */
const readAny = (cursor: Cursor): Condition | null => {
  const first = readAll(cursor)
  if (first === null) return null
  const members = [first]
  while (cursor.take(',', 'or') || cursor.take('or')) {
    const member = readAll(cursor)
    if (member === null) return null
    members.push(member)
  }
  return members.length === 1 ? first : { any: members }
}

const readAll = (cursor: Cursor): Condition | null => {
  const first = readOne(cursor)
  if (first === null) return null
  const members = [first]
  while (cursor.take('and')) {
    const member = readOne(cursor)
    if (member === null) return null
    members.push(member)
  }
  return members.length === 1 ? first : { all: members }
}

const readOne = (cursor: Cursor): Condition | null => {
  if (cursor.take('(')) return readClosed(cursor)
  if (cursor.take('everyone')) return true
  if (cursor.take('nobody')) return { any: [] }
  if (cursor.take('not', 'in', 'segment')) return negated(readSegment(cursor))
  if (cursor.take('not')) return cursor.take('(') ? negated(readClosed(cursor)) : cursor.miss('( or: in segment')
  if (cursor.take('in', 'segment')) return readSegment(cursor)
  if (cursor.is('flag') && startsName(cursor, 1)) return readFlag(cursor)
  if (cursor.take('bucket')) return readSlice(cursor)
  return readLeaf(cursor)
}

const negated = (condition: Condition | null): Condition | null => (condition === null ? null : { not: condition })

const readClosed = (cursor: Cursor): Condition | null => {
  const inner = readAny(cursor)
  if (inner === null) return null
  return cursor.take(')') ? inner : cursor.miss(')')
}

const readSegment = (cursor: Cursor): Condition | null => {
  if (!startsName(cursor)) return cursor.miss('the key of a segment')
  return { segment: cursor.next()?.text ?? '' }
}

const readFlag = (cursor: Cursor): Condition | null => {
  cursor.take('flag')
  const flag = cursor.next()?.text ?? ''
  if (!cursor.take('is')) return cursor.miss('is, or: is not')
  const inside = !cursor.take('not')
  const variants: string[] = []
  do {
    if (!startsName(cursor)) return cursor.miss('a variant')
    variants.push(cursor.next()?.text ?? '')
  } while (
    (cursor.is(',') && !cursor.is('or', 1) && cursor.take(',')) ||
    (cursor.is('or') && !startsCondition(cursor, 1) && cursor.take('or'))
  )
  const condition = { flag, variants }
  return inside ? condition : { not: condition }
}

const readSlice = (cursor: Cursor): Condition | null => {
  const point = readPoint(cursor)
  if (point === null) return null
  if (!cursor.take('is')) return cursor.miss('is 0% to 10%')
  const from = readShare(cursor)
  if (from === null || !cursor.take('to')) return cursor.miss('to, and a percentage')
  const to = readShare(cursor)
  return to === null ? null : { in: { ...(point === undefined ? {} : { point }), from, to } }
}
