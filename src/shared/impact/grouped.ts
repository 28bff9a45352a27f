/** Groups items by name, in order of first occurrence. */
export const grouped = <T>(all: Iterable<T>, nameOf: (one: T) => unknown): T[][] => {
  const groups = new Map<unknown, T[]>()
  for (const one of all) {
    const name = nameOf(one)
    const known = groups.get(name)
    if (known === undefined) groups.set(name, [one])
    else known.push(one)
  }
  return [...groups.values()]
}
