import {
  archivedNotes,
  type Description,
  type Fields,
  isFields,
  listed,
  maxCharacteristicFields,
  type TheirEnvironment,
  textOf,
  Unreadable,
  type VendorReader,
} from '../../importing/assembly.ts'
import type { KnownKeys } from '../../importing/display-keys.ts'
import { environmentNames } from '../../importing/environment-names.ts'
import type { ReadMembers } from '../../importing/read-members.ts'
import { compileGrowthBook } from './compile.ts'
import type { GbConfig } from './config.ts'
import { isEncrypted } from './encrypted.ts'
import { readGbConfig } from './read-config.ts'

const isPayload = (value: unknown): value is Fields =>
  isFields(value) &&
  (typeof value['encryptedFeatures'] === 'string' ||
    (isFields(value['features']) &&
      !('schemaVersion' in value) &&
      maxCharacteristicFields(value['features'], ['defaultValue', 'rules']) > 0 &&
      maxCharacteristicFields(value['features'], ['bucketBy', 'traffic']) === 0))

/** A file that contains only the features, as applications store them. */
const isFeatureMap = (value: unknown): value is Fields =>
  isFields(value) &&
  !['features', 'flags', 'savedGroups', 'environments'].some((name) => name in value) &&
  maxCharacteristicFields(value, ['defaultValue']) > 0 &&
  maxCharacteristicFields(value, ['variations', 'defaultRule', 'variants', 'bucketBy', 'traffic']) === 0

/** Finds a payload, also below `data` or if the file contains only the features. */
const payloadIn = (value: unknown): Fields | undefined => {
  if (isPayload(value)) return value
  if (isFeatureMap(value)) return { features: value }
  return isFields(value) && isPayload(value['data']) ? value['data'] : undefined
}
const isRest = (value: unknown): value is Fields =>
  isFields(value) && listed(value['features']).some((one) => 'valueType' in one && isFields(one['environments']))
// A project without saved groups returns an empty list.
const isGroups = (value: unknown): value is Fields =>
  isFields(value) &&
  !('features' in value) &&
  Array.isArray(value['savedGroups']) &&
  listed(value['savedGroups']).every((one) => 'id' in one && ('attributeKey' in one || 'condition' in one))
const isEnvironments = (value: unknown): value is Fields =>
  isFields(value) && listed(value['environments']).some((one) => 'id' in one && 'toggleOnList' in one)

const recognise = (value: unknown): string | null => {
  if (isRest(value)) return 'features'
  if (payloadIn(value) !== undefined) return 'payload'
  if (isGroups(value)) return 'groups'
  return isEnvironments(value) ? 'environments' : null
}

const unlocking =
  'Give its decryption key where you import (GROWTHBOOK_DECRYPTION_KEY in a terminal), or add GET /api/v1/features.'

/** Builds the SDK payload of an environment from the definitions and saved groups of the management API. */
const configOfRest = (features: readonly Fields[], groups: readonly Fields[], environment: string): unknown => {
  const savedGroups = savedGroupsOf(groups)
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
  for (const [feature, definition] of definitions)
    for (const id of groupsNamedIn(definition))
      if (!Object.hasOwn(savedGroups, id))
        throw new Unreadable(
          `${feature} in ${environment} asks for the saved group ${id}, and the files do not say who is in it. Add GET /api/v1/saved-groups.`,
        )
  return { features: Object.fromEntries(definitions), savedGroups }
}

/**
 * Converts saved groups to the SDKs' form. The management API returns numbers as strings, without the attribute's type,
 * so such a value is included in both types.
 */
const savedGroupsOf = (groups: readonly Fields[]): Fields =>
  Object.fromEntries(
    groups.map(({ id, type, attributeKey, values, condition }): [string, Fields] => {
      if (type === 'condition') return [String(id), { type, attributeKey, condition: conditionOf(id, condition) }]
      const all: readonly unknown[] = Array.isArray(values) ? values : []
      const numbers = all.filter(readsAsNumber).map(Number)
      return [String(id), { type: 'list', attributeKey, values: [...all, ...numbers] }]
    }),
  )

const readsAsNumber = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && String(Number(value)) === value && Number.isFinite(Number(value))

const conditionOf = (id: unknown, condition: unknown): unknown => {
  if (typeof condition !== 'string') return condition
  try {
    return JSON.parse(condition)
  } catch {
    throw new Unreadable(`The condition of the saved group ${String(id)} is no JSON.`)
  }
}

/** The ids of the saved groups that a definition refers to. */
const groupsNamedIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(groupsNamedIn)
  if (!isFields(value)) return []
  return Object.entries(value).flatMap(([key, of]) => {
    if ((key === '$inGroup' || key === '$notInGroup') && typeof of === 'string') return [of]
    if (key === '$savedGroup' && isFields(of) && typeof of['id'] === 'string') return [of['id']]
    return groupsNamedIn(of)
  })
}

const descriptionOf = (feature: Fields): Description => ({
  description: textOf(feature['description']),
  tags: Array.isArray(feature['tags']) ? feature['tags'].filter((tag) => typeof tag === 'string') : [],
  owner: textOf(feature['owner']),
})

/** GrowthBook: the payload that its SDKs download, the responses of its management API, or both. */
export const readGrowthBook: VendorReader = {
  vendor: 'growthbook',
  recognise,
  assemble: (parts, { sdk = 'javascript' }) => {
    const of = (kind: string) => parts.filter(({ value }) => recognise(value) === kind)
    const payloads = of('payload')
    const guessed = environmentNames(payloads.map(({ name }) => name))
    const features = of('features').flatMap(({ value }) => (isRest(value) ? listed(value['features']) : []))
    const groups = of('groups').flatMap(({ value }) => (isGroups(value) ? listed(value['savedGroups']) : []))
    const found = new Map<string, TheirEnvironment>()
    const add = (name: string, { config, unread }: ReadMembers<GbConfig>) => {
      const compile = (known: KnownKeys) => compileGrowthBook(config, { sdk }, known)
      const original = sdk === 'javascript' ? { original: config } : {}
      found.set(name, { name, critical: false, compile, unread, ...original })
    }
    const locked: string[] = []
    for (const [i, { name, value: given }] of payloads.entries()) {
      const value = payloadIn(given) ?? given
      if (isEncrypted(value)) {
        locked.push(name)
        continue
      }
      add(guessed[i] ?? name, readGbConfig(name, isFields(value) ? { features: {}, ...value } : value))
    }
    const told = features.flatMap(({ environments }) => (isFields(environments) ? Object.keys(environments) : []))
    for (const name of new Set(told)) {
      if (!found.has(name)) add(name, readGbConfig(`The definitions of ${name}`, configOfRest(features, groups, name)))
    }
    const archived = features.filter((feature) => feature['archived'] === true).map(({ id }) => id)
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
      archived: archived.length,
      notes: [...sentences, ...archivedNotes(archived)],
    }
  },
}
