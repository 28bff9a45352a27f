import {
  type Description,
  type Fields,
  isFields,
  listed,
  textOf,
  Unreadable,
  type VendorReader,
} from '../../importing/assembly.ts'
import type { KnownKeys } from '../../importing/display-keys.ts'
import { environmentNames } from '../../importing/environment-names.ts'
import { compileStatsig } from './compile.ts'
import { readStatsigConfig } from './read-config.ts'

const isSpecs = (value: unknown): value is Fields =>
  isFields(value) && (Array.isArray(value['feature_gates']) || Array.isArray(value['dynamic_configs']))

/**
 * A console API response, a page or a single object: gates, configs, experiments and layers with their descriptions.
 */
const described = (value: unknown): readonly Fields[] => {
  if (!isFields(value) || !('message' in value)) return []
  const all = isFields(value['data']) ? [value['data']] : listed(value['data'])
  return all.every((one) => textOf(one['id']) !== undefined && textOf(one['idType']) !== undefined) ? all : []
}

/** The payload of newer SDKs: the same content with conditions stored separately. */
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

/** Parts of a payload that are not imported, with the note for each. */
const unimportedPartNotes: Readonly<Record<string, (file: string, names: string) => string>> = {
  param_stores: (file, names) =>
    `The parameter stores of ${file} are not imported: ${names}. Ask for the flags that they name.`,
  prompt_configs: (file, names) => `The prompts of ${file} are not imported: ${names}. Write them as flags.`,
  cmab_configs: (file, names) =>
    `The bandits of ${file} are not imported: ${names}. Choose a winner of each as a flag.`,
}

const notesOn = (file: string, value: unknown): string[] =>
  Object.entries(unimportedPartNotes).flatMap(([member, say]) => {
    const names = isFields(value) && isFields(value[member]) ? Object.keys(value[member]) : []
    return names.length === 0 ? [] : [say(file, names.join(', ').slice(0, 200))]
  })

const wanted = 'Add GET /v1/download_config_specs/{secret key}.json of api.statsigcdn.com'

/** Statsig: the payload that its server SDKs download, and the console API's descriptions. */
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
      const { config, value: document, unread } = readStatsigConfig(file, value)
      return {
        name,
        critical: false,
        // Applications pass this to the vendor's SDKs.
        original: { ...(document as Fields), default_environment: config.default_environment ?? name },
        unread,
        compile: (known: KnownKeys) => compileStatsig(config, known, name),
      }
    })
    const descriptions = parts.flatMap(({ value }) => described(value))
    return {
      project: '',
      environments,
      // SDKs use the id; the name is only displayed.
      flags: new Map(descriptions.map((one) => [String(one['id']), descriptionOf(one)])),
      archived: 0,
      notes: specs.flatMap(({ name, value }) => notesOn(name, value)),
    }
  },
}
