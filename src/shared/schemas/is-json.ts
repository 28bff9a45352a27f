/** Maximum depth. Deeper inputs are rejected before validation. */
const deepest = 100

/**
 * Whether a value is entirely JSON. Much cheaper than a schema, which is needed only to report errors. A field named
 * `__proto__` makes it false, because no schema keeps one.
 */
export const isJson = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || value === null
  if (depth === deepest) return false
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) if (!isJson(value[at], depth + 1)) return false
    return true
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const name of Object.keys(value)) {
    if (name === '__proto__' || !isJson((value as Record<string, unknown>)[name], depth + 1)) return false
  }
  return true
}
