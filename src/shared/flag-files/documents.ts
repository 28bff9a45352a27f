import { documentsDiffer } from '../datafile/documents-differ.ts'
import type {
  FiledAudience,
  FiledFlag,
  FiledSegment,
  FiledState,
  FlagFileContent,
} from '../features/flag-files/schemas/filed.ts'
import type { Flag } from '../features/flags/schemas/flag-view.ts'
import { isOfRun } from '../features/ramps/is-of-run.ts'
import type { Segment } from '../features/segments/schemas/segment-view.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import type { SegmentDocument } from '../schemas/segment.ts'

/** The properties of a flag that its file also contains. */
export type FlagFacts = Pick<
  Flag,
  'key' | 'name' | 'description' | 'type' | 'permanence' | 'expectedEnd' | 'tags' | 'visibleToClients'
> & { readonly schema: FiledFlag['schema'] }

/** The properties of a segment that its file also contains. */
export type SegmentFacts = Pick<Segment, 'key' | 'name' | 'description'>

/** The fields that a file states once for all environments, taken from the first environment. */
type SharedFlagFields = Pick<FlagDocument, 'variants' | 'salt' | 'visibleToClients'>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export type OpenRuns = Readonly<Record<string, ReadonlySet<number>>>

const none: ReadonlySet<number> = new Set()

/**
 * Converts a flag to its file. `documents`: its documents by environment, in display order. Rules of runs are omitted,
 * because runs change them.
 */
export function filedFlag(
  { key, ...rest }: FlagFacts,
  documents: Readonly<Record<string, FlagDocument>>,
  runs: OpenRuns = {},
): FiledFlag {
  const [first] = Object.values(documents)
  const common: Partial<SharedFlagFields> =
    first === undefined ? {} : { variants: first.variants, salt: first.salt, visibleToClients: first.visibleToClients }
  return {
    flag: key,
    ...rest,
    ...common,
    environments: Object.fromEntries(
      Object.entries(documents).map(([environment, document]) => [
        environment,
        stateOf(document, common, runs[environment] ?? none),
      ]),
    ),
  }
}

function stateOf(document: FlagDocument, common: Partial<SharedFlagFields>, runs: ReadonlySet<number>): FiledState {
  const ofRun = isOfRun(runs)
  const { key: _key, type: _type, rules, variants, salt, visibleToClients, ...state } = document
  return {
    ...state,
    rules: rules.filter((rule) => !ofRun(rule)),
    ...(same(variants, common.variants) ? {} : { variants }),
    ...(salt === common.salt ? {} : { salt }),
    ...(visibleToClients === common.visibleToClients ? {} : { visibleToClients }),
  }
}

export function filedSegment(
  { key, name, description }: SegmentFacts,
  documents: Readonly<Record<string, SegmentDocument>>,
): FiledSegment {
  const audience = ({ key: _key, ...rest }: SegmentDocument): FiledAudience => rest
  const environments = Object.entries(documents).map(([environment, document]) => [environment, audience(document)])
  return { segment: key, name, description, environments: Object.fromEntries(environments) }
}

/** A flag in one environment of its file. Values and salt are undefined if the file omits them. */
export type FiledDocument = Omit<FlagDocument, 'variants' | 'salt'> & {
  variants: Record<string, Json> | undefined
  salt: string | undefined
}

/** The flag in an environment that its file covers. */
export function flagIn(filed: FiledFlag, environment: string): FiledDocument | undefined {
  const state = Object.hasOwn(filed.environments, environment) ? filed.environments[environment] : undefined
  if (state === undefined) return undefined
  return {
    key: filed.flag,
    type: filed.type,
    ...state,
    variants: state.variants ?? filed.variants,
    salt: state.salt ?? filed.salt,
    visibleToClients: state.visibleToClients ?? filed.visibleToClients,
  }
}

/** The segment in an environment that its file covers. */
export function segmentIn({ segment, environments }: FiledSegment, environment: string): SegmentDocument | undefined {
  const audience = Object.hasOwn(environments, environment) ? environments[environment] : undefined
  return audience && { key: segment, ...audience }
}

/** The path of a flag or segment, relative to the folder of all files. */
export const fileNameOf = (filed: FlagFileContent): string =>
  'flag' in filed ? `${filed.flag}.yaml` : `segments/${filed.segment}.yaml`

/** The content of a file, independent of what is stated once and what per environment. */
const normalizedFileContent = (filed: FlagFileContent): unknown => {
  if ('segment' in filed) return filed
  const { environments, variants: _variants, salt: _salt, visibleToClients: _visible, ...facts } = filed
  return { ...facts, tags: [...new Set(facts.tags)], environments: Object.keys(environments).toSorted() }
}

/** Whether two files have the same meaning, regardless of formatting. */
export const haveSameMeaning = (a: FlagFileContent, b: FlagFileContent): boolean =>
  !documentsDiffer(normalizedFileContent(a), normalizedFileContent(b)) &&
  ('segment' in a ||
    'segment' in b ||
    Object.keys(a.environments).every(
      (environment) => !documentsDiffer(flagIn(a, environment), flagIn(b, environment)),
    ))
