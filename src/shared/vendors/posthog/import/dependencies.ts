import { type Fields, isFields, listed } from '../../importing/assembly.ts'

type Flags = ReadonlyMap<string, Fields>

const groupsOf = (flag: Fields): readonly Fields[] =>
  isFields(flag['filters']) ? listed(flag['filters']['groups']) : []

const isDependency = (property: Fields): boolean => property['type'] === 'flag' && property['dependency_chain'] == null

/** The ids of the flags that a flag depends on. */
const dependenciesOfFlag = (flag: Fields): string[] =>
  groupsOf(flag).flatMap(({ properties }) =>
    listed(properties).flatMap((one) => (isDependency(one) ? [String(one['key'])] : [])),
  )

/** The keys of a flag's dependencies in evaluation order, followed by the flag itself. Empty if they form a cycle. */
function chainTo(flags: Flags, id: string): string[] {
  const chain: string[] = []
  const entered = new Set<string>()
  const visit = (at: string): boolean => {
    const flag = flags.get(at)
    if (flag === undefined || chain.includes(String(flag['key']))) return true
    if (entered.has(at)) return false
    entered.add(at)
    if (!dependenciesOfFlag(flag).every(visit)) return false
    chain.push(String(flag['key']))
    return true
  }
  return visit(id) ? chain : []
}

/**
 * Converts dependencies of management API flags to the SDKs' form. The API refers to flags by id. The SDK payload
 * refers to them by key and contains the complete dependency chain. A reference to an unknown flag stays as it is.
 */
export function withDependencies(rows: readonly Fields[]): Fields[] {
  const flags: Flags = new Map(rows.map((flag) => [String(flag['id']), flag]))
  const named = (property: Fields): Fields => {
    const target = isDependency(property) ? flags.get(String(property['key'])) : undefined
    if (target === undefined) return property
    return { ...property, key: target['key'], dependency_chain: chainTo(flags, String(property['key'])) }
  }
  return rows.map((flag) => {
    if (dependenciesOfFlag(flag).length === 0 || !isFields(flag['filters'])) return flag
    const groups = groupsOf(flag).map((group) => ({ ...group, properties: listed(group['properties']).map(named) }))
    return { ...flag, filters: { ...flag['filters'], groups } }
  })
}
