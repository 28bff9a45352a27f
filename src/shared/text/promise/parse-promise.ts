import { Statement } from '../../features/promises/schemas/promise.ts'
import type { Condition } from '../../schemas/condition.ts'
import { type Cursor, cursorOver, type ParseFailure } from '../rules/cursor.ts'
import { readCondition } from '../rules/parse.ts'
import { startsName } from '../rules/parse-leaf.ts'
import { readShare } from '../rules/parse-serve.ts'

/** A parsed promise, or the position at which parsing failed. */
export type ReadPromise = { statement: Statement } | { misread: ParseFailure }

/**
 * Parses a promise, the inverse of `promiseText`: `everyone in segment staff gets checkout on`, `nobody where country
 * is CN gets checkout on`, `at most 25% of everyone where plan is free get pricing fresh`, `nobody where plan is pro
 * loses sso on`, `{"targetingKey":"anna"} gets checkout on`.
 */
export const parsePromise = (typed: string): ReadPromise => {
  const json = /^\s*\{/.test(typed) ? contextIn(typed) : null
  if (json !== null && 'expected' in json) return { misread: json }
  // The parsed JSON is replaced by spaces, so that positions in the rest stay positions in the sentence.
  const cursor = cursorOver(json === null ? typed : ' '.repeat(json.end) + typed.slice(json.end))
  const made = json === null ? readSentence(cursor) : readExample(cursor, json.context)
  if (made === null) return { misread: cursor.misread() }
  if (!cursor.done()) {
    cursor.miss(made.kind === 'example' ? 'or, at and an instant, or the end' : 'or and a variant, or the end')
    return { misread: cursor.misread() }
  }
  const unsalted = made.kind !== 'example' && hasOwnSlice(made.when)
  if (unsalted)
    return {
      misread: {
        at: Math.max(0, typed.toLowerCase().indexOf('bucket')),
        expected: 'bucket salted and a salt in quotes',
      },
    }
  const { success, data, error } = Statement.safeParse(made)
  if (success) return { statement: data }
  return { misread: { at: 0, expected: error.issues[0]?.message ?? 'a promise' } }
}

const readSentence = (cursor: Cursor): Statement | null => {
  if (cursor.take('at', 'most')) {
    const share = readShare(cursor)
    if (share === null) return null
    cursor.take('of')
    if (!cursor.take('everyone')) return cursor.miss('of everyone')
    const said = readPredicate(cursor, ['get', 'gets'])
    return said && { kind: 'atMost', share, ...said.what }
  }
  if (cursor.take('everyone')) {
    const said = readPredicate(cursor, ['gets', 'get'])
    return said && { kind: 'always', ...said.what }
  }
  if (cursor.take('nobody')) {
    const said = readPredicate(cursor, ['gets', 'get', 'loses'])
    return said && { kind: said.verb === 'loses' ? 'keeps' : 'never', ...said.what }
  }
  return cursor.miss('everyone, nobody, at most, or a context as JSON')
}

type PromisePredicate = { verb: string; what: { when: Condition; flag: string; variants: (string | null)[] } }

const readPredicate = (cursor: Cursor, verbs: readonly string[]): PromisePredicate | null => {
  const names = verbs.filter((verb) => verb !== 'get').join(' or ')
  const found = () => verbs.find((verb) => cursor.take(verb))
  let verb = found()
  let when: Condition = true
  if (verb === undefined) {
    const where = cursor.take('where')
    if (!where && !cursor.is('in') && !cursor.is('not')) return cursor.miss(`where, in segment, or ${names}`)
    const read = readCondition(cursor)
    if (read === null) return null
    when = read
    verb = found()
  }
  if (verb === undefined) return cursor.miss(`and, or, or ${names}`)
  const rest = readFlag(cursor)
  return rest && { verb, what: { when, ...rest } }
}

const readFlag = (cursor: Cursor): { flag: string; variants: (string | null)[] } | null => {
  if (!startsName(cursor)) return cursor.miss('the key of a flag')
  const flag = cursor.next()?.text ?? ''
  const variants: (string | null)[] = []
  do {
    if (cursor.take('default', 'in', 'code')) variants.push(null)
    else if (startsName(cursor)) variants.push(cursor.next()?.text ?? '')
    else return cursor.miss('a variant, or default in code')
  } while (cursor.take(',') || cursor.take('or'))
  return { flag, variants }
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/i

const readExample = (cursor: Cursor, context: Extract<Statement, { kind: 'example' }>['context']): Statement | null => {
  if (!cursor.take('gets') && !cursor.take('get')) return cursor.miss('gets')
  const rest = readFlag(cursor)
  if (rest === null) return null
  if (!cursor.take('at')) return { kind: 'example', context, ...rest, at: null }
  const typed = cursor.peek()?.text ?? ''
  const ms = instant.test(typed) ? Date.parse(typed) : Number.NaN
  if (Number.isNaN(ms)) return cursor.miss('an instant like 2027-01-01T00:00Z')
  cursor.next()
  return { kind: 'example', context, ...rest, at: new Date(ms).toISOString() }
}

/** The JSON object at the start of a sentence, and its end position. */
const contextIn = (
  typed: string,
): { context: Extract<Statement, { kind: 'example' }>['context']; end: number } | ParseFailure => {
  let depth = 0
  for (const { 0: piece, index } of typed.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gsu)) {
    if (piece === '{') depth += 1
    if (piece === '}') depth -= 1
    if (depth > 0) continue
    const end = index + 1
    try {
      const read: unknown = JSON.parse(typed.slice(0, end))
      if (typeof read === 'object' && read !== null && !Array.isArray(read))
        // Safe cast: `JSON.parse` returns records of JSON for objects.
        return { context: read as Extract<Statement, { kind: 'example' }>['context'], end }
    } catch {
      break
    }
    break
  }
  return { at: 0, expected: 'a context as JSON, like {"targetingKey":"anna"}' }
}

/** Whether a slice has no explicit salt. Only rules have a salt of their own, promises do not. */
const hasOwnSlice = (when: Condition): boolean => {
  if (when === true) return false
  if ('all' in when) return when.all.some(hasOwnSlice)
  if ('any' in when) return when.any.some(hasOwnSlice)
  if ('not' in when) return hasOwnSlice(when.not)
  return 'in' in when && when.in.point?.salt === undefined
}
