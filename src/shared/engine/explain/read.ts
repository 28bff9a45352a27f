import type { Context } from '../../schemas/context.ts'

/** Splits a dotted path into names, character by character. A backslash escapes a dot. */
const pathOf = (path: string): string[] => {
  const names: string[] = []
  let name = ''
  for (let at = 0; at < path.length; at += 1) {
    const escaped = path[at] === '\\' && path[at + 1] === '.'
    if (escaped) at += 1
    if (path[at] !== '.' || escaped) name += path[at]
    else {
      names.push(name)
      name = ''
    }
  }
  return [...names, name]
}

/**
 * Returns the attribute at a path, or undefined: own, or from a class of the caller, but never from `Object.prototype`.
 */
export const lookUp = (context: Context, path: string): unknown => {
  let at: unknown = context
  for (const name of pathOf(path)) {
    if (at === null || typeof at !== 'object' || Array.isArray(at)) return undefined
    // Safe cast: any object can be indexed by any name.
    const holder = at as Record<string, unknown>
    const inherited = (Object.prototype as unknown as Record<string, unknown>)[name] !== undefined
    at = inherited && !Object.hasOwn(holder, name) ? undefined : holder[name]
  }
  return at
}
