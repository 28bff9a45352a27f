import type { Json } from '../../../schemas/keys.ts'

export type Reads = ReadonlySet<string>

/** Returns the operation of an object with one key. A single argument need not be in a list. */
export const operationOf = (node: Json): { readonly name: string; readonly args: readonly Json[] } | undefined => {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined
  const [entry, ...more] = Object.entries(node)
  if (entry === undefined || more.length > 0) return undefined
  const [written, given] = entry
  return { name: written === '?:' ? 'if' : written, args: Array.isArray(given) ? given : [given] }
}

/** Operations that evaluate their second argument on each element of their first one, a list. */
const goesThrough: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'some', 'none', 'reduce'])

/** Returns the path of a `var`, if it is constant and not the whole context. Defaults are handled by the engine. */
const pathOf = ([path]: readonly Json[]): string | undefined =>
  typeof path === 'number' || (typeof path === 'string' && path !== '') ? String(path) : undefined

const containsFractional = (node: Json): boolean => {
  if (Array.isArray(node)) return node.some(containsFractional)
  const operation = operationOf(node)
  return operation !== undefined && (operation.name === 'fractional' || operation.args.some(containsFractional))
}

/** Returns the paths that an expression reads; undefined if it may read anything. */
export const readsOf = (node: Json): Reads | undefined => {
  const found = new Set<string>()
  const walk = (one: Json): boolean => {
    if (Array.isArray(one)) return one.every(walk)
    const operation = operationOf(one)
    if (operation === undefined) return true
    const { name, args } = operation
    // The result of these depends on names, or on the whole context.
    if (name === 'fractional' || name === 'missing' || name === 'missing_some') return false
    if (name === 'var') {
      const path = pathOf(args)
      return path !== undefined && add(path) && args.slice(1).every(walk)
    }
    if (!goesThrough.has(name)) return args.every(walk)
    const [list = null, body = null, ...rest] = args
    return walk(list) && !containsFractional(body) && rest.every(walk)
  }
  const add = (path: string): boolean => {
    found.add(path)
    return true
  }
  return walk(node) ? found : undefined
}

/**
 * Returns the constant paths of an expression, whatever else it may read. Includes the targeting key if it splits by
 * default.
 */
export const pathsWritten = (node: Json): string[] => {
  const found = new Set<string>()
  const walk = (one: Json): void => {
    if (Array.isArray(one)) return one.forEach(walk)
    const operation = operationOf(one)
    if (operation === undefined) return
    const { name, args } = operation
    const path = name === 'var' ? pathOf(args) : undefined
    if (path !== undefined && path.split('.')[0] !== '$flag') found.add(path)
    if (name === 'missing') for (const key of args.flat()) if (typeof key === 'string') found.add(key)
    if (name === 'fractional' && (args.length === 0 || Array.isArray(args[0]))) found.add('targetingKey')
    if (goesThrough.has(name)) {
      const [list = null, , ...rest] = args
      walk(list)
      rest.forEach(walk)
    } else args.forEach(walk)
  }
  walk(node)
  return [...found]
}

/** The name that replaces the only path that a part reads. */
export const placeOfValue = 'v'

/** Rewrites an expression that reads one path to read `v` instead. Tests of list elements stay unchanged. */
export const overOneValue = (node: Json): Json => {
  if (Array.isArray(node)) return node.map(overOneValue)
  const operation = operationOf(node)
  if (operation === undefined) return node
  const { name, args } = operation
  if (name === 'var') return { var: [placeOfValue, ...args.slice(1).map(overOneValue)] }
  if (!goesThrough.has(name)) return { [name]: args.map(overOneValue) }
  const [list = null, body = null, ...rest] = args
  return { [name]: [overOneValue(list), body, ...rest.map(overOneValue)] }
}

/** Replaces the variables that the flag itself defines: its key is a constant. */
export const withFlagKey = (node: Json, flagKey: string): Json => {
  if (Array.isArray(node)) return node.map((inner) => withFlagKey(inner, flagKey))
  const operation = operationOf(node)
  if (operation === undefined) return node
  const { name, args } = operation
  if (name === 'var' && pathOf(args) === '$flag.flagKey') return flagKey
  if (!goesThrough.has(name)) return { [name]: args.map((arg) => withFlagKey(arg, flagKey)) }
  const [list = null, body = null, ...rest] = args
  return { [name]: [withFlagKey(list, flagKey), body, ...rest.map((arg) => withFlagKey(arg, flagKey))] }
}
