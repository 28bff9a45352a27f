/**
 * Whether two values are the same text as JSON: field by field in the same order, as an edit is one that only moves a
 * variant. What two documents share is not looked into: an
 * edit of one rule is compared at the price of that rule, however long the others are.
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

/** What JSON writes of an object: a field without a value is none. */
const fieldsOf = (object: object): [string, unknown][] =>
  Object.entries(object).filter(([, value]) => value !== undefined)

/** `next`, but with the very parts of `before` wherever they are the same in the same place: so the two share what they can. */
export const sharing = <T>(before: unknown, next: T): T => {
  if (before === next || typeof before !== 'object' || typeof next !== 'object' || before === null || next === null)
    return next
  if (Array.isArray(next)) {
    if (!Array.isArray(before)) return next
    const parts: unknown[] = next.map((one, i) => sharing(before[i], one))
    const isWhole = parts.length === before.length && parts.every((one, i) => one === before[i])
    // the parts stand for what `next` had, member by member
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
  // the same, field by field
  return (isWhole ? before : parts) as T
}
