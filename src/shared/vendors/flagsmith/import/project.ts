import type { FsConfig, FsFeature } from './config.ts'
import { hasValues } from './feature.ts'

/** What all environments of a project say of its features together, so that each makes the same flags of them. */
export type FsProject = {
  /** Every state of a feature, overrides included, by its name. */
  states: ReadonlyMap<string, readonly FsFeature[]>
  /** Features that have values anywhere: what the flag is called that says whether one is enabled. */
  enabledFlags: ReadonlyMap<string, string>
}

export const projectOf = (configs: readonly FsConfig[]): FsProject => {
  const states = new Map<string, FsFeature[]>()
  for (const { features, segments } of configs) {
    const overrides = Object.values(segments ?? {}).flatMap((segment) => segment.overrides ?? [])
    for (const state of [...Object.values(features), ...overrides]) {
      const known = states.get(state.name)
      if (known === undefined) states.set(state.name, [state])
      else known.push(state)
    }
  }
  const features = new Map(configs.flatMap((config) => Object.entries(config.features)))
  const taken = new Set(features.keys())
  const enabledFlags = new Map<string, string>()
  for (const [theirs, { name }] of features) {
    if (!hasValues(states.get(name) ?? [])) continue
    // a feature may be called so
    let flag = `${theirs}.enabled`
    for (let n = 2; taken.has(flag); n += 1) flag = `${theirs}.enabled-${n}`
    taken.add(flag)
    enabledFlags.set(theirs, flag)
  }
  return { states, enabledFlags }
}
