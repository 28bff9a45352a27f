import type { Json } from '../schemas/keys.ts'
import { canonicalJson } from './canonical-json.ts'
import { mergeOrder } from './merge-order.ts'
import { type Path, pathText } from './problems.ts'

/** A field that two editors changed differently. A side without the field has no value here. */
export type FieldClash = { path: string; base?: Json; theirs?: Json; yours?: Json }

/** Which side to use for each clash, by its path. */
export type Choices = Readonly<Record<string, 'theirs' | 'yours'>>

/** The three states of one field; undefined if a side lacks it. */
type Sides = { base: unknown; theirs: unknown; yours: unknown }

/** Resolves a clash: the chosen side, or theirs for the time being, which is recorded as a clash. */
export type Choose = (path: Path, sides: Sides) => unknown

/** Merges one field. Undefined means that the field does not exist. */
export type FieldMerge = (sides: Sides, path: Path, choose: Choose) => unknown

/** Creates a `Choose` that applies the choices and records the remaining clashes. */
export const chooser = (choices: Choices, clashes: FieldClash[]): Choose => {
  return (path, sides) => {
    const text = pathText(path)
    const choice = Object.hasOwn(choices, text) ? choices[text] : undefined
    if (choice !== undefined) return sides[choice]
    const present = Object.entries(sides).filter(([, value]) => value !== undefined)
    clashes.push({ path: text, ...Object.fromEntries(present) })
    return sides.theirs
  }
}

const same = (a: unknown, b: unknown): boolean => a === b || canonicalJson(a) === canonicalJson(b)

/** Merges a field as a single value: the side that changed it wins, and two different changes clash. */
export const whole: FieldMerge = (sides, path, choose) => {
  const { base, theirs, yours } = sides
  if (same(theirs, yours) || same(base, yours)) return theirs
  return same(base, theirs) ? yours : choose(path, sides)
}

/** Merges an object field by field, each by its own strategy. The result has the table's order. */
export const fields =
  (table: Readonly<Record<string, FieldMerge>>): FieldMerge =>
  (sides, path, choose) => {
    if (!hasAllSides(sides, isObject)) return whole(sides, path, choose)
    const result: Record<string, unknown> = {}
    for (const [name, merge] of Object.entries(table)) {
      const value = merge(field(sides, name), [...path, name], choose)
      if (value !== undefined) result[name] = value
    }
    return result
  }

/** Merges an object with arbitrary keys, whose order matters. */
export const record =
  (inner: FieldMerge): FieldMerge =>
  (sides, path, choose) => {
    if (!hasAllSides(sides, isObject)) return whole(sides, path, choose)
    const members = mapped(sides, (side) => new Map(Object.entries(side)))
    return Object.fromEntries(keyed(members, inner, path, choose))
  }

/**
 * Merges a list whose members have unique names and whose order matters. If a name occurs twice, the list is merged as
 * a single value.
 */
export const list =
  (name: string, inner: FieldMerge): FieldMerge =>
  (sides, path, choose) => {
    const named: Sides = mapped(sides, (side) => byName(side, name))
    if (!hasAllSides(named, isMap)) return whole(sides, path, choose)
    return keyed(named, inner, path, choose).map(([, member]) => member)
  }

/** Merges a list as a set: additions and removals of both sides apply. Never clashes. */
export const set: FieldMerge = (sides, path, choose) => {
  if (!hasAllSides(sides, isList)) return whole(sides, path, choose)
  const { base, theirs, yours } = sides
  if (same(base, yours) || same(theirs, yours)) return theirs
  if (same(base, theirs)) return yours
  const [was, here, there] = [new Set(base), new Set(theirs), new Set(yours)]
  const kept = [...was].filter((member) => here.has(member) && there.has(member))
  return [...new Set([...kept, ...[...here, ...there].filter((member) => !was.has(member))])]
}

type Three<T> = { base: T; theirs: T; yours: T }
type Fields = Record<string, unknown>
type Members = ReadonlyMap<string, unknown>

function keyed(sides: Three<Members>, inner: FieldMerge, path: Path, choose: Choose): [string, unknown][] {
  return order(sides, path, choose).flatMap((key): [string, unknown][] => {
    const member: Sides = mapped(sides, (side) => side.get(key))
    const merge = Object.values(member).includes(undefined) ? whole : inner
    const value = merge(member, [...path, key], choose)
    return value === undefined ? [] : [[key, value]]
  })
}

function order(sides: Three<Members>, path: Path, choose: Choose): string[] {
  const keys = mapped(sides, (side) => [...side.keys()])
  const merged = mergeOrder(keys.base, keys.theirs, keys.yours)
  if (merged !== null) return merged
  const takesYours = choose([...path, 'order'], keys) === keys.yours
  const [chosen, other] = takesYours ? [keys.yours, keys.theirs] : [keys.theirs, keys.yours]
  return [...chosen, ...other.filter((key) => !chosen.includes(key))]
}

/** Returns the members of a list by name; undefined if it is not a list, or if a name is missing or occurs twice. */
function byName(members: unknown, name: string): Members | undefined {
  if (!Array.isArray(members)) return undefined
  const named = new Map<string, unknown>()
  for (const member of members) {
    const key = isObject(member) ? member[name] : undefined
    if (typeof key !== 'string' || named.has(key)) return undefined
    named.set(key, member)
  }
  return named
}

const field = (sides: Three<Fields>, name: string): Sides =>
  mapped(sides, (side) => (Object.hasOwn(side, name) ? side[name] : undefined))

const mapped = <A, B>({ base, theirs, yours }: Three<A>, map: (side: A) => B): Three<B> => ({
  base: map(base),
  theirs: map(theirs),
  yours: map(yours),
})

const hasAllSides = <T>(sides: Sides, is: (side: unknown) => side is T): sides is Three<T> =>
  is(sides.base) && is(sides.theirs) && is(sides.yours)

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const isMap = (value: unknown): value is Members => value instanceof Map

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
