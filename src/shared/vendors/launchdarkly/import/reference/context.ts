import { type Attributes, isObject, singleKind } from '../context.ts'

/** A context by kind, as LaunchDarkly's SDKs parse it. */
export type LdContext = ReadonlyMap<string, Attributes>

/** The kinds of a context, including legacy users. */
export const kindsOf = (context: Attributes): LdContext => {
  const modern = singleKind(context)
  if (modern['kind'] !== 'multi') return new Map([[String(modern['kind']), modern]])
  return new Map(
    Object.entries(modern).flatMap(([kind, value]) => (kind !== 'kind' && isObject(value) ? [[kind, value]] : [])),
  )
}

/** An attribute of one kind, or undefined. Arrays are not indexed; `anonymous` is always present. */
export const attributeOf = (context: LdContext, kind: string, steps: readonly string[]): unknown => {
  if (steps.length === 1 && steps[0] === 'kind') return [...context.keys()]
  const attributes = context.get(kind)
  if (attributes === undefined) return undefined
  if (steps.length === 1 && steps[0] === 'anonymous') return Boolean(attributes['anonymous'])
  let current: unknown = attributes
  for (const step of steps) {
    if (!isObject(current) || Array.isArray(current) || !Object.hasOwn(current, step)) return undefined
    current = current[step]
  }
  return current
}
