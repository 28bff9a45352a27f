import { segmentOf } from '../../../engine/prerequisite.ts'
import type { Condition } from '../../../schemas/condition.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import { extendedLeafCondition } from './extended-leaf.ts'
import { type GbCondition, leafCondition, nobody } from './leaf.ts'
import { keyPath } from './path.ts'

/** Converts a condition. An empty `$or` matches everyone in GrowthBook, so it is never written. */
export const conditionOf = (condition: Condition, scope: FlagScope): GbCondition => {
  if (condition === true) return {}
  if ('operator' in condition) return leafCondition(condition, scope)
  if ('all' in condition && condition.unknown === undefined)
    return allOf(condition.all.map((inner) => conditionOf(inner, scope)))
  if ('any' in condition && condition.unknown === undefined)
    return anyOf(condition.any.map((inner) => conditionOf(inner, scope)))
  if ('not' in condition) return { $not: conditionOf(condition.not, scope) }
  if ('segment' in condition && condition.negate === undefined && condition.missing === undefined)
    return segmentCondition(condition.segment, scope)
  if ('read' in condition) return extendedLeafCondition(condition)
  if ('flag' in condition) return notReadable('flag-condition', condition.flag)
  if ('in' in condition) return notReadable('split-hash')
  return notReadable('other-vendor')
}

const allOf = (parts: readonly GbCondition[]): GbCondition => {
  const open = parts.filter((part) => Object.keys(part).length > 0)
  const [only] = open
  if (only === undefined) return {}
  return open.length === 1 ? only : { $and: [...open] }
}

const anyOf = (parts: readonly GbCondition[]): GbCondition => {
  const [only] = parts
  if (only === undefined) return nobody
  return parts.length === 1 ? only : { $or: [...parts] }
}

const keyIn = (keys: readonly string[]): GbCondition => (keys.length === 0 ? nobody : { [keyPath]: { $in: [...keys] } })

/** Inlines a segment: excluded users are out, listed users are in. */
const segmentCondition = (key: string, scope: FlagScope): GbCondition => {
  const segment = segmentOf(scope.documents, key) ?? notReadable('malformed', key)
  scope.provisos.add({ kind: 'text', attribute: 'targetingKey' })
  const when = segment.when === null ? nobody : conditionOf(segment.when, scope)
  const within = segment.included.length === 0 ? when : anyOf([keyIn(segment.included), when])
  return segment.excluded.length === 0 ? within : allOf([{ $not: keyIn(segment.excluded) }, within])
}
