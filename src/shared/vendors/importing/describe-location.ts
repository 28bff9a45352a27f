const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inside = (value: unknown, step: PropertyKey): unknown => {
  if (Array.isArray(value)) return (value as unknown[])[Number(step)]
  return isObject(value) && Object.hasOwn(value, String(step)) ? value[String(step)] : undefined
}

/** The noun for members of a field: `rules` contains a rule, `strategies` a strategy. Undefined for singular fields. */
const memberOf = (name: string): string | undefined =>
  /[^s]s$/.test(name) ? name.replace(/ies$/, 'y').replace(/s$/, '') : undefined

/** The name of a member, otherwise its number, starting at 1. */
const labelOf = (value: unknown, step: PropertyKey): string => {
  if (typeof step !== 'number') return String(step)
  if (isObject(value)) {
    for (const name of ['key', 'name', 'id'])
      if (typeof value[name] === 'string' && value[name] !== '') return value[name]
  }
  return String(step + 1)
}

/**
 * Describes a location in a vendor's document: `flag checkout, rule 2, “segment”` for `flags.3.rules.1.segment`. Empty
 * for the whole document.
 */
export const describeLocation = (document: unknown, path: readonly PropertyKey[]): string => {
  const words: string[] = []
  let value = document
  for (let at = 0; at < path.length; at += 1) {
    const step = path[at] ?? ''
    const next = path[at + 1]
    value = inside(value, step)
    const member = typeof step === 'string' ? memberOf(step) : undefined
    if (next !== undefined && (typeof next === 'number' || (member !== undefined && isObject(value)))) {
      value = inside(value, next)
      words.push(`${member ?? `“${String(step)}”`} ${labelOf(value, next)}`)
      at += 1
    } else words.push(typeof step === 'number' ? `entry ${step + 1}` : `“${String(step)}”`)
  }
  return words.join(', ')
}
