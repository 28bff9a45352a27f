import { digestOfText } from '../../../datafile/digest.ts'
import type { Assembled } from '../../importing/assembled.ts'
import { Unreadable } from '../../importing/assembly.ts'
import type { Unread } from '../../importing/unread.ts'
import { overridesPrefix } from './condition.ts'
import { FsConfig, type FsFeature, type FsRule, type FsSegment } from './config.ts'
import type { DocumentFeatureState, DocumentRule, FsEnvironmentDocument } from './environment-document.ts'
import { readFsDocument } from './read-document.ts'

/** Takes precedence over every possible segment priority. */
const strongest = Number.MIN_SAFE_INTEGER

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A Flagsmith environment as the evaluation context of its engine, or a sentence that says what to provide instead. */
export type AssembledFlagsmith = Assembled<FsConfig> & { unread?: readonly Unread[]; value?: unknown }

/**
 * Converts Flagsmith data to its engine's evaluation context, without an identity. An environment document is mapped as
 * Flagsmith's client does it; an evaluation context is used as it is.
 */
export const assembleFlagsmith = (document: unknown, file = 'The document'): AssembledFlagsmith => {
  if (isRecord(document) && 'feature_states' in document && 'project' in document) {
    try {
      const { config, unread, value } = readFsDocument(file, document)
      return { config: configOf(config), unread, value }
    } catch (error) {
      if (error instanceof Unreadable) return { refused: error.message }
      throw error
    }
  }
  const context = FsConfig.safeParse(document)
  if (context.success) return { config: context.data }
  const isExport =
    Array.isArray(document) || (isRecord(document) && ('initial_value' in document || 'features' in document))
  const take = 'Take the environment document: GET /api/v1/environment-document/ with a server-side key.'
  return {
    refused: isExport
      ? `This is Flagsmith's feature export. It has no ids and no segments. ${take}`
      : `This is nothing of Flagsmith's that holds its rules. ${take}`,
  }
}

const configOf = (document: FsEnvironmentDocument): FsConfig => {
  const { api_key, name, project, feature_states, identity_overrides } = document
  const segments = project.segments.map(({ id, name: segment, rules, feature_states: states }): [string, FsSegment] => [
    String(id),
    { key: String(id), name: segment, rules: rules.map(ruleOf), overrides: states.map((one) => featureOf(one)) },
  ])
  const serverOnly = new Set(project.server_key_only_feature_ids ?? [])
  const features = feature_states.map((one): [string, FsFeature] => [
    one.feature.name,
    { ...featureOf(one), ...(serverOnly.has(one.feature.id) ? { serverOnly: true } : {}) },
  ])
  return {
    environment: { key: api_key, name },
    compositeKeys: document.use_identity_composite_key_for_hashing !== false,
    hidesDisabled: document.hide_disabled_flags ?? project.hide_disabled_flags ?? false,
    features: Object.fromEntries(features),
    segments: Object.fromEntries([...segments, ...overridesOf(identity_overrides ?? [])]),
  }
}

/** A UUID as a 128-bit number. */
const numberOf = (uuid: string): bigint => BigInt(`0x${uuid.replaceAll('-', '')}`)

/** The key that identities are bucketed by. */
const keyOf = ({ django_id, featurestate_uuid }: DocumentFeatureState): string =>
  django_id == null ? (featurestate_uuid ?? '') : String(django_id)

/** `priority` is a rank here: Flagsmith orders by id, and by UUID as a 128-bit number. */
const featureOf = (state: DocumentFeatureState, priority = state.feature_segment?.priority): FsFeature => {
  const variants = (state.multivariate_feature_state_values ?? [])
    .map((one) => ({ ...one, order: one.id ?? numberOf(one.mv_fs_value_uuid ?? '') }))
    .toSorted((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
  return {
    key: keyOf(state),
    name: state.feature.name,
    enabled: state.enabled,
    value: state.feature_state_value ?? null,
    ...(priority == null ? {} : { priority }),
    ...(variants.length === 0
      ? {}
      : {
          variants: variants.map((one, rank) => ({
            value: one.multivariate_feature_option.value,
            weight: one.percentage_allocation,
            priority: rank,
          })),
        }),
  }
}

const ruleOf = ({ type, conditions, rules }: DocumentRule): FsRule => ({
  type,
  conditions: conditions.map(({ operator, property_, value }) => ({ operator, property: property_, value })),
  rules: rules.map(ruleOf),
})

type Overrides = NonNullable<FsEnvironmentDocument['identity_overrides']>

/**
 * Groups identities with the same overrides into one segment that takes precedence over all others. Its key is derived
 * from the overrides, so a later import finds the same segment even if its identities changed.
 */
const overridesOf = (identities: Overrides): [string, FsSegment][] => {
  const groups = new Map<string, { identifiers: string[]; overrides: FsFeature[] }>()
  for (const { identifier, identity_features: states } of identities) {
    if (states.length === 0) continue
    const overrides = states
      .toSorted((a, b) => a.feature.name.localeCompare(b.feature.name))
      .map((state) => featureOf(state, strongest))
    const alike = JSON.stringify(overrides.map((override) => ({ ...override, key: null })))
    const group = groups.get(alike) ?? { identifiers: [], overrides }
    group.identifiers.push(identifier)
    groups.set(alike, group)
  }
  const taken = new Set<string>()
  return [...groups].map(([alike, { identifiers, overrides }]) => {
    const condition = { property: '$.identity.identifier', operator: 'IN', value: identifiers.join(',') }
    let key = `${overridesPrefix}${digestOfText(alike).slice(0, 8)}`
    while (taken.has(key)) key = `${key}-`
    taken.add(key)
    return [key, { key, name: key, rules: [{ type: 'ALL', conditions: [condition] }], overrides }]
  })
}
