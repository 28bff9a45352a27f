import { differs } from '../datafile/differs.ts'
import type { Filed, FiledAudience, FiledFlag, FiledSegment, FiledState } from '../features/flag-files/schemas/filed.ts'
import type { Flag } from '../features/flags/schemas/flag-view.ts'
import { isOfRun } from '../features/ramps/is-of-run.ts'
import type { Segment } from '../features/segments/schemas/segment-view.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'
import type { SegmentDocument } from '../schemas/segment.ts'

/** What a project knows of a flag that its file holds, too. */
export type FlagFacts = Pick<
  Flag,
  'key' | 'name' | 'description' | 'type' | 'permanence' | 'expectedEnd' | 'tags' | 'visibleToClients'
> & { readonly schema: FiledFlag['schema'] }

/** What a project knows of a segment that its file holds, too. */
export type SegmentFacts = Pick<Segment, 'key' | 'name' | 'description'>

/** What the environments of a flag have in common, as far as a file says it once: the values of the first of them. */
type Common = Pick<FlagDocument, 'variants' | 'salt' | 'visibleToClients'>

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The runs that are open, by environment. */
export type OpenRuns = Readonly<Record<string, ReadonlySet<number>>>

const none: ReadonlySet<number> = new Set()

/**
 * A flag as its file has it. `documents`: how it stands by environment, in the order in which people see these. The rules of
 * runs are left out: they move by themselves.
 */
export function filedFlag(
  { key, ...rest }: FlagFacts,
  documents: Readonly<Record<string, FlagDocument>>,
  runs: OpenRuns = {},
): FiledFlag {
  const [first] = Object.values(documents)
  const common: Partial<Common> =
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

function stateOf(document: FlagDocument, common: Partial<Common>, runs: ReadonlySet<number>): FiledState {
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

/** A segment as its file has it. */
export function filedSegment(
  { key, name, description }: SegmentFacts,
  documents: Readonly<Record<string, SegmentDocument>>,
): FiledSegment {
  const audience = ({ key: _key, ...rest }: SegmentDocument): FiledAudience => rest
  const environments = Object.entries(documents).map(([environment, document]) => [environment, audience(document)])
  return { segment: key, name, description, environments: Object.fromEntries(environments) }
}

/** What a file leaves open of a flag in one environment: values that nobody gave, and what divides its users. */
export type FiledDocument = Omit<FlagDocument, 'variants' | 'salt'> & {
  variants: Record<string, Json> | undefined
  salt: string | undefined
}

/** A flag in an environment that its file speaks of. */
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

/** A segment in an environment that its file speaks of. */
export function segmentIn({ segment, environments }: FiledSegment, environment: string): SegmentDocument | undefined {
  const audience = Object.hasOwn(environments, environment) ? environments[environment] : undefined
  return audience && { key: segment, ...audience }
}

/** Where a flag or segment is kept, from the folder of all of them. */
export const fileNameOf = (filed: Filed): string =>
  'flag' in filed ? `${filed.flag}.yaml` : `segments/${filed.segment}.yaml`

/** All that a file says, the same however it is divided into what stands once and what stands in each environment. */
const meaningOf = (filed: Filed): unknown => {
  if ('segment' in filed) return filed
  const { environments, variants: _variants, salt: _salt, visibleToClients: _visible, ...facts } = filed
  return { ...facts, tags: [...new Set(facts.tags)], environments: Object.keys(environments).toSorted() }
}

/** Whether two files say the same, in whatever words. */
export const meansSame = (a: Filed, b: Filed): boolean =>
  !differs(meaningOf(a), meaningOf(b)) &&
  ('segment' in a ||
    'segment' in b ||
    Object.keys(a.environments).every((environment) => !differs(flagIn(a, environment), flagIn(b, environment))))
