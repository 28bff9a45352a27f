import { isQueryOperation } from '../../../engine/extended/query-logic/evaluate.ts'
import type { Condition } from '../../../schemas/condition.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Serve } from '../../../schemas/split.ts'
import type { Report } from '../../importing/finding.ts'
import { conditionOf } from './condition.ts'
import type { GoffFlag, GoffRule, GoffStep } from './config.ts'
import { parseQuery, trimmed, Unparsed } from './query.ts'
import { rampedTo, shared } from './share.ts'

export type Serving = {
  theirs: string
  bucketingKey: GoffFlag['bucketingKey']
  /** Fanion's keys by the vendor's variation names. */
  variants: ReadonlyMap<string, string>
  nowMs: number
  report: Report
}

/** A rule's audience and what it serves. A rule that changes over time has one piece per period. */
export type Piece = { when: Condition; serve: Serve }

const isObject = (value: unknown): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsedObject = (text: string): { [name: string]: Json } | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** An operation of the query that GO Feature Flag does not have. */
const foreign = (node: Json): string | undefined => {
  if (Array.isArray(node)) return node.map(foreign).find((name) => name !== undefined)
  if (!isObject(node)) return undefined
  const [name, ...more] = Object.keys(node)
  if (name === undefined || more.length > 0) return undefined
  return isQueryOperation(name) ? foreign(node[name] ?? null) : name
}

/** The audience of a rule: a condition, or an expression under which its variants are served. */
const aboutOf = ({ query }: GoffRule, report: Report): { when: Condition; expression?: Json } => {
  const text = trimmed(query ?? '')
  if (text === '') return { when: true }
  const expression = parsedObject(text)
  if (expression !== undefined) {
    const unknown = foreign(expression)
    if (unknown !== undefined) {
      report(
        'block',
        'query',
        `Its query uses the operation ${unknown}, which GO Feature Flag does not have. Write it in another way.`,
      )
    }
    return { when: true, expression }
  }
  try {
    return { when: conditionOf(parseQuery(text), report) }
  } catch (error) {
    if (!(error instanceof Unparsed)) throw error
    report('block', 'query', `Its query could not be parsed: ${error.message}. Write it in another way.`)
    return { when: { any: [] } }
  }
}

const now = { firstOf: [], virtual: 'now' as const }
export const before = (date: string): Condition => ({
  read: now,
  test: { op: 'date.rel', rel: 'before', values: [date], date: 'js', valDate: 'js' },
})
export const after = (date: string): Condition => ({
  read: now,
  test: { op: 'date.rel', rel: 'after', values: [date], date: 'js', valDate: 'js' },
})

const isDate = (date: string | null | undefined): date is string => date != null && !Number.isNaN(Date.parse(date))
const secondsOf = (date: string): number => Math.floor(Date.parse(date) / 1_000)

const configurationError: Serve = { error: 'GENERAL' }

/** A percentage that grows between two dates: before, during and after. */
const progressive = (
  serving: Serving,
  { initial, end }: { initial?: GoffStep | null | undefined; end?: GoffStep | null | undefined },
  when: Condition,
  serveOf: (variation: string) => Serve,
): Piece[] => {
  const [from, to] = [initial?.variation, end?.variation]
  if (from == null || to == null || !isDate(initial?.date) || !isDate(end?.date))
    return [{ when, serve: configurationError }]
  if (Date.parse(end.date) <= Date.parse(initial.date)) return [{ when, serve: configurationError }]
  const { theirs, bucketingKey, nowMs, report } = serving
  const first = (initial.percentage ?? 0) * 1_000
  const given = end.percentage ?? 0
  const last = (given === 0 || given > 100 ? 100 : given) * 1_000
  const ends = { below: serveOf(to), above: serveOf(from) }
  const ramp = (share: number): Serve => rampedTo(theirs, bucketingKey, share, ends)
  const [starts, stops] = [secondsOf(initial.date), secondsOf(end.date)]
  const passed = Math.min(Math.max(Math.floor(nowMs / 1_000) - starts, 0), stops - starts)
  const share = passed * ((last - first) / (stops - starts)) + first
  const and = (condition: Condition): Condition => (when === true ? condition : { all: [condition, when] })
  if (nowMs >= Date.parse(end.date)) return [{ when, serve: ramp(last) }]
  const message = `Its share grows from ${initial.date} to ${end.date} there. Here it stays at ${(share / 1_000).toFixed(3)}% meanwhile, and is ${last / 1_000}% from the end on.`
  report('warn', 'progressiveRollout', message)
  return [
    { when: and(before(initial.date)), serve: serveOf(from) },
    { when: and(before(end.date)), serve: ramp(share) },
    { when, serve: ramp(last) },
  ]
}

/** What a rule serves to which users. The default rule applies to everyone. */
export const piecesOf = (serving: Serving, rule: GoffRule, isDefault: boolean): Piece[] => {
  const { theirs, bucketingKey, variants, report } = serving
  const { when, expression } = isDefault ? { when: true as const } : aboutOf(rule, report)
  const serveOf = (variation: string): Serve => {
    const variant = variants.get(variation)
    if (variant === undefined) {
      report('block', '', `It serves the variation ${variation}, which the flag does not have.`)
      return configurationError
    }
    return expression === undefined
      ? { variant }
      : { expr: { if: [{ query: expression }, variant, null] }, dialect: 'query' }
  }
  if (rule.progressiveRollout != null) return progressive(serving, rule.progressiveRollout, when, serveOf)
  if (rule.percentage != null && Object.keys(rule.percentage).length > 0) {
    return [{ when, serve: shared(theirs, bucketingKey, rule.percentage, serveOf, report) }]
  }
  if (rule.variation != null) return [{ when, serve: serveOf(rule.variation) }]
  report('block', '', 'It serves nothing: it has no variation, no percentages and no progressive rollout.')
  return []
}

/** Whether a rule splits users, and so requires a key. */
export const divides = ({ percentage, progressiveRollout }: GoffRule): boolean =>
  progressiveRollout != null || (percentage != null && Object.keys(percentage).length > 0)
