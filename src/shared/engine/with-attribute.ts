const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a copy of a context with one attribute replaced, given by the names of its path. Values on the path that are
 * not objects are replaced.
 */
export const withAttribute = (
  holder: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> => {
  const inner = Object.hasOwn(holder, name) ? holder[name] : undefined
  const next = rest.length === 0 ? value : withAttribute(isObject(inner) ? inner : {}, rest, value)
  return { ...holder, [name]: next }
}
