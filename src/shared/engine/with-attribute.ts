const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A context with one attribute other than it is, named by the names on the way to it; what stands in the way gives place. */
export const withAttribute = (
  holder: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> => {
  const inner = Object.hasOwn(holder, name) ? holder[name] : undefined
  const next = rest.length === 0 ? value : withAttribute(isObject(inner) ? inner : {}, rest, value)
  return { ...holder, [name]: next }
}
