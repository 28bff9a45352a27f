import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { EnvironmentMapping, ImportSummary } from '../../../shared/features/imports/schemas/import.ts'
import { ScopeKey } from '../../../shared/schemas/keys.ts'

type Environment = { readonly key: string; readonly name: string }

const keyLike = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '')

/**
 * Proposes a mapping from their environments to ours: by key, then by name ignoring case, or else to a new one with
 * their name. Each of ours is used once.
 */
export const proposedMapping = (
  summary: Pick<ImportSummary, 'environments'>,
  ours: readonly Environment[],
  before: EnvironmentMapping = {},
): EnvironmentMapping => {
  const taken = new Set<string>()
  const mapping: Record<string, string | null> = {}
  const claim = (name: string, key: string | undefined) => {
    if (key === undefined || taken.has(key)) return false
    taken.add(key)
    mapping[name] = key
    return true
  }
  const open = summary.environments.filter(({ name }) => {
    const known = before[name]
    if (known === null) mapping[name] = null
    return known === undefined || (known !== null && !claim(name, known))
  })
  const named = open.filter(({ name }) => {
    const same = (text: string) => text.toLowerCase() === name.toLowerCase()
    return !claim(name, (ours.find(({ key }) => same(key)) ?? ours.find((one) => same(one.name)))?.key)
  })
  for (const { name } of named) {
    const key = keyLike(name)
    if (!ScopeKey.safeParse(key).success || ours.some((one) => one.key === key) || !claim(name, key))
      mapping[name] = null
  }
  return mapping
}

/** Throws if a mapping names an environment that is not in the files, maps two to the same one, or is empty. */
export const checkMapping = (mapping: EnvironmentMapping, summary: Pick<ImportSummary, 'environments'>): void => {
  const refuse = (path: string, problem: string, expected: string) =>
    new FanionError('request/invalid', { problems: [{ path, problem, expected }] })
  const theirs = summary.environments.map(({ name }) => name)
  const seen = new Map<string, string>()
  for (const [name, key] of Object.entries(mapping)) {
    if (!theirs.includes(name))
      throw refuse(`mapping.${name}`, `the files have no environment "${name}"`, `one of ${theirs.join(', ')}`)
    if (key === null) continue
    const other = seen.get(key)
    if (other !== undefined)
      throw refuse(`mapping.${name}`, `${other} goes to ${key}, too`, 'another environment of ours')
    seen.set(key, name)
  }
  if (seen.size === 0) throw refuse('mapping', 'every environment is left out', 'at least one environment of ours')
}

export const splitMapping = (
  mapping: EnvironmentMapping,
  ours: readonly string[],
): { there: Record<string, string>; fresh: Record<string, string> } => {
  const there: Record<string, string> = {}
  const fresh: Record<string, string> = {}
  for (const [theirs, key] of Object.entries(mapping)) {
    if (key !== null) (ours.includes(key) ? there : fresh)[theirs] = key
  }
  return { there, fresh }
}
