import { type Description, type Fields, isFields, listed, textOf, Unreadable, type VendorReader } from '../assembly.ts'
import type { KnownKeys } from '../display-keys.ts'
import { environmentNames } from '../environment-names.ts'
import { parsed } from '../parsed.ts'
import { compileStatsig } from './compile.ts'
import { StatsigConfig } from './config.ts'

const isSpecs = (value: unknown): value is Fields =>
  isFields(value) && Array.isArray(value['feature_gates']) && Array.isArray(value['dynamic_configs'])

/** A page of the console's API: what people call gates and configs. */
const described = (value: unknown): readonly Fields[] => {
  if (!isFields(value) || !('message' in value)) return []
  const all = listed(value['data'])
  return all.every((one) => 'id' in one && 'idType' in one && 'isEnabled' in one) ? all : []
}

/** What newer SDKs download: the same, with conditions kept apart. */
const isNewer = (value: unknown): boolean =>
  isFields(value) && isFields(value['condition_map']) && isFields(value['feature_gates'])

const recognise = (value: unknown): string | null => {
  if (isSpecs(value)) return 'specs'
  if (isNewer(value)) return 'newer'
  return described(value).length > 0 ? 'console' : null
}

const descriptionOf = (one: Fields): Description => ({
  name: textOf(one['name']),
  description: textOf(one['description']),
  tags: Array.isArray(one['tags']) ? one['tags'].map(String) : undefined,
  owner: isFields(one['owner']) ? textOf(one['owner']['ownerEmail']) : undefined,
})

const wanted = 'Add GET /v1/download_config_specs/{secret key}.json of api.statsigcdn.com'

/** Statsig: what its server SDKs download, and what the console's API says of it. */
export const readStatsig: VendorReader = {
  vendor: 'statsig',
  recognise,
  assemble: (parts) => {
    const specs = parts.filter(({ value }) => isSpecs(value))
    if (specs.length === 0) {
      const newer = parts.find(({ value }) => isNewer(value))
      throw new Unreadable(
        newer === undefined
          ? `These files of Statsig have no rules as its SDKs evaluate them. ${wanted}.`
          : `${newer.name} is of the second version of what SDKs download, which is not read. ${wanted}.`,
      )
    }
    const names = environmentNames(specs.map(({ name }) => name))
    const environments = specs.map(({ name: file, value }, i) => {
      const name = names[i] ?? file
      const config = parsed(StatsigConfig, file, 'Statsig', value)
      return {
        name,
        critical: false,
        original: value,
        compile: (known: KnownKeys) => compileStatsig(config, known, name),
      }
    })
    const descriptions = parts.flatMap(({ value }) => described(value))
    return {
      project: '',
      environments,
      flags: new Map(descriptions.map((one) => [textOf(one['name']) ?? String(one['id']), descriptionOf(one)])),
      archived: 0,
      notes: [],
    }
  },
}
