import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { pageFrom } from '../../../schemas/page.ts'
import { InProject } from '../../projects/schemas/project.ts'
import { Entry, SubjectKind } from '../../publishing/schemas/revision.ts'

/**
 * How serious an importer's finding is. `block`: the flag must not be imported without a decision. `warn`: imported,
 * but some users may get another value than before. `info`: worth knowing, nothing changes.
 */
export const Severity = z.enum(['block', 'warn', 'info'])
export type Severity = z.infer<typeof Severity>

/** A fact about an import that its author should know. */
export const ImportFinding = z.strictObject({
  severity: Severity,
  /** The subject, by the vendor's own key: `flag checkout`, `segment beta`, or `project`. */
  subject: z.string(),
  /**
   * The dotted path in the vendor's document, relative to the subject: `rules.0.clauses.2`. Empty for the whole
   * subject.
   */
  path: z.string(),
  message: z.string(),
})
export type ImportFinding = z.infer<typeof ImportFinding>

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
 * The result of importing a flag or segment:
 * - `exact`: the same values, in Fanion's own rule language
 * - `exact-wide`: the same values, using engine modules that only imported flags need
 * - `documented`: the same values as far as the vendor documents them; its engine was not queried
 * - `changed`: some users may get another value, or applications must use another key
 * - `left-out`: not imported until a decision is made
 */
export const Verdict = z.enum(['exact', 'exact-wide', 'documented', 'changed', 'left-out'])
export type Verdict = z.infer<typeof Verdict>

/** Facts that the vendor's files do not contain but that affect values. */
export const ImportOptions = z.strictObject({
  /** The generation of flagd that served users: before April 2026, since then, or the announced third. */
  generation: z.enum(['v1', 'v2', 'v3']).optional(),
  /** Which SDKs of Unleash or GrowthBook were used: they hash non-ASCII text differently. */
  sdk: z.enum(['javascript', 'other']).optional(),
  /** Where PostHog's flags were evaluated. */
  evaluator: z.enum(['server', 'local']).optional(),
  /** The implementation of Flagsmith's engine. */
  engine: z.enum(['node', 'python']).optional(),
  /** Featurevisor's SDK. */
  major: z.union([z.literal(2), z.literal(3)]).optional(),
  /** Whether to import archived flags, too. */
  archived: z.boolean().optional(),
})
export type ImportOptions = z.infer<typeof ImportOptions>

/** The comparison of an imported environment with the vendor's own algorithm, before anything is written. */
export const CheckResult = z.strictObject({
  environment: z.string(),
  /**
   * Counts of values: `compared`; `dice`: skipped because the vendor decides at random or cannot be queried;
   * `different`.
   */
  compared: z.int(),
  dice: z.int(),
  different: z.int(),
})
export type CheckResult = z.infer<typeof CheckResult>

/** A flag or segment of the vendor, and the result of importing it. */
export const ImportItem = z.strictObject({
  kind: SubjectKind,
  /** The vendor's key, and the key in Fanion. */
  theirs: z.string(),
  key: Key,
  name: z.string(),
  description: z.string(),
  tags: list(z.string()),
  permanence: z.enum(['temporary', 'permanent']),
  /** The email address of its owner at the vendor. */
  owner: z.string().nullable(),
  type: z.enum(['boolean', 'string', 'number', 'object']).nullable(),
  verdict: Verdict,
  /** Findings as sentences, the most serious first. */
  why: list(z.string()),
  /** The segments it uses and the flags it depends on, by their keys in Fanion. */
  needs: list(z.strictObject({ kind: SubjectKind, key: Key })),
  /** A short description of its state in each of the vendor's environments that has it. */
  states: z.record(z.string(), z.string()),
})
export type ImportItem = z.infer<typeof ImportItem>

/** The current subject under this key: none, the same, written by an earlier run, or something else. */
export const ItemStatus = z.enum(['new', 'same', 'update', 'clash', 'taken-over'])
export type ItemStatus = z.infer<typeof ItemStatus>

export const ListedImportItem = ImportItem.extend({ position: z.int(), status: ItemStatus })
export type ListedImportItem = z.infer<typeof ListedImportItem>

/** The result of reading a vendor's files, without the documents. */
export const ImportSummary = z.strictObject({
  vendor: Vendor,
  /** The vendor's name of the project. Empty if the files do not contain it. */
  project: z.string(),
  environments: list(z.strictObject({ name: z.string(), critical: z.boolean(), flags: z.int(), segments: z.int() })),
  flags: z.int(),
  segments: z.int(),
  archived: z.int(),
  /** Runs of earlier releases have no count for `documented`. */
  verdicts: z.record(Verdict, z.int().default(0)),
  checks: list(CheckResult),
  /** Findings about the whole import, and files that were not read. */
  notes: list(z.string()),
})
export type ImportSummary = z.infer<typeof ImportSummary>

export const RunState = z.enum(['compiling', 'previewed', 'applied', 'discarded', 'failed'])
export type RunState = z.infer<typeof RunState>

/** For each of the vendor's environments: an existing or new environment, or null to leave it out. */
export const EnvironmentMapping = record(z.string().min(1).max(limits.nameLength), ScopeKey.nullable())
export type EnvironmentMapping = z.infer<typeof EnvironmentMapping>

export const WrittenEnvironment = z.strictObject({
  environment: ScopeKey,
  revision: z.int().nullable(),
  subjects: z.int(),
})
export type WrittenEnvironment = z.infer<typeof WrittenEnvironment>

/** A key that the user chose for an imported flag or segment. */
export const ChosenKey = z.strictObject({ kind: SubjectKind, theirs: z.string().min(1).max(1_000), key: Key })
export type ChosenKey = z.infer<typeof ChosenKey>

export const ImportRun = z.strictObject({
  number: z.int(),
  state: RunState,
  startedAt: Instant,
  startedBy: z.string(),
  endedAt: Instant.nullable(),
  /** Why it failed, as a sentence. */
  problem: z.string().nullable(),
  options: ImportOptions,
  summary: ImportSummary.nullable(),
  mapping: EnvironmentMapping,
  keys: list(ChosenKey),
  /** Environments of the mapping that do not exist yet. */
  fresh: list(ScopeKey),
  /** The number of items with each status. */
  statuses: z.record(ItemStatus, z.int()).nullable(),
  /** What an import with default choices would write. Null if nothing is pending. */
  ready: z.strictObject({ flags: z.int(), segments: z.int() }).nullable(),
  written: list(WrittenEnvironment),
  /** The change for the environments that require approvals. */
  change: z.int().nullable(),
})
export type ImportRun = z.infer<typeof ImportRun>

/** A source that flags of a project were imported from. */
export const ImportSource = z.strictObject({
  number: z.int(),
  vendor: Vendor,
  name: z.string(),
  state: z.enum(['open', 'undone']),
  createdAt: Instant,
  createdBy: z.string(),
  /** The number of flags and segments imported from it. */
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
  /** Continues after this position. */
  ...pageFrom(DatabaseInt),
  limit: z.int().min(1).max(1_000).default(200),
})
export type ListItemsInput = z.input<typeof ListItemsInput>
export const ItemList = z.strictObject({ items: list(ListedImportItem), total: z.int(), next: z.int().nullable() })
export type ItemList = z.infer<typeof ItemList>

export const MapEnvironmentsInput = SourceReference.extend({ run: DatabaseInt.min(1), mapping: EnvironmentMapping })
export type MapEnvironmentsInput = z.input<typeof MapEnvironmentsInput>

export const RunReference = SourceReference.extend({ run: DatabaseInt.min(1) })
export type RunReference = z.infer<typeof RunReference>

/** Chosen keys for imported flags and segments. Null resets the key to its default. */
export const ChooseKeysInput = RunReference.extend({
  keys: list(ChosenKey.extend({ key: Key.nullable() }))
    .min(1)
    .max(limits.importKeys),
})
export type ChooseKeysInput = z.infer<typeof ChooseKeysInput>

/**
 * Imports everything except `leaveOut`. `only` limits it to these items and their dependencies. `replace` names clashes
 * to overwrite.
 */
export const ApplyImportInput = RunReference.extend({
  only: Subjects.optional(),
  leaveOut: Subjects.default([]),
  replace: Subjects.default([]),
})
export type ApplyImportInput = z.input<typeof ApplyImportInput>

/** What an import with these choices would overwrite in one environment. */
export const ImportEditsInput = SourceReference.extend({
  environment: ScopeKey,
  leaveOut: Subjects.default([]),
  replace: Subjects.default([]),
})
export type ImportEditsInput = z.input<typeof ImportEditsInput>

/** The documents that would be overwritten. `more` counts those that are not included. */
export const ImportEdits = z.strictObject({ edits: list(Entry), more: z.int() })
export type ImportEdits = z.infer<typeof ImportEdits>

/** What stays because it was published or used since the import. */
export const UndoneImport = z.strictObject({
  source: ImportSource,
  removed: z.int(),
  restored: z.int(),
  left: list(Subject.extend({ why: z.string() })),
})
export type UndoneImport = z.infer<typeof UndoneImport>

/** The files of a vendor as they were read, by name: their text, or an API response. */
export const Bundle = z.strictObject({ format: z.literal(1), parts: z.record(z.string(), Json) })
export type Bundle = z.infer<typeof Bundle>

/**
 * The parameters of an upload. With `source`, the files update that source. Otherwise a source from the same vendor
 * project is updated.
 */
export const UploadQuery = z.strictObject({
  project: ScopeKey,
  source: z.coerce.number().int().min(1).optional(),
  /** Reads the files as those of this vendor instead of detecting it. */
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
