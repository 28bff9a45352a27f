import {
  archivedNotes,
  type Description,
  type Fields,
  isFields,
  listed,
  maxCharacteristicFields,
  textOf,
  Unreadable,
  type VendorReader,
} from '../../importing/assembly.ts'
import type { KnownKeys } from '../../importing/display-keys.ts'
import { environmentNames } from '../../importing/environment-names.ts'
import { compilePostHog } from './compile.ts'
import { withDependencies } from './dependencies.ts'
import { readPhConfig } from './read-config.ts'

const isDefinitions = (value: unknown): value is Fields =>
  isFields(value) &&
  Array.isArray(value['flags']) &&
  (maxCharacteristicFields(value['flags'], ['filters']) > 0 || 'group_type_mapping' in value)
const isFlags = (value: unknown): value is Fields =>
  isFields(value) &&
  listed(value['results']).some((flag) => 'key' in flag && isFields(flag['filters']) && 'active' in flag)
const isCohorts = (value: unknown): value is Fields =>
  isFields(value) && listed(value['results']).some((one) => 'is_static' in one && !('active' in one))

/** The group type names of a project, by index. */
const groupTypesIn = (value: unknown): [string, string][] =>
  listed(value).flatMap(({ group_type: name, group_type_index: index }) =>
    typeof name === 'string' && typeof index === 'number' ? [[String(index), name]] : [],
  )

const recognise = (value: unknown): string | null => {
  if (groupTypesIn(value).length > 0) return 'groups'
  if (isDefinitions(value)) return 'definitions'
  if (isFlags(value)) return 'flags'
  return isCohorts(value) ? 'cohorts' : null
}

/** Converts a cohort from the management API to the local evaluation form. Null if only PostHog knows its members. */
const cohortOf = (row: Fields): unknown => {
  const filters = isFields(row['filters']) ? row['filters'] : {}
  const properties = filters['properties'] ?? null
  // Only PostHog knows behavioral data, too.
  const isKnown = row['is_static'] !== true && !JSON.stringify(properties).includes('"type":"behavioral"')
  return isKnown ? properties : null
}

const descriptionOf = (flag: Fields): Description => ({
  // PostHog's `name` is the flag's description.
  description: textOf(flag['name']),
  tags: Array.isArray(flag['tags']) ? flag['tags'].filter((tag) => typeof tag === 'string') : [],
  owner: isFields(flag['created_by']) ? textOf(flag['created_by']['email']) : undefined,
})

/** PostHog: the local evaluation payload of its SDKs, or the flags and cohorts of its API. */
export const readPostHog: VendorReader = {
  vendor: 'posthog',
  recognise,
  assemble: (parts, { evaluator = 'server', archived: wantsArchived = false }) => {
    const of = (kind: string) => parts.filter(({ value }) => recognise(value) === kind)
    const rows = of('flags').flatMap(({ value }) => (isFlags(value) ? listed(value['results']) : []))
    const cohorts = of('cohorts').flatMap(({ value }) => (isCohorts(value) ? listed(value['results']) : []))
    const definitions = of('definitions')
    const live = rows.filter(({ archived, deleted }) => deleted !== true && (wantsArchived || archived !== true))
    const archived = rows.filter((row) => !live.includes(row)).map(({ key }) => key)
    const groupTypes = of('groups').flatMap(({ value }) => groupTypesIn(value))
    const made = {
      flags: withDependencies(live),
      ...(groupTypes.length > 0 && { group_type_mapping: Object.fromEntries(groupTypes) }),
      cohorts: Object.fromEntries(
        cohorts.flatMap((row) => {
          const cohort = cohortOf(row)
          return cohort === null ? [] : [[String(row['id']), cohort]]
        }),
      ),
    }
    const documents =
      definitions.length > 0 ? definitions : live.length > 0 ? [{ name: 'production', value: made }] : []
    if (documents.length === 0) {
      throw new Unreadable(
        'These files of PostHog have no flags. Add GET /api/projects/{id}/feature_flags/, or what SDKs download for local evaluation.',
      )
    }
    const names = environmentNames(documents.map(({ name }) => name))
    const environments = documents.map(({ name, value }, i) => {
      const { config, value: original, unread } = readPhConfig(name, value)
      return {
        name: names[i] ?? name,
        critical: false,
        original,
        unread,
        compile: (known: KnownKeys) => compilePostHog(config, evaluator, known),
      }
    })
    const described = [
      ...definitions.flatMap(({ value }) => (isDefinitions(value) ? listed(value['flags']) : [])),
      ...rows,
    ]
    return {
      project: '',
      environments,
      flags: new Map(described.map((flag) => [String(flag['key']), descriptionOf(flag)])),
      archived: archived.length,
      notes: archivedNotes(archived),
    }
  },
}
