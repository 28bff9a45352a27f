import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { sdkOf } from '../../src/server/platform/threads/uploads/vendor-sdks/sdk-of.ts'
import type { ImportOptions } from '../../src/shared/features/imports/schemas/import.ts'
import type { UploadedPart } from '../../src/shared/vendors/importing/assembly.ts'
import { previewOf } from '../../src/shared/vendors/importing/preview.ts'
import { absence, announceAbsence, namesIn, readJson, readText } from './vectors.ts'

/*
 * An export with n flags must yield n flags. All exceptions are counted here with a reason, so that a change that loses
 * a flag changes this table and must be approved.
 */

announceAbsence()

type Counts = readonly [exact: number, extended: number, documented: number, changed: number, leftOut: number]

type Export = {
  company: 'harbor' | 'harbor-500'
  folders: readonly string[]
  options?: ImportOptions
  flags: number
  segments: number
  verdicts: Counts
  /** The reasons for skipped items, each with the number of flags and segments. */
  reasons?: Readonly<Record<string, number>>
}

const noSalt =
  "LaunchDarkly's REST API does not expose the segment salt. Import with the environment's SDK key to keep these users."
const noMembers = 'Membership of segment legacy-clients is stored outside the flag data. Export the list and attach it.'

/*
 * flagd of the third generation and GO Feature Flag were not evaluated, so none of their flags is exact. Two flags of
 * most exports change: one has a non-ASCII key, and two keys differ only by case. PostHog: five flags keep the bucket
 * of anonymous users. Statsig: 15 flags use operators that its SDK does not know, two pairs share a name, and two
 * segments have a colon in their name. Flagsmith and Flipt have no segment names: each rule is one.
 */
const exports: readonly Export[] = [
  {
    company: 'harbor',
    folders: ['launchdarkly/rest'],
    flags: 57,
    segments: 5,
    verdicts: [4, 42, 0, 2, 14],
    reasons: { 'It needs one that is left out.': 13, [noSalt]: 1 },
  },
  {
    company: 'harbor',
    folders: ['launchdarkly/sdk'],
    flags: 57,
    segments: 5,
    verdicts: [4, 55, 0, 2, 1],
    reasons: { [noMembers]: 1 },
  },
  {
    company: 'harbor',
    folders: ['launchdarkly/rest', 'launchdarkly/sdk'],
    flags: 57,
    segments: 5,
    verdicts: [5, 55, 0, 2, 0],
  },
  {
    company: 'harbor-500',
    folders: ['launchdarkly/rest'],
    flags: 474,
    segments: 5,
    verdicts: [4, 379, 0, 2, 94],
    reasons: { 'It needs one that is left out.': 93, [noSalt]: 1 },
  },
  { company: 'harbor', folders: ['unleash/admin'], flags: 57, segments: 5, verdicts: [5, 55, 0, 2, 0] },
  { company: 'harbor', folders: ['unleash/admin', 'unleash/sdk'], flags: 57, segments: 5, verdicts: [5, 55, 0, 2, 0] },
  { company: 'harbor', folders: ['growthbook/rest'], flags: 57, segments: 0, verdicts: [2, 53, 0, 2, 0] },
  {
    company: 'harbor',
    folders: ['growthbook/rest', 'growthbook/sdk'],
    flags: 57,
    segments: 0,
    verdicts: [2, 53, 0, 2, 0],
  },
  {
    company: 'harbor',
    folders: ['flagsmith'],
    options: { engine: 'node' },
    flags: 85,
    segments: 83,
    verdicts: [83, 83, 0, 2, 0],
  },
  {
    company: 'harbor',
    folders: ['flagsmith'],
    options: { engine: 'python' },
    flags: 85,
    segments: 83,
    verdicts: [83, 83, 0, 2, 0],
  },
  { company: 'harbor', folders: ['configcat'], flags: 57, segments: 3, verdicts: [3, 55, 0, 2, 0] },
  { company: 'harbor-500', folders: ['configcat'], flags: 474, segments: 3, verdicts: [3, 472, 0, 2, 0] },
  {
    company: 'harbor',
    folders: ['posthog'],
    options: { evaluator: 'local' },
    flags: 57,
    segments: 4,
    verdicts: [4, 51, 0, 6, 0],
  },
  {
    company: 'harbor',
    folders: ['posthog'],
    options: { evaluator: 'server' },
    flags: 57,
    segments: 4,
    verdicts: [4, 51, 0, 6, 0],
  },
  {
    company: 'harbor',
    folders: ['flagd'],
    options: { generation: 'v2' },
    flags: 57,
    segments: 0,
    verdicts: [0, 55, 0, 2, 0],
  },
  {
    company: 'harbor',
    folders: ['flagd'],
    options: { generation: 'v3' },
    flags: 57,
    segments: 0,
    verdicts: [0, 0, 55, 2, 0],
  },
  { company: 'harbor', folders: ['flipt'], flags: 56, segments: 103, verdicts: [104, 55, 0, 0, 0] },
  { company: 'harbor', folders: ['statsig'], flags: 59, segments: 2, verdicts: [29, 13, 0, 19, 0] },
  { company: 'harbor', folders: ['split'], flags: 57, segments: 5, verdicts: [8, 52, 0, 2, 0] },
  { company: 'harbor', folders: ['go-feature-flag'], flags: 57, segments: 0, verdicts: [0, 0, 55, 2, 0] },
]

const files = /\.(?:json|csv|ya?ml)$/
/**
 * Files that are not imported: answers, the feature export without rules, and one Flipt namespace that the full export
 * contains.
 */
const others = /^(?:answers\.|feature-export\.|features\.production\.yml)/

const partsOf = ({ company, folders }: Export): UploadedPart[] =>
  folders
    .flatMap((folder) => namesIn(`exports/${company}/${folder}`).map((name) => ({ folder, name })))
    .filter(({ name }) => files.test(name) && !others.test(name))
    .flatMap(({ folder, name }): UploadedPart[] => {
      const file = `exports/${company}/${folder}/${name}`
      if (name.endsWith('.json')) return [{ name, value: readJson(file) }]
      if (name.endsWith('.csv')) return [{ name, value: readText(file) }]
      return parseAllDocuments(readText(file)).map((document) => ({ name, value: document.toJS() as unknown }))
    })

const reasonOf = ([first = '']: readonly string[]): string =>
  /^It needs (?:flag|segment) /.test(first) ? 'It needs one that is left out.' : first

describe.skipIf(absence('exports') !== undefined)('of the flags in an export', () => {
  it.each(exports.map((one) => [`${one.company}/${one.folders.join(' and ')}`, one] as const))(
    'of %s all are imported, but for those that are counted',
    async (_, one) => {
      const { options = {} } = one
      const { summary, items } = await previewOf(partsOf(one), { options, nowMs: Date.UTC(2026, 7, 1), sdkOf })
      const reasons: Record<string, number> = {}
      for (const { item } of items) {
        if (item.verdict !== 'left-out') continue
        const reason = reasonOf(item.why)
        reasons[reason] = (reasons[reason] ?? 0) + 1
      }
      expect({ flags: summary.flags, segments: summary.segments }).toEqual({ flags: one.flags, segments: one.segments })
      expect(Object.values(summary.verdicts)).toEqual(one.verdicts)
      expect(reasons).toEqual(one.reasons ?? {})
    },
  )
})
