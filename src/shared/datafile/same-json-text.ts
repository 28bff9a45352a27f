/**
 * Whether two values have the same JSON text, including the order of fields, because moving a variant is an edit, too.
 * Parts that both values share by identity are not compared, so an edit of one rule costs only that rule.
 */
export const sameJsonText = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => sameJsonText(one, b[i]))
  const [ofA, ofB] = [fieldsOf(a), fieldsOf(b)]
  return (
    ofA.length === ofB.length && ofA.every(([key, value], i) => key === ofB[i]?.[0] && sameJsonText(value, ofB[i]?.[1]))
  )
}

/** Returns the fields that JSON writes: those with a value. */
const fieldsOf = (object: object): [string, unknown][] =>
  Object.entries(object).filter(([, value]) => value !== undefined)

/** Returns a copy of `next` that reuses the equal parts of `before` by identity. */
export const sharing = <T>(before: unknown, next: T): T => {
  if (before === next || typeof before !== 'object' || typeof next !== 'object' || before === null || next === null)
    return next
  if (Array.isArray(next)) {
    if (!Array.isArray(before)) return next
    const parts: unknown[] = next.map((one, i) => sharing(before[i], one))
    const isWhole = parts.length === before.length && parts.every((one, i) => one === before[i])
    // Safe cast: `parts` has the same members as `next`.
    return (isWhole ? before : parts) as T
  }
  if (Array.isArray(before)) return next
  const parts = Object.fromEntries(
    Object.entries(next).map(([key, value]) => [
      key,
      Object.hasOwn(before, key) ? sharing(Reflect.get(before, key), value) : value,
    ]),
  )
  const [was, is] = [Object.entries(before), Object.entries(parts)]
  const isWhole =
    was.length === is.length && is.every(([key, value], i) => key === was[i]?.[0] && value === was[i]?.[1])
  // Safe cast: `parts` has the same fields as `next`.
  return (isWhole ? before : parts) as T
}
