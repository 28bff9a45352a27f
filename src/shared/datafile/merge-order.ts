/**
 * Merges the order of a list that two editors rearranged from the same base. For every two members, the order that
 * someone changed applies, so moves of different members are combined. Members that only one side has follow their
 * predecessor on that side; at the same position, theirs come first. Null if the moves contradict each other in a
 * circle.
 */
export const mergeOrder = (
  base: readonly string[],
  theirs: readonly string[],
  yours: readonly string[],
): string[] | null => {
  const order = arrangeShared(base, theirs, yours)
  if (order === null) return null
  for (const side of [yours, theirs]) insert(order, side)
  return order
}

const arrangeShared = (
  base: readonly string[],
  theirs: readonly string[],
  yours: readonly string[],
): string[] | null => {
  const [inBase, inTheirs, inYours] = [positions(base), positions(theirs), positions(yours)]
  const shared = theirs.filter((member) => inYours.has(member))
  const isBefore = (a: string, b: string): boolean => {
    const [was, here, there] = [precedes(inBase, a, b), precedes(inTheirs, a, b), precedes(inYours, a, b)]
    return (was === here ? there : here) ?? false
  }
  const behind = new Map(shared.map((a) => [a, shared.filter((b) => a !== b && isBefore(b, a)).length]))
  const order = shared.toSorted((a, b) => (behind.get(a) ?? 0) - (behind.get(b) ?? 0))
  // All pairs are decided. An order exists if each member has a different number of members before it.
  return new Set(behind.values()).size === shared.length ? order : null
}

const insert = (order: string[], side: readonly string[]): void => {
  const placed = new Set(order)
  let at = 0
  for (const member of side) {
    if (placed.has(member)) at = order.indexOf(member) + 1
    else order.splice(at++, 0, member)
  }
}

const positions = (members: readonly string[]) => new Map(members.map((member, at) => [member, at]))

const precedes = (at: ReadonlyMap<string, number>, a: string, b: string): boolean | undefined => {
  const [first, second] = [at.get(a), at.get(b)]
  return first === undefined || second === undefined ? undefined : first < second
}
