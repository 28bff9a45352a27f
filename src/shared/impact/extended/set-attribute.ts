import { resolver } from '../../engine/extended/attribute.ts'
import type { Context } from '../../schemas/context.ts'
import type { AttributeRef } from '../../schemas/extended-attribute.ts'

type ContextHolder = Readonly<Record<string, unknown>>

const isHolder = (value: unknown): value is ContextHolder =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a copy with a value set at a path; undefined if another value is in the way. */
const withValueAtPath = (
  holder: ContextHolder,
  [name, ...rest]: readonly string[],
  value: unknown,
): ContextHolder | undefined => {
  if (name === undefined) return undefined
  if (rest.length === 0) return { ...holder, [name]: value }
  const inner = Object.hasOwn(holder, name) ? holder[name] : {}
  const next = isHolder(inner) ? withValueAtPath(inner, rest, value) : undefined
  return next === undefined ? undefined : { ...holder, [name]: next }
}

const without = (holder: ContextHolder, [name, ...rest]: readonly string[]): ContextHolder => {
  if (name === undefined || !Object.hasOwn(holder, name)) return holder
  const { [name]: inner, ...others } = holder
  return rest.length > 0 && isHolder(inner) ? { ...holder, [name]: without(inner, rest) } : others
}

/** Applies a change to the part of a context that belongs to a kind. A context of another kind becomes `multi`. */
const ofKind = (
  context: ContextHolder,
  kind: string,
  act: (holder: ContextHolder) => ContextHolder | undefined,
): ContextHolder | undefined => {
  const own = context['kind']
  if (own === 'multi') {
    const inner = act(isHolder(context[kind]) ? context[kind] : {})
    return inner === undefined ? undefined : { ...context, [kind]: inner }
  }
  const is = typeof own === 'string' ? own : 'user'
  const fresh = Object.keys(context).length === 0
  if (is === kind || fresh) {
    const inner = act(context)
    return inner === undefined || kind === 'user' ? inner : { ...inner, kind }
  }
  const inner = act({})
  const { kind: _, ...rest } = context
  return inner === undefined ? undefined : { kind: 'multi', [is]: rest, [kind]: inner }
}

/**
 * Creates a function that sets, or removes, the value that a reference reads. It returns a copy, or undefined if that
 * is impossible.
 */
export const createAttributeSetter = (
  ref: AttributeRef,
): ((context: Context, value: unknown) => Context | undefined) => {
  const read = resolver(ref)
  const { contextKind, firstOf } = ref
  const at = (context: ContextHolder, path: readonly string[], value: unknown): ContextHolder | undefined => {
    const act = (holder: ContextHolder) =>
      value === undefined ? without(holder, path) : withValueAtPath(holder, path, value)
    return contextKind === undefined ? act(context) : ofKind(context, contextKind, act)
  }
  // Safe cast: the copy has the shape of a context.
  const fits = (made: ContextHolder | undefined, value: unknown): made is Context =>
    made !== undefined && Object.is(read(made as Context, 0), value)
  return (context, value) => {
    if (fits(context, value)) return context
    const all = firstOf.reduce<ContextHolder | undefined>((made, path) => made && at(made, path, undefined), context)
    if (value === undefined) return fits(all, value) ? all : undefined
    for (const from of [context, all]) {
      for (const path of firstOf) {
        const made = from === undefined ? undefined : at(from, path, value)
        if (fits(made, value)) return made
      }
    }
    return undefined
  }
}
