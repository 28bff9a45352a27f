/** Whether two values are the same JSON, regardless of key order. Undefined members count as missing. */
export const sameJson = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((one, at) => sameJson(one, b[at]))
  }
  const [one, other] = [membersOf(a), membersOf(b)]
  return (
    one.length === other.length && one.every(([key, value]) => Object.hasOwn(b, key) && sameJson(value, at(b, key)))
  )
}

const membersOf = (object: object): [string, unknown][] =>
  Object.entries(object).filter(([, value]) => value !== undefined)

const at = (object: object, key: string): unknown => Object.getOwnPropertyDescriptor(object, key)?.value
