import type { Context } from '../../schemas/context.ts'

/** The steps of a dotted path, read character by character: a dot parts two names unless a backslash stands before it. */
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

/** The attribute at a path, or undefined: own, or given by a class of the caller, never by Object.prototype. */
export const lookUp = (context: Context, path: string): unknown => {
  let at: unknown = context
  for (const name of pathOf(path)) {
    if (at === null || typeof at !== 'object' || Array.isArray(at)) return undefined
    // Any object may be asked for any name.
    const holder = at as Record<string, unknown>
    const inherited = (Object.prototype as unknown as Record<string, unknown>)[name] !== undefined
    at = inherited && !Object.hasOwn(holder, name) ? undefined : holder[name]
  }
  return at
}
