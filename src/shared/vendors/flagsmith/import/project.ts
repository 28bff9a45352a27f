import type { FsConfig, FsFeature } from './config.ts'
import { hasValues } from './feature.ts'

/** The combined features of all environments in a project, so that each environment produces the same flags. */
export type FsProject = {
  /** Every state of a feature, including overrides, by feature name. */
  states: ReadonlyMap<string, readonly FsFeature[]>
  /** For features with values in any environment: the key of the boolean flag for whether they are enabled. */
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
    // A feature may already have this name.
    let flag = `${theirs}.enabled`
    for (let n = 2; taken.has(flag); n += 1) flag = `${theirs}.enabled-${n}`
    taken.add(flag)
    enabledFlags.set(theirs, flag)
  }
  return { states, enabledFlags }
}
