import { segmentOf } from '../../../engine/prerequisite.ts'
import type { Condition } from '../../../schemas/condition.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { SegmentDocument } from '../../../schemas/segment.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { isPrototypeName, notReadable } from '../../exporting/unreadable-reason.ts'
import { extendedReferenceOf, user } from './attribute.ts'
import { nobody } from './clause.ts'
import type { LdClause, LdSegment, LdSegmentRule, LdTarget } from './model.ts'
import { readPoint } from './point.ts'
import { clausesOf, type Hidden, rulesOf } from './select.ts'

/** Generated segments of a flag or segment with this name, and how referenced segments are added. */
export const hiddenFor = (name: string, scope: FlagScope): Hidden => ({
  name,
  next: 0,
  need: (key) => segmentPart(segmentOf(scope.documents, key) ?? notReadable('malformed', key), scope),
})

/** Adds a segment and its dependencies to the parts of a flag. */
const segmentPart = (segment: SegmentDocument, scope: FlagScope): void => {
  const { key } = segment
  if (isPrototypeName(key)) notReadable('prototype-key', key)
  if (Object.hasOwn(scope.parts, key)) return
  // Registered before it is built: segments contain no cycles, but may be reached by several paths.
  scope.parts[key] = null
  // Safe cast: a segment is JSON.
  scope.parts[key] = { ...(vendorSegment(segment, scope) ?? nativeSegment(segment, scope)) } as unknown as Json
}

const plain = (key: string): LdSegment => ({
  key,
  included: [],
  excluded: [],
  includedContexts: [],
  excludedContexts: [],
  rules: [],
  salt: key,
})

/** In Fanion, excluded takes precedence over included; in LaunchDarkly it is the reverse. */
const nativeSegment = (segment: SegmentDocument, scope: FlagScope): LdSegment => {
  const { key, included, excluded, when } = segment
  const hidden = hiddenFor(`segment:${key}`, scope)
  const not = new Set(excluded)
  return {
    ...plain(key),
    included: included.filter((one) => !not.has(one)),
    excluded: [...excluded],
    rules: (when === null ? [] : rulesOf(when, scope, hidden)).map((clauses, at) => ({ id: `${at + 1}`, clauses })),
  }
}

/** Converts an imported segment back, with its lists and weights. Undefined for any other segment. */
const vendorSegment = (segment: SegmentDocument, scope: FlagScope): LdSegment | undefined => {
  const { key, included, excluded, when } = segment
  if (included.length > 0 || excluded.length > 0 || typeof when !== 'object' || when === null || !('any' in when))
    return
  const last = when.any.at(-1)
  if (typeof last !== 'object' || !('all' in last) || last.all.length !== 2) return
  const [not, rules] = last.all
  if (typeof not !== 'object' || !('not' in not) || typeof rules !== 'object' || !('any' in rules)) return
  if (typeof not.not !== 'object' || !('any' in not.not)) return
  const lists = [targetsOf(when.any.slice(0, -1)), targetsOf(not.not.any)]
  const [inside, outside] = lists
  if (inside === undefined || outside === undefined) return
  const hidden = hiddenFor(`segment:${key}`, scope)
  const salts = new Set<string>()
  const made = rules.any.map((rule, at) => ruleOf(rule, key, `${at + 1}`, scope, hidden, salts))
  if (salts.size > 1) return notReadable('other-vendor', key)
  const users = (targets: LdTarget[]) => targets.filter(({ contextKind }) => contextKind === user)
  const others = (targets: LdTarget[]) => targets.filter(({ contextKind }) => contextKind !== user)
  return {
    ...plain(key),
    included: users(inside).flatMap(({ values }) => values),
    excluded: users(outside).flatMap(({ values }) => values),
    includedContexts: others(inside),
    excludedContexts: others(outside),
    rules: made,
    salt: [...salts][0] ?? key,
  }
}

/** Lists of keys by context kind. Undefined if any condition is something else. */
const targetsOf = (lists: readonly Condition[]): LdTarget[] | undefined => {
  const targets: LdTarget[] = []
  for (const list of lists) {
    if (typeof list !== 'object' || !('read' in list) || list.test.op !== 'in.strict') return
    const values = list.test.values.filter((value) => typeof value === 'string')
    if (values.length !== list.test.values.length) return
    const { attribute, contextKind } = extendedReferenceOf(list.read)
    if (attribute !== 'key') return
    targets.push({ contextKind, values })
  }
  return targets
}

const ruleOf = (
  rule: Condition,
  key: string,
  id: string,
  scope: FlagScope,
  hidden: Hidden,
  salts: Set<string>,
): LdSegmentRule => {
  const share = typeof rule === 'object' && 'all' in rule ? rule.all.at(-1) : undefined
  if (typeof share !== 'object' || !('within' in share) || typeof rule !== 'object' || !('all' in rule))
    return { id, clauses: whole(rulesOf(rule, scope, hidden), rule, scope, hidden) }
  const { point, lo, hi, bounds, noUnit } = share.within
  if (lo !== undefined || hi === undefined || bounds !== '[)' || noUnit !== undefined || point.noUnit !== 'zero')
    return notReadable('other-vendor')
  const { salt, unit } = readPoint({ ...point, noUnit: undefined }, key)
  if (salt === undefined) return notReadable('other-vendor', key)
  salts.add(salt)
  const weight = Math.round(hi * 100_000)
  if (weight / 100_000 !== hi) return notReadable('other-vendor')
  return {
    id,
    clauses: rule.all.slice(0, -1).flatMap((inner) => clausesOf(inner, scope, hidden)),
    weight,
    bucketBy: unit.attribute,
    rolloutContextKind: unit.contextKind,
  }
}

const whole = (lists: LdClause[][], rule: Condition, scope: FlagScope, hidden: Hidden): LdClause[] => {
  const [only] = lists
  if (only !== undefined && lists.length === 1) return only
  return lists.length === 0 ? [nobody] : clausesOf(rule, scope, hidden)
}
