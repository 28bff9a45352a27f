import type { Context } from '../../../schemas/context.ts'
import type { AttributeRef, Presence } from '../../../schemas/extended-attribute.ts'
import { elementOf } from '../element.ts'

const position = /^(?:\d+|length)$/

const own = (holder: unknown, name: string, lists: boolean, texts = false): unknown => {
  if (typeof holder === 'string' && texts && position.test(name)) {
    return name === 'length' ? holder.length : holder.charAt(Number(name)) || undefined
  }
  if (holder === null || typeof holder !== 'object') return undefined
  if (Array.isArray(holder) && !(lists && position.test(name))) return undefined
  // Safe cast: any object can be indexed by any name.
  return Object.hasOwn(holder, name) ? (holder as Record<string, unknown>)[name] : undefined
}

/** Returns the part of a context that belongs to a kind. */
const contextOfKind = (context: Context, kind: string): unknown => {
  const given = context['kind']
  if (given === 'multi') return kind === 'kind' ? undefined : own(context, kind, false)
  const single = typeof given === 'string' ? given : 'user'
  return single === kind ? context : undefined
}

const skipsValue = (skip: AttributeRef['skip'], value: unknown): boolean => {
  if (skip === 'never') return false
  if (skip === 'absent') return value === undefined
  if (skip === 'falsy') return !value
  if (skip === 'nonEmptyString') return !(typeof value === 'string' && value.length > 0)
  if (skip === 'nonPrimitive') return value === undefined || typeof value === 'object'
  return value === undefined || value === null
}

export const readExtended = (ref: AttributeRef, context: Context, nowMs: number): unknown => {
  const value = readBare(ref, context, nowMs)
  if (ref.prefix === undefined) return value
  return typeof value === 'string' || typeof value === 'number' ? ref.prefix + String(value) : undefined
}

const readBare = (ref: AttributeRef, context: Context, nowMs: number): unknown => {
  if (ref.virtual === 'now') return nowMs
  if (ref.virtual === 'kinds') {
    const { kind } = context
    if (kind !== 'multi') return [typeof kind === 'string' ? kind : 'user']
    return Object.keys(context).filter((name) => name !== 'kind')
  }
  const from = elementOf(ref.contextKind === undefined ? context : contextOfKind(context, ref.contextKind))
  if (from === undefined) return undefined
  const [lists, texts] = [ref.arrayIndex === true, ref.textIndex === true]
  const candidates = ref.firstOf.map((path) => path.reduce<unknown>((at, name) => own(at, name, lists, texts), from))
  const found = candidates.findIndex((value) => !skipsValue(ref.skip, value))
  if (found >= 0) return candidates[found] ?? ref.otherwise ?? candidates[found]
  if (ref.otherwise !== undefined) return ref.otherwise
  const passedNull = candidates.at(-1) === null && (ref.skip ?? 'nullish') === 'nullish'
  return passedNull ? null : undefined
}

export const isAbsent = (presence: Presence | undefined, value: unknown): boolean => {
  switch (presence) {
    case 'any':
      return false
    case 'own':
      return value === undefined
    case 'nonEmpty':
      return value === undefined || value === null || value === ''
    case 'truthy':
      return !value
    case 'text':
      return typeof value !== 'string' || value === ''
    default:
      return value === undefined || value === null
  }
}
