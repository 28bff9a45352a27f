import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { pageFrom } from '../../../schemas/page.ts'
import { InProject } from '../../projects/schemas/project.ts'
import { Entry, SubjectKind } from '../../publishing/schemas/revision.ts'

/**
 * How serious something an importer met is. `block`: this flag must not be imported without a decision; `warn`:
 * imported, but some users may see another answer than before; `info`: worth knowing, nothing changes.
 */
export const Severity = z.enum(['block', 'warn', 'info'])
export type Severity = z.infer<typeof Severity>

/** One thing a person should know about an import. */
export const Finding = z.strictObject({
  severity: Severity,
  /** What it is about, in the vendor's own key: `flag checkout`, `segment beta`, or `project`. */
  subject: z.string(),
  /** Where in the vendor's document, dotted, from the subject on: `rules.0.clauses.2`. Empty: the whole subject. */
  path: z.string(),
  message: z.string(),
})
export type Finding = z.infer<typeof Finding>

/** The systems that flags can be brought in from. */
export const Vendor = z.enum([
  'launchdarkly',
  'unleash',
  'growthbook',
  'flagsmith',
  'configcat',
  'posthog',
  'flagd',
  'featurevisor',
  'split',
  'flipt',
  'statsig',
  'go-feature-flag',
])
export type Vendor = z.infer<typeof Vendor>

/** What people call them. */
export const vendorNames: Readonly<Record<Vendor, string>> = {
  launchdarkly: 'LaunchDarkly',
  unleash: 'Unleash',
  growthbook: 'GrowthBook',
  flagsmith: 'Flagsmith',
  configcat: 'ConfigCat',
  posthog: 'PostHog',
  flagd: 'flagd',
  featurevisor: 'Featurevisor',
  split: 'Split',
  flipt: 'Flipt',
  statsig: 'Statsig',
  'go-feature-flag': 'GO Feature Flag',
}

/**
 * What becomes of a flag or segment. `exact`: the same answers in our own language; `exact-wide`: the same answers, with
 * parts of the engine that only imported flags use; `documented`: the same answers as far as the vendor documents them, but
 * its engine was not asked; `changed`: some may see another answer, or programs ask for another key; `left-out`: not
 * imported until something is decided.
 */
export const Verdict = z.enum(['exact', 'exact-wide', 'documented', 'changed', 'left-out'])
export type Verdict = z.infer<typeof Verdict>

/** What the vendor's own files do not say, and answers differ by. */
export const ImportOptions = z.strictObject({
  /** Which flagd served the users: before April 2026, since then, or the announced third. */
  generation: z.enum(['v1', 'v2', 'v3']).optional(),
  /** Whose SDK of Unleash or GrowthBook: they hash text that is not ASCII in different ways. */
  sdk: z.enum(['javascript', 'other']).optional(),
  /** Who evaluated for PostHog. */
  evaluator: z.enum(['server', 'local']).optional(),
  /** Flagsmith's engine. */
  engine: z.enum(['node', 'python']).optional(),
  /** Featurevisor's SDK. */
  major: z.union([z.literal(2), z.literal(3)]).optional(),
  /** Archived flags, too. */
  archived: z.boolean().optional(),
})
export type ImportOptions = z.infer<typeof ImportOptions>

/** How an environment of theirs compared with the vendor's own formula, before anything is written. */
export const CheckResult = z.strictObject({
  environment: z.string(),
  /** Answers compared; those left out because the vendor throws dice there, or cannot be asked; those that differed. */
  compared: z.int(),
  dice: z.int(),
  different: z.int(),
})
export type CheckResult = z.infer<typeof CheckResult>

/** One flag or segment of theirs, and what becomes of it. */
export const ImportItem = z.strictObject({
  kind: SubjectKind,
  /** The vendor's key, and ours. */
  theirs: z.string(),
  key: Key,
  name: z.string(),
  description: z.string(),
  tags: list(z.string()),
  permanence: z.enum(['temporary', 'permanent']),
  /** The address of whoever looks after it there. */
  owner: z.string().nullable(),
  type: z.enum(['boolean', 'string', 'number', 'object']).nullable(),
  verdict: Verdict,
  /** Sentences: the worst first. */
  why: list(z.string()),
  /** What it needs, by our keys: segments it uses and flags it depends on. */
  needs: list(z.strictObject({ kind: SubjectKind, key: Key })),
  /** What it is in each of their environments, in a word or two; not in those that do not have it. */
  states: z.record(z.string(), z.string()),
})
export type ImportItem = z.infer<typeof ImportItem>

/** What is here already under the key: nothing, the same, what an earlier run wrote, or something else. */
export const ItemStatus = z.enum(['new', 'same', 'update', 'clash', 'taken-over'])
export type ItemStatus = z.infer<typeof ItemStatus>

export const ShownItem = ImportItem.extend({ position: z.int(), status: ItemStatus })
export type ShownItem = z.infer<typeof ShownItem>

/** What one reading of a vendor's files came to, without the documents. */
export const ImportSummary = z.strictObject({
  vendor: Vendor,
  /** What the vendor calls the project; empty where the files do not say. */
  project: z.string(),
  environments: list(z.strictObject({ name: z.string(), critical: z.boolean(), flags: z.int(), segments: z.int() })),
  flags: z.int(),
  segments: z.int(),
  archived: z.int(),
  /** Runs of earlier releases do not count `documented`. */
  verdicts: z.record(Verdict, z.int().default(0)),
  checks: list(CheckResult),
  /** What was said of the whole, and files that were not read. */
  notes: list(z.string()),
})
export type ImportSummary = z.infer<typeof ImportSummary>

export const RunState = z.enum(['compiling', 'previewed', 'applied', 'discarded', 'failed'])
export type RunState = z.infer<typeof RunState>

/** By their environment: ours, a new one to make, or null where it is left out. */
export const EnvironmentMapping = record(z.string().min(1).max(limits.nameLength), ScopeKey.nullable())
export type EnvironmentMapping = z.infer<typeof EnvironmentMapping>

/** What was written where. */
export const Written = z.strictObject({ environment: ScopeKey, revision: z.int().nullable(), subjects: z.int() })
export type Written = z.infer<typeof Written>

/** The key that something of theirs comes in under, where somebody chose it. */
export const ChosenKey = z.strictObject({ kind: SubjectKind, theirs: z.string().min(1).max(1_000), key: Key })
export type ChosenKey = z.infer<typeof ChosenKey>

export const ImportRun = z.strictObject({
  number: z.int(),
  state: RunState,
  startedAt: Instant,
  startedBy: z.string(),
  endedAt: Instant.nullable(),
  /** Why it failed, in a sentence. */
  problem: z.string().nullable(),
  options: ImportOptions,
  summary: ImportSummary.nullable(),
  mapping: EnvironmentMapping,
  keys: list(ChosenKey),
  /** Environments of the mapping that there are not yet. */
  fresh: list(ScopeKey),
  /** How many items stand how. */
  statuses: z.record(ItemStatus, z.int()).nullable(),
  /** What an import without further choice would write; null where nothing waits. */
  ready: z.strictObject({ flags: z.int(), segments: z.int() }).nullable(),
  written: list(Written),
  /** The change that brings what an environment with approvals asks them for. */
  change: z.int().nullable(),
})
export type ImportRun = z.infer<typeof ImportRun>

/** Where flags of a project came from. */
export const ImportSource = z.strictObject({
  number: z.int(),
  vendor: Vendor,
  name: z.string(),
  state: z.enum(['open', 'undone']),
  createdAt: Instant,
  createdBy: z.string(),
  /** Flags and segments that came from it. */
  subjects: z.int(),
  run: ImportRun,
})
export type ImportSource = z.infer<typeof ImportSource>

export const SourceReference = InProject.extend({ source: DatabaseInt.min(1) })
export type SourceReference = z.infer<typeof SourceReference>

const Subject = z.strictObject({ kind: SubjectKind, key: Key })
const Subjects = list(Subject).max(limits.importItems)

export const ListItemsInput = SourceReference.extend({
  verdict: Verdict.optional(),
  status: ItemStatus.optional(),
  query: z.string().trim().max(200).default(''),
  /** Go on behind this position. */
  ...pageFrom(DatabaseInt),
  limit: z.int().min(1).max(1_000).default(200),
})
export type ListItemsInput = z.input<typeof ListItemsInput>
export const ItemList = z.strictObject({ items: list(ShownItem), total: z.int(), next: z.int().nullable() })
export type ItemList = z.infer<typeof ItemList>

export const MapEnvironmentsInput = SourceReference.extend({ run: DatabaseInt.min(1), mapping: EnvironmentMapping })
export type MapEnvironmentsInput = z.input<typeof MapEnvironmentsInput>

export const RunReference = SourceReference.extend({ run: DatabaseInt.min(1) })
export type RunReference = z.infer<typeof RunReference>

/** Keys that flags and segments come in under in place of theirs; null gives back the one they would have. */
export const ChooseKeysInput = RunReference.extend({
  keys: list(ChosenKey.extend({ key: Key.nullable() }))
    .min(1)
    .max(limits.importKeys),
})
export type ChooseKeysInput = z.infer<typeof ChooseKeysInput>

/** All that can be brought in, but for `leaveOut`; with `only`, these and what they need. `replace` names clashes to write over. */
export const ApplyImportInput = RunReference.extend({
  only: Subjects.optional(),
  leaveOut: Subjects.default([]),
  replace: Subjects.default([]),
})
export type ApplyImportInput = z.input<typeof ApplyImportInput>

/** What an import with this choice would write over in one environment. */
export const ImportEditsInput = SourceReference.extend({
  environment: ScopeKey,
  leaveOut: Subjects.default([]),
  replace: Subjects.default([]),
})
export type ImportEditsInput = z.input<typeof ImportEditsInput>

/** Documents that take the place of others; `more` are not among them. */
export const ImportEdits = z.strictObject({ edits: list(Entry), more: z.int() })
export type ImportEdits = z.infer<typeof ImportEdits>

/** What stays, since somebody published it or uses it since. */
export const UndoneImport = z.strictObject({
  source: ImportSource,
  removed: z.int(),
  restored: z.int(),
  left: list(Subject.extend({ why: z.string() })),
})
export type UndoneImport = z.infer<typeof UndoneImport>

/** Files of a vendor, as they were read: by name, their text, or the answer itself. */
export const Bundle = z.strictObject({ format: z.literal(1), parts: z.record(z.string(), Json) })
export type Bundle = z.infer<typeof Bundle>

/** What an upload says besides its files. `source` is read anew; else one from the same project of the vendor's. */
export const UploadQuery = z.strictObject({
  project: ScopeKey,
  source: z.coerce.number().int().min(1).optional(),
  /** Reads the files as those of this system, whatever they look like. */
  vendor: Vendor.optional(),
  options: z
    .string()
    .max(1_000)
    .transform((text, ctx) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        ctx.addIssue({ code: 'custom', message: 'write it as JSON' })
        return z.NEVER
      }
    })
    .pipe(ImportOptions)
    .optional(),
})
