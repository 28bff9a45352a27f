import { createContext } from 'react'
import type { Attribute } from '../../../../shared/features/attributes/schemas/attribute.ts'
import type { KnownAttribute } from '../../../../shared/lint/finding.ts'
import { identifiesUsers } from '../../../../shared/lint/identifies-users.ts'
import type { Condition, Scalar } from '../../../../shared/schemas/condition.ts'

/** Attributes for suggestions in conditions. Without any, fields suggest no values. */
export const KnownAttributes = createContext<readonly KnownAttribute[]>([])

/** Maximum number of distinct values to track. An attribute with more probably identifies users. */
const most = 1_000

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Counts each value of each attribute in contexts. Nested attributes are counted by path, lists by member. */
export const seenIn = (contexts: readonly object[]): ReadonlyMap<string, ReadonlyMap<Scalar, number>> => {
  const seen = new Map<string, Map<Scalar, number>>()
  const note = (path: string, value: unknown): void => {
    if (Array.isArray(value)) for (const member of new Set(value)) note(path, member)
    else if (isScalar(value)) {
      const counts = seen.get(path) ?? new Map<Scalar, number>()
      if (counts.size < most || counts.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
      seen.set(path, counts)
    } else if (typeof value === 'object' && value !== null) walk(value, `${path}.`)
  }
  const walk = (value: object, before: string): void => {
    for (const [name, inner] of Object.entries(value)) note(`${before}${name.replaceAll('.', '\\.')}`, inner)
  }
  for (const context of contexts) walk(context, '')
  return seen
}

/** Declared and seen attributes with their values, most frequent first. Declared values may never have been seen. */
export const knownAttributes = (declared: readonly Attribute[], contexts: readonly object[]): KnownAttribute[] => {
  const seen = seenIn(contexts)
  const names = new Set([...declared.map(({ name }) => name), ...seen.keys()])
  return [...names].map((name) => {
    const declaration = declared.find((one) => one.name === name)
    // Personal values identify users, so they are never suggested.
    if (name === 'targetingKey' || declaration?.personal)
      return { name, declared: declaration !== undefined, personal: true, values: [] }
    const counts = new Map(seen.get(name))
    const named = declaration?.type === 'boolean' ? [true, false] : (declaration?.knownValues ?? [])
    for (const value of named) if (!counts.has(value)) counts.set(value, 0)
    const values = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
    return { name, declared: declaration !== undefined, values }
  })
}

const offeredValues = 3

/** The first distinct values that conditions compare an attribute with. Stops early, because a list may be long. */
const valuesIn = (conditions: readonly Condition[], attribute: string): Scalar[] => {
  const found = new Set<Scalar>()
  const visit = (condition: Condition): void => {
    if (condition === true || found.size >= offeredValues) return
    if ('all' in condition) condition.all.forEach(visit)
    if ('any' in condition) condition.any.forEach(visit)
    if ('not' in condition) visit(condition.not)
    if (!('operator' in condition) || condition.attribute !== attribute) return
    if (['is', 'isNot', 'isOneOf', 'isNoneOf'].includes(condition.operator))
      for (const value of condition.values) {
        found.add(value)
        if (found.size >= offeredValues) return
      }
  }
  conditions.forEach(visit)
  return [...found]
}

/** A suggested attribute for a new rule, with values. `share` is the part of contexts that have the value. */
export type Starter = { name: string; values: readonly { value: Scalar; share: number | null }[] }

/**
 * Up to five suggested attributes: those with values first, otherwise in the order of `names` and `known`. Values are
 * the most frequent, otherwise the declared ones, otherwise those used in rules. Attributes that identify users have no
 * suggested values.
 */
export const starters = (
  names: readonly string[],
  known: readonly KnownAttribute[],
  conditions: readonly Condition[],
  contexts: number,
): Starter[] => {
  const all = [...new Set([...names, ...known.map(({ name }) => name)])].filter((name) => name !== 'targetingKey')
  const starter = (name: string): Starter => {
    const values = known.find((one) => one.name === name)?.values ?? []
    const people = identifiesUsers({ ...known.find((one) => one.name === name), name, values })
    const few = values.length <= 50 && !people ? values : []
    // Values that rules use for personal attributes identify users, so they are not suggested.
    const used = few.length > 0 || people ? [] : valuesIn(conditions, name).map((value) => ({ value, count: 0 }))
    const share = (count: number) => (contexts === 0 || count === 0 ? null : count / contexts)
    return {
      name,
      values: [...few, ...used].slice(0, offeredValues).map(({ value, count }) => ({ value, share: share(count) })),
    }
  }
  const bare = ({ values }: Starter) => values.length === 0
  return all
    .map(starter)
    .sort((a, b) => Number(bare(a)) - Number(bare(b)))
    .slice(0, 5)
}
