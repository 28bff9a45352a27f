/** Puts a value where a path leads; false where something else is in the way. */
export const putValue = (holder: Record<string, unknown>, names: readonly string[], value: unknown): boolean => {
  const [name = '', ...more] = names
  if (more.length === 0) {
    holder[name] = value
    return true
  }
  const inner = Object.hasOwn(holder, name) ? holder[name] : {}
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return false
  // It is an object of this example.
  const next = { ...inner } as Record<string, unknown>
  if (!putValue(next, more, value)) return false
  holder[name] = next
  return true
}
