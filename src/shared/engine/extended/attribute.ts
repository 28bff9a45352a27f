import type { Context } from '../../schemas/context.ts'
import type { AttributeRef, Presence } from '../../schemas/extended-attribute.ts'
import { elementOf } from './element.ts'

/* Reads attributes for the extended model: own properties only, because the vendors that it reproduces read JSON. */

/** Reads an attribute reference at an instant; undefined if it is absent. May throw errors of the caller's getters. */
export type Resolve = (context: Context, nowMs: number) => unknown

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

type Skip = Exclude<AttributeRef['skip'], undefined>

/** Which values mean "try the next candidate". */
const skipped: Readonly<Record<Skip, (value: unknown) => boolean>> = {
  nullish: (value) => value === null || value === undefined,
  absent: (value) => value === undefined,
  falsy: (value) => !value,
  nonEmptyString: (value) => typeof value !== 'string' || value === '',
  nonPrimitive: (value) => value === undefined || value === null || typeof value === 'object',
  never: () => false,
}

const absent: Readonly<Record<Presence, (value: unknown) => boolean>> = {
  nullish: (value) => value === null || value === undefined,
  own: (value) => value === undefined,
  nonEmpty: (value) => value === null || value === undefined || value === '',
  truthy: (value) => !value,
  text: (value) => typeof value !== 'string' || value === '',
  any: () => false,
}

export const absence = (presence: Presence = 'nullish'): ((value: unknown) => boolean) => absent[presence]

/** Returns the kinds of a context. In a `multi` context, each member is one. */
const kindsOf = (context: Context): string[] => {
  const kind = context['kind']
  if (kind === 'multi') return Object.keys(context).filter((name) => name !== 'kind')
  return [typeof kind === 'string' ? kind : 'user']
}

const ofKind = (context: Context, wanted: string): unknown => {
  const kind = context['kind']
  if (kind === 'multi') return wanted !== 'kind' && Object.hasOwn(context, wanted) ? context[wanted] : undefined
  return (typeof kind === 'string' ? kind : 'user') === wanted ? context : undefined
}

const isPosition = (name: string): boolean => name === 'length' || /^\d+$/.test(name)

/** Returns a character of a text, or its length. Texts are not objects, but some vendors read these. */
const ofText = (text: string, name: string): unknown => (name === 'length' ? text.length : text[Number(name)])

const follow = (from: unknown, path: readonly string[], lists: boolean, texts: boolean): unknown => {
  let at = from
  for (const name of path) {
    if (!isObject(at)) {
      if (!texts || typeof at !== 'string' || !isPosition(name)) return undefined
      at = ofText(at, name)
      continue
    }
    if (Array.isArray(at) && !(lists && isPosition(name))) return undefined
    if (!Object.hasOwn(at, name)) return undefined
    at = at[name]
  }
  return at
}

const prefixed =
  (prefix: string, read: Resolve): Resolve =>
  (context, nowMs) => {
    const value = read(context, nowMs)
    return typeof value === 'string' || typeof value === 'number' ? `${prefix}${value}` : undefined
  }

export const resolver = (ref: AttributeRef): Resolve => {
  const { firstOf, contextKind, virtual, skip = 'nullish', arrayIndex = false, textIndex = false, otherwise } = ref
  if (ref.prefix !== undefined) return prefixed(ref.prefix, resolver({ ...ref, prefix: undefined }))
  if (virtual === 'now') return (_, nowMs) => nowMs
  if (virtual === 'kinds') return kindsOf
  const [passOver, only] = [skipped[skip], firstOf.length === 1 ? firstOf[0] : undefined]
  return (context) => {
    const from = elementOf(contextKind === undefined ? context : ofKind(context, contextKind))
    if (from === undefined) return undefined
    let last: unknown
    if (only !== undefined) {
      last = follow(from, only, arrayIndex, textIndex)
      if (!passOver(last)) return last ?? otherwise ?? last
    } else {
      for (const path of firstOf) {
        last = follow(from, path, arrayIndex, textIndex)
        if (!passOver(last)) return last ?? otherwise ?? last
      }
    }
    // A skipped candidate counts as absent, except null, which some vendors distinguish from absent.
    if (otherwise !== undefined) return otherwise
    return last === null && skip === 'nullish' ? null : undefined
  }
}
