import { sha1 } from '../../../engine/bucketing/sha1.ts'
import { utf8 } from '../../../engine/bucketing/utf8.ts'
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
import { seeded } from '../../importing/seeded.ts'
import type { Unread } from '../../importing/unread.ts'
import { compileLaunchDarkly } from './compile.ts'
import type { LdConfig } from './config.ts'
import { keysOf, withMembers } from './members.ts'
import { readLdConfig } from './read-config.ts'
import { configFromRest, isSummary } from './read-rest.ts'
import { checkLaunchDarkly } from './self-check.ts'

const characteristicFields = [
  'variations',
  'fallthrough',
  'offVariation',
  'salt',
  'targets',
  'prerequisites',
  'on',
  'version',
]

/** One valid flag identifies the file as LaunchDarkly's. Every other flag is checked by itself. */
const isPayload = (value: unknown): value is Fields =>
  isFields(value) &&
  isFields(value['flags']) &&
  maxCharacteristicFields(value['flags'], characteristicFields) >= 2 &&
  maxCharacteristicFields(value['flags'], ['state', 'variants', 'defaultVariant']) === 0

/** Unwraps a payload from `data`, the form used by the vendor's streams and relays. */
const unwrapped = (value: unknown): unknown =>
  isFields(value) && isPayload(value['data']) && !('flags' in value) ? value['data'] : value

const isFlag = (value: unknown): value is Fields =>
  isFields(value) && Array.isArray(value['variations']) && isFields(value['environments'])

const members = (value: unknown): readonly Fields[] => {
  if (isFlag(value)) return [value]
  return isFields(value) ? listed(value['items']) : []
}

const isFlags = (value: unknown) => members(value).some(isFlag)
const isSegments = (value: unknown) => members(value).some((one) => 'included' in one && 'excluded' in one)
const isProject = (value: unknown): value is Fields =>
  isFields(value) && isFields(value['environments']) && members(value['environments']).some((one) => 'mobileKey' in one)
const isKinds = (value: unknown) =>
  members(value).some((one) => 'key' in one && 'creationDate' in one && 'version' in one)

/** The short form of the SDKs' file data source: a key and the value for everyone. */
const isValues = (value: unknown): value is Fields =>
  isFields(value) && isFields(value['flagValues']) && Object.keys(value['flagValues']).length > 0

/** Converts short-form values to flags with one variation. */
const withValues = (value: unknown): unknown => {
  if (!isValues(value)) return value
  const short = Object.entries(value['flagValues'] as Fields).map(([key, only]): [string, Fields] => [
    key,
    { key, version: 1, on: true, variations: [only], fallthrough: { variation: 0 }, salt: key },
  ])
  return { ...value, flags: { ...Object.fromEntries(short), ...(isFields(value['flags']) ? value['flags'] : {}) } }
}

const recognise = (value: unknown): string | null => {
  if (isPayload(unwrapped(value)) || isValues(value)) return 'payload'
  if (isFlags(value)) return 'flags'
  if (isSegments(value)) return 'segments'
  if (isProject(value)) return 'project'
  if (isKinds(value)) return 'kinds'
  return typeof value === 'string' ? 'members' : null
}

/** The environment of segments, from their links. */
const environmentOfLink = (segment: Fields | undefined): string | undefined => {
  const links = isFields(segment?.['_links']) ? segment['_links'] : {}
  const self = isFields(links['self']) ? textOf(links['self']['href']) : undefined
  return /\/api\/v2\/segments\/[^/]+\/([^/]+)\//.exec(self ?? '')?.[1]
}

/** The environment whose salts a payload contains. Undefined if none of the flags shows it. */
const environmentOfSalts = (payload: Fields, flags: readonly Fields[]): string | undefined => {
  const theirs = isFields(payload['flags']) ? payload['flags'] : {}
  const votes = new Map<string, number>()
  for (const flag of flags) {
    const own = theirs[String(flag['key'])]
    if (!isFields(own) || !isFields(flag['environments'])) continue
    for (const [name, there] of Object.entries(flag['environments'])) {
      if (isFields(there) && textOf(there['salt']) !== undefined && there['salt'] === own['salt'])
        votes.set(name, (votes.get(name) ?? 0) + 1)
    }
  }
  // Copied environments share salts, so they cannot be distinguished by them.
  const [first, second] = [...votes].toSorted((a, b) => b[1] - a[1])
  return first !== undefined && first[1] > (second?.[1] ?? 0) ? first[0] : undefined
}

const descriptionOf = (flag: Fields): Description => {
  const maintainer = isFields(flag['_maintainer']) ? flag['_maintainer'] : {}
  return {
    name: textOf(flag['name']),
    description: textOf(flag['description']),
    tags: Array.isArray(flag['tags']) ? flag['tags'].filter((tag) => typeof tag === 'string') : [],
    temporary: flag['temporary'] === true,
    owner: textOf(maintainer['email']),
  }
}

const sha1Text = (text: string): string =>
  [...sha1(utf8(text))].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')

const environmentOf = (
  name: string,
  critical: boolean,
  { config, unread }: { config: LdConfig; unread: readonly Unread[] },
): TheirEnvironment => ({
  name,
  critical,
  unread,
  compile: (known) => compileLaunchDarkly(config, known),
  check: (imported, count, kept) =>
    checkLaunchDarkly(config, imported, {
      kept,
      count,
      random: seeded(20_261_122),
      nowMs: Date.UTC(2026, 9, 1),
      sha1: sha1Text,
    }),
})

/** LaunchDarkly: the payload that its SDKs download, the responses of its management API, or both. */
export const readLaunchDarkly: VendorReader = {
  vendor: 'launchdarkly',
  recognise,
  assemble: (parts, { archived: wantsArchived = false }) => {
    const of = (kind: string) => parts.filter(({ value }) => recognise(value) === kind)
    const all = of('flags').flatMap(({ value }) => members(value))
    const isArchived = (flag: Fields) => flag['archived'] === true
    const flags = merged(all)
    const [project] = of('project').flatMap(({ value }) => (isProject(value) ? [value] : []))
    const told = project === undefined ? [] : members(project['environments'])
    const segments = segmentsByEnvironment(of('segments'))
    const payloads = payloadsByEnvironment(of('payload'), [...flags.values()])
    const names = new Set([
      ...told.map(({ key }) => String(key)),
      ...payloads.keys(),
      ...[...flags.values()].flatMap(({ environments }) => (isFields(environments) ? Object.keys(environments) : [])),
    ])
    const wanted = [...flags.values()].filter((flag) => wantsArchived || !isArchived(flag))
    const notes: string[] = []
    const lists = of('members').map(({ name, value }) => ({ name, keys: keysOf(String(value)) }))
    const unused = new Set(lists.map(({ name }) => name))
    const environments = [...names].flatMap((name): TheirEnvironment[] => {
      const critical = told.some((one) => one['key'] === name && one['critical'] === true)
      const payload = payloads.get(name)
      if (payload !== undefined) {
        const { config, unread } = readLdConfig(payload.name, withValues(unwrapped(payload.value)))
        withMembers(config, { name, all: names }, lists, unused)
        const kept = Object.entries(config.flags).filter(([key]) => wantsArchived || !isArchived(flags.get(key) ?? {}))
        return [environmentOf(name, critical, { config: { ...config, flags: Object.fromEntries(kept) }, unread })]
      }
      if (isSummary(wanted, name)) {
        notes.push(
          `Rules of ${name} were not in the files, only a summary: GET /api/v2/flags/{project}?env=${name}&summary=0.`,
        )
        return []
      }
      const rest = configFromRest(wanted, segments.get(name) ?? [], name)
      const { config, unread } = readLdConfig('The answer of the management API', rest)
      if (Object.keys(config.flags).length + unread.length === 0) return []
      withMembers(config, { name, all: names }, lists, unused)
      if (!segments.has(name))
        notes.push(`Segments of ${name} were not in the files: GET /api/v2/segments/{project}/${name}.`)
      return [environmentOf(name, critical, { config, unread })]
    })
    if (environments.length === 0) {
      throw new Unreadable(
        'These files of LaunchDarkly have no flags with their targeting. Add GET /sdk/latest-all of an environment, or GET /api/v2/flags/{project}?env={environment}&summary=0.',
      )
    }
    const archived = wantsArchived ? [] : [...flags].flatMap(([key, flag]) => (isArchived(flag) ? [key] : []))
    notes.push(...archivedNotes(archived))
    for (const name of unused) {
      notes.push(
        `${name} was not read. A list of who is in a big segment is called by it: {segment}.{environment}.csv.`,
      )
    }
    return {
      project: textOf(project?.['name']) ?? textOf(project?.['key']) ?? '',
      environments,
      flags: new Map([...flags].map(([key, flag]) => [key, descriptionOf(flag)])),
      archived: archived.length,
      notes,
    }
  },
}

/** Flags by key, with the environments from several responses merged. */
const merged = (all: readonly Fields[]): Map<string, Fields> => {
  const flags = new Map<string, Fields>()
  for (const flag of all) {
    const key = String(flag['key'])
    const known = flags.get(key)
    const environments = [known?.['environments'], flag['environments']].filter(isFields)
    flags.set(key, { ...known, ...flag, environments: Object.assign({}, ...environments) as Fields })
  }
  return flags
}

const segmentsByEnvironment = (parts: readonly UploadedPart[]): Map<string, readonly Fields[]> => {
  const fallback = environmentNames(parts.map(({ name }) => name))
  const found = new Map<string, readonly Fields[]>()
  for (const [i, { value }] of parts.entries()) {
    const all = members(value)
    const name = environmentOfLink(all[0]) ?? fallback[i] ?? ''
    found.set(name, [...(found.get(name) ?? []), ...all])
  }
  return found
}

const payloadsByEnvironment = (parts: readonly UploadedPart[], flags: readonly Fields[]): Map<string, UploadedPart> => {
  const fallback = environmentNames(parts.map(({ name }) => name))
  return new Map(
    parts.map((part, i) => {
      const payload = unwrapped(part.value)
      const salts = isFields(payload) ? environmentOfSalts(payload, flags) : undefined
      return [salts ?? fallback[i] ?? `environment-${i + 1}`, part]
    }),
  )
}
