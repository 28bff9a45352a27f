import type { ImportOptions } from '../../schemas/import.ts'
import {
  type Description,
  type Fields,
  isFields,
  listed,
  type Part,
  type TheirEnvironment,
  textOf,
  Unreadable,
  type VendorReader,
} from '../assembly.ts'
import { environmentNames } from '../environment-names.ts'
import { parsed } from '../parsed.ts'
import { seeded } from '../seeded.ts'
import { compileUnleash } from './compile.ts'
import { UnleashConfig, UnleashDelta } from './config.ts'
import { applyDelta } from './delta.ts'
import { toolsFor } from './reference/tools.ts'
import { checkUnleash } from './self-check.ts'

const isExport = (value: unknown): value is Fields =>
  isFields(value) && Array.isArray(value['featureStrategies']) && Array.isArray(value['featureEnvironments'])
const isPayload = (value: unknown): value is Fields =>
  isFields(value) &&
  listed(value['features']).some((one) => 'name' in one && 'enabled' in one && Array.isArray(one['strategies']))
const isDelta = (value: unknown): value is Fields =>
  isFields(value) && listed(value['events']).some(({ type }) => type === 'hydration')
const isSegments = (value: unknown): value is Fields =>
  isFields(value) &&
  !('features' in value) &&
  listed(value['segments']).some((one) => 'id' in one && Array.isArray(one['constraints']))

const recognise = (value: unknown): string | null => {
  if (isExport(value)) return 'export'
  if (isPayload(value) || isDelta(value)) return 'payload'
  return isSegments(value) ? 'segments' : null
}

/** The environment that an export was made of. */
const environmentOfExport = (value: unknown): string | undefined =>
  isFields(value) ? textOf(listed(value['featureEnvironments'])[0]?.['environment']) : undefined

const environmentOfPayload = (value: unknown): string | undefined =>
  isFields(value) && isFields(value['query']) ? textOf(value['query']['environment']) : undefined

/** An export in the form of what the SDKs download. */
const configOfExport = (value: Fields, segments: readonly Fields[]): unknown => {
  const about = (list: unknown, name: unknown, field = 'featureName') =>
    listed(list).filter((one) => one[field] === name)
  return {
    features: listed(value['features'])
      .filter(({ archived }) => archived !== true)
      .map(({ name }) => {
        const [there] = about(value['featureEnvironments'], name)
        const [needs] = about(value['dependencies'], name, 'feature')
        // those that are disabled it does not send, and where all are SDKs hear of none
        const strategies = about(value['featureStrategies'], name)
          .filter(({ disabled }) => disabled !== true)
          .toSorted((a, b) => Number(a['sortOrder'] ?? 0) - Number(b['sortOrder'] ?? 0))
          .map(({ name: strategy, parameters, constraints, segments: ids, variants }) => ({
            name: strategy,
            parameters: {
              ...(strategy === 'flexibleRollout' ? { rollout: '100', stickiness: 'default', groupId: name } : {}),
              ...(isFields(parameters) ? parameters : {}),
            },
            constraints: constraints ?? [],
            segments: ids ?? [],
            variants: variants ?? [],
          }))
        return {
          name,
          enabled: there?.['enabled'] === true,
          strategies,
          variants: there?.['variants'] ?? [],
          ...(needs === undefined ? {} : { dependencies: needs['dependencies'] }),
        }
      }),
    segments,
  }
}

const descriptionOf = (feature: Fields, tags: readonly Fields[]): Description => {
  const stale = feature['stale'] === true ? ['stale'] : []
  const own = tags.filter((tag) => tag['featureName'] === feature['name']).map((tag) => textOf(tag['tagValue']) ?? '')
  return {
    description: textOf(feature['description']),
    tags: [...own, ...stale],
    // Unleash expects these to stay.
    temporary: !['operational', 'kill-switch', 'permission'].includes(String(feature['type'])),
  }
}

const environmentOf = (
  name: string,
  config: UnleashConfig,
  { sdk = 'javascript' }: ImportOptions,
): TheirEnvironment => ({
  name,
  critical: false,
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

const payloadOf = ({ name, value }: Part): UnleashConfig =>
  isDelta(value)
    ? applyDelta(parsed(UnleashDelta, name, 'Unleash', value))
    : parsed(UnleashConfig, name, 'Unleash', value)

/** Unleash: what its SDKs download, the export of a project, or both. */
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
      const name = environmentOfExport(value) ?? 'default'
      if (found.has(name) || !isExport(value)) continue
      const used = listed(value['segments']).length
      if (used > 0 && known.length === 0) {
        throw new Unreadable(
          `${file} uses segments, and an export does not say who is in them. Add GET /api/admin/segments.`,
        )
      }
      found.set(
        name,
        environmentOf(name, parsed(UnleashConfig, file, 'Unleash', configOfExport(value, known)), options),
      )
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
    return {
      project: textOf(first?.['project']) ?? '',
      environments: [...found.values()],
      flags: new Map(features),
      archived: new Set(
        described.flatMap((value) =>
          listed(value['features']).flatMap(({ archived, name }) => (archived === true ? [name] : [])),
        ),
      ).size,
      notes: [],
    }
  },
}
