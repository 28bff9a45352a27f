import { fnv1a } from '../../../../engine/bucketing/fnv1a.ts'
import { utf8 } from '../../../../engine/bucketing/utf8.ts'
import type { Json } from '../../../../schemas/keys.ts'
import type { GoffFlag, GoffRule } from '../config.ts'
import { parseQuery, type Query, trimmed } from '../query.ts'
import { flagAt } from '../steps.ts'
import { compareBytes, matches } from './query.ts'

/** The result of GO Feature Flag: a variation, the default in code, or an error. */
export type GoffAnswer = { variation: string } | 'default' | 'error'

type Context = Readonly<Record<string, Json>>

const bucket = (flag: string, key: string, size: number): number => (size === 0 ? 0 : fnv1a(utf8(flag + key)) % size)

const fromPercentages = (flag: string, key: string, shares: Readonly<Record<string, number>>): GoffAnswer => {
  const total = Object.values(shares).reduce((sum, share) => sum + share, 0)
  const point = bucket(flag, key, Math.trunc(total * 1_000))
  let from = 0
  for (const name of Object.keys(shares).toSorted((a, b) => compareBytes(b, a))) {
    const to = from + (shares[name] ?? 0) * 1_000
    if (point >= Math.trunc(from) && point < Math.trunc(to)) return { variation: name }
    from = to
  }
  return 'error'
}

const fromRamp = (
  flag: string,
  key: string,
  ramp: NonNullable<GoffRule['progressiveRollout']>,
  nowMs: number,
): GoffAnswer => {
  const { initial, end } = ramp
  const [starts, stops] = [Date.parse(initial?.date ?? ''), Date.parse(end?.date ?? '')]
  if (initial?.variation == null || end?.variation == null || !(stops > starts)) return 'error'
  if (nowMs < starts) return { variation: initial.variation }
  const [first, wanted] = [(initial.percentage ?? 0) * 1_000, end.percentage ?? 0]
  const last = (wanted === 0 || wanted > 100 ? 100 : wanted) * 1_000
  const seconds = (instant: number) => Math.floor(instant / 1_000)
  const perSecond = (last - first) / (seconds(stops) - seconds(starts))
  const share = nowMs >= stops ? last : (seconds(nowMs) - seconds(starts)) * perSecond + first
  return { variation: bucket(flag, key, 100_000) < Math.trunc(share) ? end.variation : initial.variation }
}

const parsed = new Map<string, Query>()

/** Cached parsed queries: a few queries are evaluated for many contexts. */
const queryOf = (text: string): Query => {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const query = parseQuery(text)
  if (parsed.size >= 1_000) parsed.clear()
  parsed.set(text, query)
  return query
}

const needsKey = ({ percentage, progressiveRollout }: GoffRule): boolean =>
  progressiveRollout != null || Object.keys(percentage ?? {}).length > 0

const served = (name: string, key: string, rule: GoffRule, nowMs: number): GoffAnswer => {
  if (rule.progressiveRollout != null) return fromRamp(name, key, rule.progressiveRollout, nowMs)
  if (Object.keys(rule.percentage ?? {}).length > 0) return fromPercentages(name, key, rule.percentage ?? {})
  return rule.variation == null ? 'error' : { variation: rule.variation }
}

const keyIn = (context: Context, flag: GoffFlag, needed: boolean): string | undefined => {
  let found: Json | undefined = context['targetingKey'] ?? ''
  if (flag.bucketingKey != null && flag.bucketingKey !== '') {
    found = context
    for (const part of flag.bucketingKey.split('.')) {
      const at: Json | undefined = found
      if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined
      found = (at as { [name: string]: Json })[part]
    }
  }
  if (typeof found !== 'string' || (found === '' && needed)) return undefined
  return found
}

/**
 * Evaluates one flag for a context at an instant, by the algorithm of GO Feature Flag 1.55. Does not support JSONLogic
 * queries.
 */
export const evaluateGoff = (name: string, given: GoffFlag, context: Context, nowMs: number): GoffAnswer => {
  const { flag } = flagAt(given, nowMs)
  const planned = (given.scheduledRollout ?? []).flatMap(({ targeting, defaultRule }) => [
    ...(targeting ?? []),
    defaultRule,
  ])
  const rules = [...(flag.targeting ?? []), flag.defaultRule, ...planned]
  const key = keyIn(
    context,
    flag,
    rules.some((rule) => rule != null && needsKey(rule)),
  )
  if (key === undefined) return 'error'
  const [start, end] = [Date.parse(flag.experimentation?.start ?? ''), Date.parse(flag.experimentation?.end ?? '')]
  if (flag.disable === true || nowMs < start || nowMs > end) return 'default'
  const item = {
    ...context,
    anonymous: context['anonymous'] === true,
    key: context['targetingKey'] ?? '',
    targetingKey: context['targetingKey'] ?? '',
  }
  for (const rule of flag.targeting ?? []) {
    const query = trimmed(rule.query ?? '')
    if (rule.disable === true || (query !== '' && !matches(queryOf(query), item))) continue
    return served(name, key, rule, nowMs)
  }
  return flag.defaultRule == null ? 'error' : served(name, key, flag.defaultRule, nowMs)
}
