/** Deeper than any input gets past the edge. */
const deepest = 100

/**
 * Whether a value is JSON through and through, as most are; far cheaper than a schema, which says what is wrong where it
 * is not. A field named `__proto__` makes it none: no schema of ours keeps one.
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
