import type { Context } from '../../schemas/context.ts'
import type { AttributeRef, Presence } from '../../schemas/extended-attribute.ts'
import { elementOf } from './element.ts'

/*
 * Reading attributes for the superset: own properties only, since the systems it stands for read JSON.
 */

/** Reads an attribute reference at an instant; absent is undefined. May throw what a getter of the caller throws. */
export type Resolve = (context: Context, nowMs: number) => unknown

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

type Skip = Exclude<AttributeRef['skip'], undefined>

/** Which values mean "go on to the next candidate". */
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

/** The kinds of a context: `multi` names one in each member. */
const kindsOf = (context: Context): string[] => {
  const kind = context['kind']
  if (kind === 'multi') return Object.keys(context).filter((name) => name !== 'kind')
  return [typeof kind === 'string' ? kind : 'user']
}

/** The context of a kind, or undefined. */
const ofKind = (context: Context, wanted: string): unknown => {
  const kind = context['kind']
  if (kind === 'multi') return wanted !== 'kind' && Object.hasOwn(context, wanted) ? context[wanted] : undefined
  return (typeof kind === 'string' ? kind : 'user') === wanted ? context : undefined
}

const isPosition = (name: string): boolean => name === 'length' || /^\d+$/.test(name)

/** The character of a text, or its length; a text is no object, but has these. */
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

/** Reads a value, and puts a text before it. */
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
    // What was passed over is not there, but for null, which some systems tell from nothing.
    if (otherwise !== undefined) return otherwise
    return last === null && skip === 'nullish' ? null : undefined
  }
}
