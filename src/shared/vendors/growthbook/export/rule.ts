import { flagOf } from '../../../engine/prerequisite.ts'
import type { Condition } from '../../../schemas/condition.ts'
import type { Within } from '../../../schemas/extended-point.ts'
import type { Rule } from '../../../schemas/flag.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { FlagScope } from '../../exporting/format-support.ts'
import { hasNoReferenceCycle } from '../../exporting/references.ts'
import { notReadable } from '../../exporting/unreadable-reason.ts'
import type { GbCondition } from './leaf.ts'
import { readPoint } from './point.ts'
import { conditionOf } from './select.ts'
import { experimentOf, valueOf } from './serve.ts'

type Fields = { [field: string]: Json }

/** The parts of a rule: requirements on other flags, on buckets, and on attributes. */
type Parts = {
  parents: Json[]
  filters: Json[]
  coverage: Fields | undefined
  conditions: Condition[]
}

/** Converts a rule. Null for one that can never match. */
export const ruleOf = ({ id, when, serve, pre, ...more }: Rule, scope: FlagScope): Fields | null => {
  if (Object.values(more).some((field) => field !== undefined)) return notReadable('other-vendor')
  const parts: Parts = { parents: [], filters: [], coverage: undefined, conditions: [] }
  for (const one of pre ?? [])
    parts.parents.push('flagTest' in one ? extendedParentOf(one, scope) : notReadable('other-vendor'))
  if (!gather(when, parts, scope)) return null
  const condition = conditionOf({ all: parts.conditions }, scope)
  const serves = 'wide' in serve ? experimentOf(serve.wide, scope) : { force: valueOf(serve, scope.flag) }
  // In GrowthBook, coverage without a range applies only to forced values.
  if (parts.coverage !== undefined && 'wide' in serve) return notReadable('other-vendor')
  return {
    id,
    ...(parts.parents.length === 0 ? {} : { parentConditions: parts.parents }),
    ...(parts.filters.length === 0 ? {} : { filters: parts.filters }),
    ...(Object.keys(condition).length === 0 ? {} : { condition }),
    ...parts.coverage,
    ...serves,
  }
}

/** Sorts the conditions of a rule into its parts. False if another flag can never have the required variant. */
const gather = (condition: Condition, parts: Parts, scope: FlagScope): boolean => {
  if (typeof condition === 'object') {
    if ('all' in condition && condition.unknown === undefined)
      return condition.all.every((inner) => gather(inner, parts, scope))
    if ('flag' in condition) {
      const parent = parentOf(condition.flag, condition.variants, scope)
      if (parent !== null) parts.parents.push(parent)
      return parent !== null
    }
    if ('within' in condition) {
      drawn(condition.within, parts, scope)
      return true
    }
    if ('any' in condition && condition.any.length > 0) {
      const ranges = condition.any.flatMap((inner) =>
        typeof inner === 'object' && 'within' in inner ? [inner.within] : [],
      )
      if (ranges.length === condition.any.length) {
        parts.filters.push(filterOf(ranges, scope))
        return true
      }
    }
  }
  parts.conditions.push(condition)
  return true
}

/** A range of the line. It becomes a filter, or the coverage of a forced value if its end is inclusive. */
const drawn = (within: Within, parts: Parts, scope: FlagScope): void => {
  if (within.bounds === '[)') {
    parts.filters.push(filterOf([within], scope))
    return
  }
  const { point, lo, hi, bounds, noUnit } = within
  if (bounds !== '[]' || lo !== undefined || hi === undefined || noUnit !== undefined || parts.coverage !== undefined)
    return notReadable('other-vendor')
  const { seed, attribute, hashVersion } = readPoint(point, scope)
  // GrowthBook treats an empty seed as missing, and coverage 0 as no one regardless of the bucket.
  if (seed === '' || hi === 0) return notReadable('other-vendor')
  parts.coverage = { seed, hashAttribute: attribute, hashVersion, coverage: hi }
}

/** Ranges of one line that a rule applies to. */
const filterOf = (ranges: readonly Within[], scope: FlagScope): Json => {
  const points = new Set(ranges.map(({ point }) => JSON.stringify(point)))
  const [first] = ranges
  if (first === undefined || points.size > 1) return notReadable('other-vendor')
  const { seed, attribute, hashVersion } = readPoint(first.point, scope)
  return {
    seed,
    attribute,
    hashVersion,
    ranges: ranges.map(({ lo, hi, bounds, noUnit }): Json => {
      const isRange = lo !== undefined && hi !== undefined && bounds === '[)' && noUnit === undefined
      return isRange ? [lo, hi] : notReadable('other-vendor')
    }),
  }
}

/** The condition on a parent: it serves one of these variants, compared by value. Null if it never does. */
export const parentOf = (key: string, variants: readonly string[], scope: FlagScope): Fields | null => {
  const parent = flagOf(scope.documents, key)
  if (parent?.on !== true || !hasNoReferenceCycle(scope.documents, key)) return null
  const { name } = scope.other(key)
  const named = Object.entries(parent.variants)
  const wanted = named.filter(([variant]) => variants.includes(variant)).map(([, value]) => value)
  if (wanted.length === 0) return null
  const texts = new Set(wanted.map((value) => JSON.stringify(value)))
  if (named.some(([variant, value]) => !variants.includes(variant) && texts.has(JSON.stringify(value))))
    return notReadable('prerequisite-values', key)
  return { id: name, condition: valuesCondition(wanted, key) }
}

const valuesCondition = (wanted: readonly Json[], key: string): GbCondition => {
  if (wanted.every((value) => typeof value !== 'object')) return { value: { $in: [...wanted] } }
  const each = wanted.map((value): GbCondition => {
    const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
    // SDKs would read such an object as operators.
    const isTaken = names.length > 0 && names.every((name) => name.startsWith('$'))
    return isTaken || typeof value !== 'object' ? notReadable('prerequisite-values', key) : { value }
  })
  const [only] = each
  return only !== undefined && each.length === 1 ? only : { $or: each }
}

type ExtendedParent = Extract<NonNullable<Rule['pre']>[number], { flagTest: unknown }>

/** Converts an imported condition on another feature back. A missing feature is null in both systems. */
const extendedParentOf = ({ flagTest, gate }: ExtendedParent, scope: FlagScope): Json => {
  const { flag: key, test, missing, cycle, onError, maxDepth, negate } = flagTest
  const isTheirs =
    missing === 'null' &&
    cycle === 'fatal:cyclicPrerequisite' &&
    onError === 'propagate' &&
    maxDepth === undefined &&
    negate === undefined &&
    'valueWhen' in test
  if (!isTheirs) return notReadable('other-vendor')
  const condition = conditionOf(test.valueWhen, scope)
  const id = flagOf(scope.documents, key) === undefined ? `no such flag: ${key}` : scope.other(key).name
  return { id, condition, ...(gate === undefined ? {} : { gate }) }
}
