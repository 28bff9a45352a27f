import {
  type Description,
  type Fields,
  holdsOnly,
  isFields,
  listed,
  type TheirEnvironment,
  textOf,
  Unreadable,
  type VendorReader,
} from '../assembly.ts'
import type { KnownKeys } from '../display-keys.ts'
import { environmentNames } from '../environment-names.ts'
import { parsed } from '../parsed.ts'
import { compileGrowthBook } from './compile.ts'
import { GbConfig } from './config.ts'
import { isEncrypted } from './encrypted.ts'

const isPayload = (value: unknown): value is Fields =>
  isFields(value) &&
  (typeof value['encryptedFeatures'] === 'string' ||
    (holdsOnly(value['features'], (feature) => !('bucketBy' in feature) && !('traffic' in feature)) &&
      Object.values(value['features'] as Fields).some(
        (feature) => isFields(feature) && ('defaultValue' in feature || 'rules' in feature),
      )))
const isRest = (value: unknown): value is Fields =>
  isFields(value) && listed(value['features']).some((one) => 'valueType' in one && isFields(one['environments']))
const isGroups = (value: unknown) =>
  isFields(value) && listed(value['savedGroups']).some((one) => 'attributeKey' in one)
const isEnvironments = (value: unknown): value is Fields =>
  isFields(value) && listed(value['environments']).some((one) => 'id' in one && 'toggleOnList' in one)

const recognise = (value: unknown): string | null => {
  if (isRest(value)) return 'features'
  if (isPayload(value)) return 'payload'
  if (isGroups(value)) return 'groups'
  return isEnvironments(value) ? 'environments' : null
}

const unlocking =
  'Give its decryption key where you import (GROWTHBOOK_DECRYPTION_KEY in a terminal), or add GET /api/v1/features.'

/** What a connection of an environment would deliver, of the definitions that the management API shows. */
const configOfRest = (features: readonly Fields[], environment: string): unknown => {
  const definitions = features.flatMap((feature): [string, unknown][] => {
    const all = isFields(feature['environments']) ? feature['environments'] : {}
    const there = isFields(all[environment]) ? all[environment] : {}
    const text = textOf(there['definition'])
    if (there['enabled'] !== true || text === undefined || feature['archived'] === true) return []
    try {
      return [[String(feature['id']), JSON.parse(text) as unknown]]
    } catch {
      throw new Unreadable(`The definition of ${String(feature['id'])} in ${environment} is no JSON.`)
    }
  })
  return { features: Object.fromEntries(definitions) }
}

const descriptionOf = (feature: Fields): Description => ({
  description: textOf(feature['description']),
  tags: Array.isArray(feature['tags']) ? feature['tags'].filter((tag) => typeof tag === 'string') : [],
  owner: textOf(feature['owner']),
})

/** GrowthBook: what its SDKs download, what its management API answers, or both. */
export const readGrowthBook: VendorReader = {
  vendor: 'growthbook',
  recognise,
  assemble: (parts, { sdk = 'javascript' }) => {
    const of = (kind: string) => parts.filter(({ value }) => recognise(value) === kind)
    const payloads = of('payload')
    const guessed = environmentNames(payloads.map(({ name }) => name))
    const features = of('features').flatMap(({ value }) => (isRest(value) ? listed(value['features']) : []))
    const found = new Map<string, TheirEnvironment>()
    const add = (name: string, config: GbConfig) => {
      const compile = (known: KnownKeys) => compileGrowthBook(config, { sdk }, known)
      found.set(name, { name, critical: false, compile, ...(sdk === 'javascript' ? { original: config } : {}) })
    }
    const locked: string[] = []
    for (const [i, { name, value }] of payloads.entries()) {
      if (isEncrypted(value)) {
        locked.push(name)
        continue
      }
      const config = parsed(GbConfig, name, 'GrowthBook', isFields(value) ? { features: {}, ...value } : value)
      add(guessed[i] ?? name, config)
    }
    const told = features.flatMap(({ environments }) => (isFields(environments) ? Object.keys(environments) : []))
    for (const name of new Set(told)) {
      if (!found.has(name))
        add(name, parsed(GbConfig, `The definitions of ${name}`, 'GrowthBook', configOfRest(features, name)))
    }
    const sentences = locked.map((name) => `${name} is encrypted, and was not read. ${unlocking}`)
    if (found.size === 0) {
      if (sentences[0] !== undefined) throw new Unreadable(sentences[0])
      throw new Unreadable(
        'These files of GrowthBook have no features. Add GET /api/features/{clientKey}, or GET /api/v1/features.',
      )
    }
    return {
      project: textOf(features[0]?.['project']) ?? '',
      environments: [...found.values()],
      flags: new Map(features.map((feature) => [String(feature['id']), descriptionOf(feature)])),
      archived: features.filter(({ archived }) => archived === true).length,
      notes: sentences,
    }
  },
}
