import {
  type Fields,
  isFields,
  maxCharacteristicFields,
  textOf,
  Unreadable,
  type UploadedPart,
  type VendorReader,
} from '../../importing/assembly.ts'
import type { KnownKeys } from '../../importing/display-keys.ts'
import { environmentNames } from '../../importing/environment-names.ts'
import { compileSplit } from './compile.ts'
import { readSplitConfig } from './read-config.ts'

/** The splits of a response, in the current or the older form. */
const splitsIn = (value: unknown): readonly unknown[] => {
  if (!isFields(value)) return []
  const all = isFields(value['ff']) ? value['ff']['d'] : value['splits']
  const telling = ['defaultTreatment', 'conditions', 'trafficAllocation', 'killed', 'seed']
  return Array.isArray(all) && maxCharacteristicFields(all, telling) >= 2 ? (all as unknown[]) : []
}

const isSegment = (value: unknown): value is Fields =>
  isFields(value) &&
  textOf(value['name']) !== undefined &&
  Array.isArray(value['added']) &&
  Array.isArray(value['removed'])

/** The response for one segment, or several by name. */
const segmentsIn = (value: unknown): readonly Fields[] => {
  if (isSegment(value)) return [value]
  const all = isFields(value) ? Object.values(value) : []
  return all.length > 0 && all.every(isSegment) ? (all as Fields[]) : []
}

const recognise = (value: unknown): string | null => {
  if (splitsIn(value).length > 0) return 'splits'
  return segmentsIn(value).length > 0 ? 'segments' : null
}

/** Applies segment changes in the order in which they happened, regardless of file names. */
const membersOf = (parts: readonly UploadedPart[]): Record<string, string[]> => {
  const members = new Map<string, Set<string>>()
  const changes = parts.flatMap(({ value }) => segmentsIn(value))
  for (const { name, added, removed } of changes.toSorted((a, b) => tillOf(a) - tillOf(b))) {
    const keys = members.get(String(name)) ?? new Set()
    for (const key of Array.isArray(added) ? added : []) keys.add(String(key))
    for (const key of Array.isArray(removed) ? removed : []) keys.delete(String(key))
    members.set(String(name), keys)
  }
  return Object.fromEntries([...members].map(([name, keys]) => [name, [...keys]]))
}

/** The change number up to which a response is current. */
const tillOf = ({ till }: Fields): number => (typeof till === 'number' ? till : 0)

/** Split (Harness FME): the definitions and segment members that its SDKs download for an environment. */
export const readSplit: VendorReader = {
  vendor: 'split',
  recognise,
  assemble: (parts) => {
    const definitions = parts.filter(({ value }) => recognise(value) === 'splits')
    const members = parts.filter(({ value }) => recognise(value) === 'segments')
    if (definitions.length === 0) {
      throw new Unreadable(
        'These files of Split have no splits. Add GET /api/splitChanges?since=-1 with the SDK key of an environment.',
      )
    }
    const names = environmentNames(definitions.map(({ name }) => name))
    const wordsOf = (name: string) => name.split(/[./\\]+/)
    const environments = definitions.map(({ name: file, value }, i) => {
      const name = names[i] ?? file
      // With several environments, each has its own members.
      const own = definitions.length > 1 ? members.filter((part) => wordsOf(part.name).includes(name)) : members
      const document = { splits: splitsIn(value), segments: membersOf(own) }
      const { config, unread } = readSplitConfig(file, document)
      return {
        name,
        critical: false,
        original: config,
        unread,
        compile: (known: KnownKeys) => compileSplit(config, known),
      }
    })
    return { project: '', environments, flags: new Map(), archived: 0, notes: [] }
  },
}
