import { documentsDiffer } from '../datafile/documents-differ.ts'
import type { Path } from '../datafile/problems.ts'
import { sameJson } from '../datafile/same-json.ts'
import type { AttributeType } from '../features/attributes/schemas/attribute.ts'
import type { FlagEdit, NewFlag, NewSegment } from '../features/flag-files/schemas/file-changes.ts'
import type { FiledFlag, FiledSegment, FlagFileContent } from '../features/flag-files/schemas/filed.ts'
import { nearest } from '../lint/near.ts'
import { checkDocuments } from './check-documents.ts'
import { completeDocument } from './complete-document.ts'
import { flagIn, type OpenRuns, segmentIn } from './documents.ts'
import { type EnvironmentHead, openRuns, own, type ProjectState } from './export.ts'
import type { ParsedFlagFile, PlannedEntry, PlanProblem } from './plan-parts.ts'

/** The changes that applying files would make. `besides` lists the subjects that are in the project but in no file. */
export type FilePlan = {
  readonly problems: readonly PlanProblem[]
  readonly flags: readonly NewFlag[]
  readonly segments: readonly NewSegment[]
  readonly edits: readonly FlagEdit[]
  readonly entries: readonly PlannedEntry[]
  readonly besides: { readonly flags: readonly string[]; readonly segments: readonly string[] }
}

/** Inputs of a plan other than files and project. */
export type PlanOptions = {
  readonly attributes?: Readonly<Record<string, AttributeType>>
  readonly newSalt: () => string
}

type Report = (file: string, path: Path, problem: string, expected: string) => void

/** Computes the changes that make a project match the files. Subjects without a file stay unchanged. */
export function planFiles(files: readonly ParsedFlagFile[], state: ProjectState, options: PlanOptions): FilePlan {
  const problems: PlanProblem[] = []
  const report: Report = (file, path, problem, expected) => problems.push({ file, path, problem, expected })
  const once = withoutTwins(files, report)
  const runs = openRuns(state)
  const known = { flags: byKey(state.flags), segments: byKey(state.segments) }
  const plan = { flags: [] as NewFlag[], segments: [] as NewSegment[], edits: [] as FlagEdit[] }
  const entries: (PlannedEntry & { file: string })[] = []
  for (const { file, filed } of once) {
    const found = 'flag' in filed ? planFlag(filed, state, runs, options) : planSegment(filed, state)
    for (const entry of found) if (documentsDiffer(entry.before, entry.document)) entries.push({ ...entry, file })
    for (const key of Object.keys(filed.environments)) checkEnvironment(key, file, state, report)
    if ('flag' in filed) {
      const fact = known.flags.get(filed.flag.toLowerCase())
      if (fact === undefined) plan.flags.push(newFlag(filed, file, report))
      else plan.edits.push(...editsOf(filed, file, fact, report))
    } else {
      const fact = known.segments.get(filed.segment.toLowerCase())
      const { segment: key, name, description } = filed
      if (fact === undefined) plan.segments.push({ key, name, description })
      else checkSegment(filed, file, fact, report)
    }
  }
  if (problems.length === 0) problems.push(...checkDocuments(once, entries, state, options.attributes))
  const filedKeys = new Set(once.map(({ filed }) => placeOf(filed)))
  return {
    problems,
    ...plan,
    entries: entries.map(({ file: _file, ...entry }) => entry),
    besides: {
      flags: state.flags.flatMap(({ key, archived }) => (archived || filedKeys.has(`flag ${key}`) ? [] : [key])),
      segments: state.segments.flatMap(({ key }) => (filedKeys.has(`segment ${key}`) ? [] : [key])),
    },
  }
}

const placeOf = (filed: FlagFileContent): string =>
  'flag' in filed ? `flag ${filed.flag}` : `segment ${filed.segment}`

const byKey = <T extends { key: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((one) => [one.key.toLowerCase(), one]))

/** Removes duplicate files of a flag or segment, and reports them. */
function withoutTwins(files: readonly ParsedFlagFile[], report: Report): ParsedFlagFile[] {
  const seen = new Map<string, string>()
  return files.filter(({ file, filed }) => {
    const place = placeOf(filed).toLowerCase()
    const other = seen.get(place)
    if (other !== undefined) report(file, ['flag' in filed ? 'flag' : 'segment'], `it is in ${other}, too`, 'one file')
    else seen.set(place, file)
    return other === undefined
  })
}

function checkEnvironment(key: string, file: string, { environments }: ProjectState, report: Report): void {
  const keys = environments.map((one) => one.key)
  if (keys.includes(key)) return
  const near = nearest(key, keys)
  report(file, ['environments', key], 'there is no such environment', near ?? `one of ${keys.join(', ')}`)
}

function newFlag(filed: FiledFlag, file: string, report: Report): NewFlag {
  const { flag: key, environments, name, description, type, tags, permanence, expectedEnd, schema } = filed
  const states = Object.values(environments)
  const values = [filed.variants, ...states.map(({ variants }) => variants)]
  const variants = [...new Set(values.flatMap((one) => Object.keys(one ?? {})))]
  if (states.length === 0) report(file, ['environments'], 'a new flag is in no environment', 'at least one')
  else if (variants.length === 0) report(file, ['variants'], 'a new flag has no values', 'at least one variant')
  const visibleToClients = [filed, ...states].some((one) => one.visibleToClients === true)
  return { key, name, description, type, tags, permanence, visibleToClients, variants, expectedEnd, schema }
}

type FlagFact = ProjectState['flags'][number]

/** The property changes of a flag. Invalid changes are reported and skipped. */
function editsOf(filed: FiledFlag, file: string, fact: FlagFact, report: Report): FlagEdit[] {
  if (fact.key !== filed.flag) report(file, ['flag'], 'a flag has this key in another case', fact.key)
  if (fact.archived) report(file, ['flag'], 'it is archived', 'a flag that is not: restore it, or remove the file')
  if (fact.type !== filed.type) report(file, ['type'], `it is ${filed.type}`, `${fact.type}, the type of the flag`)
  const { name, description, tags, permanence, expectedEnd, schema } = filed
  const instant = (at: string | null) => (at === null ? null : Date.parse(at))
  const edit = {
    ...(name === fact.name ? {} : { name }),
    ...(description === fact.description ? {} : { description }),
    ...(sameJson([...new Set(tags)], fact.tags) ? {} : { tags }),
    ...(permanence === fact.permanence ? {} : { permanence }),
    ...(instant(expectedEnd) === instant(fact.expectedEnd) ? {} : { expectedEnd }),
    ...(sameJson(schema, fact.schema) ? {} : { schema }),
  }
  return Object.keys(edit).length === 0 ? [] : [{ flag: fact.key, ...edit }]
}

function checkSegment(filed: FiledSegment, file: string, fact: NewSegment, report: Report): void {
  if (fact.key !== filed.segment) report(file, ['segment'], 'a segment has this key in another case', fact.key)
  for (const field of ['name', 'description'] as const) {
    const right = `${JSON.stringify(fact[field])}: what a segment is called cannot be changed yet`
    if (filed[field] !== fact[field]) report(file, [field], `it is ${JSON.stringify(filed[field])}`, right)
  }
}

function planFlag(filed: FiledFlag, state: ProjectState, runs: OpenRuns, { newSalt }: PlanOptions): PlannedEntry[] {
  const key = filed.flag
  const heads = Object.values(state.heads)
  let salt: string | undefined
  // One salt for all environments, so that a flag's users are bucketed alike everywhere.
  const saltOf = () => (salt ??= heads.flatMap(({ flags }) => own(flags, key)?.salt ?? [])[0] ?? newSalt())
  return inEach(filed, state, (environment, head) => {
    const wanted = flagIn(filed, environment)
    const live = own(head.flags, key)
    if (wanted === undefined) return []
    const standing = {
      live,
      runs: own(runs, environment) ?? new Set<number>(),
      salt: wanted.salt ?? live?.salt ?? saltOf(),
    }
    return [
      {
        kind: 'flag',
        environment,
        key,
        base: head.revision,
        document: completeDocument(wanted, standing),
        before: live ?? null,
      },
    ]
  })
}

const planSegment = (filed: FiledSegment, state: ProjectState): PlannedEntry[] =>
  inEach(filed, state, (environment, head) => {
    const [key, document] = [filed.segment, segmentIn(filed, environment)]
    if (document === undefined) return []
    const before = own(head.segments, key) ?? null
    return [{ kind: 'segment', environment, key, base: head.revision, document, before }]
  })

/** Applies a function to each environment that the file covers and that exists. */
const inEach = (
  { environments }: FlagFileContent,
  { heads }: ProjectState,
  plan: (environment: string, head: EnvironmentHead) => PlannedEntry[],
): PlannedEntry[] =>
  Object.keys(environments).flatMap((environment) => {
    const head = own(heads, environment)
    return head === undefined ? [] : plan(environment, head)
  })
