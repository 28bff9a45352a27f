import type { ImportOptions } from '../../../features/imports/schemas/import.ts'
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
  type UploadedPart,
  type VendorReader,
} from '../../importing/assembly.ts'
import { environmentNames } from '../../importing/environment-names.ts'
import { parsed } from '../../importing/parsed.ts'
import type { ReadMembers } from '../../importing/read-members.ts'
import { seeded } from '../../importing/seeded.ts'
import { compileUnleash } from './compile.ts'
import { type UnleashConfig, UnleashDelta } from './config.ts'
import { applyDelta } from './delta.ts'
import { configOfExport, environmentsOfExport, isExport, segmentsOfExport } from './export.ts'
import { readUnleashConfig } from './read-config.ts'
import { toolsFor } from './reference/tools.ts'
import { checkUnleash } from './self-check.ts'

const isPayload = (value: unknown): value is Fields =>
  isFields(value) &&
  Array.isArray(value['features']) &&
  maxCharacteristicFields(value['features'], ['name', 'enabled', 'strategies']) >= 2 &&
  maxCharacteristicFields(value['features'], ['initial_value', 'valueType', 'bucketBy']) === 0
/** A bootstrap file may contain only the list of features. */
const payloadIn = (value: unknown): unknown => (Array.isArray(value) ? { features: value as unknown[] } : value)

const isDelta = (value: unknown): value is Fields =>
  isFields(value) && listed(value['events']).some(({ type }) => type === 'hydration')
const isSegments = (value: unknown): value is Fields =>
  isFields(value) &&
  !('features' in value) &&
  listed(value['segments']).some((one) => 'id' in one && Array.isArray(one['constraints']))

const recognise = (value: unknown): string | null => {
  if (isExport(value)) return 'export'
  if (isPayload(payloadIn(value)) || isDelta(value)) return 'payload'
  return isSegments(value) ? 'segments' : null
}

const environmentOfPayload = (value: unknown): string | undefined =>
  isFields(value) && isFields(value['query']) ? textOf(value['query']['environment']) : undefined

const descriptionOf = (feature: Fields, tags: readonly Fields[]): Description => {
  const stale = feature['stale'] === true ? ['stale'] : []
  const own = tags.filter((tag) => tag['featureName'] === feature['name']).map((tag) => textOf(tag['tagValue']) ?? '')
  return {
    description: textOf(feature['description']),
    tags: [...own, ...stale],
    // Unleash expects these types to be permanent.
    temporary: !['operational', 'kill-switch', 'permission'].includes(String(feature['type'])),
  }
}

const environmentOf = (
  name: string,
  { config, unread }: ReadMembers<UnleashConfig>,
  { sdk = 'javascript' }: ImportOptions,
): TheirEnvironment => ({
  name,
  critical: false,
  unread,
  compile: (known) => compileUnleash(config, { sdk }, known),
  check: (imported, count, kept) =>
    checkUnleash(config, imported, {
      kept,
      count,
      random: seeded(20_261_122),
      nowMs: Date.UTC(2026, 9, 1),
      tools: toolsFor(sdk),
    }),
})

const payloadOf = ({ name, value }: UploadedPart): ReadMembers<UnleashConfig> =>
  readUnleashConfig(name, isDelta(value) ? applyDelta(parsed(UnleashDelta, name, 'Unleash', value)) : payloadIn(value))

/** Unleash: the payload that its SDKs download, the export of a project, or both. */
export const readUnleash: VendorReader = {
  vendor: 'unleash',
  recognise,
  assemble: (parts, options) => {
    const of = (kind: string) => parts.filter(({ value }) => recognise(value) === kind)
    const [payloads, exports] = [of('payload'), of('export')]
    const guessed = environmentNames(payloads.map(({ name }) => name))
    const known = of('segments').flatMap(({ value }) => (isSegments(value) ? listed(value['segments']) : []))
    const found = new Map<string, TheirEnvironment>()
    for (const [i, part] of payloads.entries()) {
      const name = environmentOfPayload(part.value) ?? guessed[i] ?? `environment-${i + 1}`
      found.set(name, environmentOf(name, payloadOf(part), options))
    }
    for (const { name: file, value } of exports) {
      if (!isExport(value)) continue
      const segments = segmentsOfExport(value, known)
      for (const name of environmentsOfExport(value)) {
        if (found.has(name)) continue
        if (segments === null) {
          throw new Unreadable(
            `${file} uses segments, and an export does not say who is in them. Add GET /api/admin/segments.`,
          )
        }
        const read = readUnleashConfig(file, configOfExport(value, name, segments))
        found.set(name, environmentOf(name, read, options))
      }
    }
    if (found.size === 0) {
      throw new Unreadable(
        'These files of Unleash have no features. Add GET /api/client/features, or the export of a project.',
      )
    }
    const described = exports.flatMap(({ value }) => (isExport(value) ? [value] : []))
    const features = described.flatMap((value) =>
      listed(value['features']).map((feature): [string, Description] => [
        String(feature['name']),
        descriptionOf(feature, listed(value['featureTags'])),
      ]),
    )
    const [first] = described.flatMap((value) => listed(value['features']))
    const archived = [
      ...new Set(
        described
          .flatMap((value) => listed(value['features']))
          .flatMap((feature) => (feature['archived'] === true ? [feature['name']] : [])),
      ),
    ]
    return {
      project: textOf(first?.['project']) ?? '',
      environments: [...found.values()],
      flags: new Map(features),
      archived: archived.length,
      notes: archivedNotes(archived),
    }
  },
}
