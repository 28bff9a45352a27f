import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { byField, list, record } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { FlagDocument, FlagType } from '../../../schemas/flag.ts'
import { Id, Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { oneLine } from '../../../schemas/one-line.ts'
import { pageFrom } from '../../../schemas/page.ts'
import { DespiteBuilds } from '../../builds/schemas/build.ts'
import { Description, Environment, InEnvironment, InProject } from '../../projects/schemas/project.ts'

export const Permanence = z.enum(['temporary', 'permanent'])
export type Permanence = z.infer<typeof Permanence>

export const Tag = z.string().trim().min(1).max(limits.tagLength)

/** The file that a flag is kept in: repository, path, and the commit that was applied last. */
export const FlagFileLocation = z.strictObject({
  repository: oneLine(200, 'acme/shop'),
  path: oneLine(500, 'flags/checkout.yaml'),
  commit: z.string().regex(/^[0-9a-f]{7,64}$/, 'use the commit’s digest, 7 to 64 hexadecimal digits'),
})
export type FlagFileLocation = z.infer<typeof FlagFileLocation>

/** A flag's properties, which are the same in every environment. */
export const Flag = z.strictObject({
  id: Id,
  key: Key,
  name: z.string(),
  description: z.string(),
  type: FlagType,
  variants: list(Key),
  tags: list(z.string()),
  owner: z.strictObject({ id: Id, name: z.string() }).nullable(),
  permanence: Permanence,
  expectedEnd: Instant.nullable(),
  visibleToClients: z.boolean(),
  createdAt: Instant,
  createdBy: z.strictObject({ id: Id, name: z.string() }).nullable(),
  archivedAt: Instant.nullable(),
  /** The file that it was last applied from. Null if the flag is kept only in Fanion. */
  keptIn: FlagFileLocation.nullable(),
})
export type Flag = z.infer<typeof Flag>

/** A flag document and the revision that last changed it: the base of the next edit. */
export const FlagHead = z.strictObject({ revision: DatabaseInt, document: FlagDocument })
export type FlagHead = z.infer<typeof FlagHead>

/** What is served, as data from which each language builds a sentence. */
export const ServedSummary = byField({
  variant: z.strictObject({ variant: Key }),
  /** The shares of a split, in weight units. `more` counts the variants that are left out. */
  shares: z.strictObject({
    shares: list(z.strictObject({ variant: Key, weight: z.int().min(0) })),
    more: z.int().min(1).optional(),
    by: z.string().optional(),
    salt: z.string().optional(),
  }),
  /** What only flags imported from another system serve. */
  imported: z.strictObject({
    imported: z.enum(['split', 'expression', 'default', 'error']),
    variants: list(z.string()).optional(),
    kind: z.string().optional(),
  }),
})
export type ServedSummary = z.infer<typeof ServedSummary>

/** `first`: served to everyone by a rule. `rest`: served otherwise. */
export const CellServes = z.strictObject({ first: ServedSummary.optional(), rest: ServedSummary })
export type CellServes = z.infer<typeof CellServes>

/** An environment's column in a row of the flag list, without the document. */
export const FlagCell = z.strictObject({
  on: z.boolean(),
  rules: z.int().min(0),
  /** The revision that last changed the flag there: the base for switching it. */
  revision: DatabaseInt,
  /** What it serves while it is on. Also present while it is off, for the prompt to turn it on. */
  serves: CellServes,
  /** The variant that is served while it is off. Null for the caller's default. */
  off: Key.nullable(),
})
export type FlagCell = z.infer<typeof FlagCell>

/** A flag in a list. Ids are omitted: they would be half of the response, and no one queries by them. */
export const FlagLine = Flag.omit({ id: true, createdBy: true })
export type FlagLine = z.infer<typeof FlagLine>

export const FlagRow = z.strictObject({
  flag: FlagLine,
  cells: record(ScopeKey, FlagCell),
  updatedAt: Instant,
})
export type FlagRow = z.infer<typeof FlagRow>

/**
 * A page of the list. `total` counts all flags that match the filter. `next` is the cursor of the next page, null at
 * the end.
 */
export const FlagList = z.strictObject({
  environments: z.array(Environment),
  rows: z.array(FlagRow),
  total: z.int().min(0).nullable(),
  next: z.string().nullable(),
})
export type FlagList = z.infer<typeof FlagList>

const FilterText = z
  .string()
  .trim()
  .max(500)
  .refine((text) => text.split(/\s+/).length <= limits.filterWords, `expected at most ${limits.filterWords} words`)
  .default('')

/**
 * `query` is the filter text. Without `sort`, flags are ordered by key. `cursor` is the `next` of the previous page.
 */
export const ListFlagsInput = InProject.extend({
  archived: z.boolean().default(false),
  query: FilterText,
  sort: z.enum(['name', 'updated']).optional(),
  ...pageFrom(z.string().max(1_000)),
  limit: z.int().min(1).max(limits.flagListRows).optional(),
})
export type ListFlagsInput = z.input<typeof ListFlagsInput>

/** A flag in a picker: to open it, to require it, or to select it for a bulk action. */
export const FlagKey = Flag.pick({ key: true, name: true, type: true, variants: true, tags: true, permanence: true })
export type FlagKey = z.infer<typeof FlagKey>

/** The flags that match the filter and are not archived, ordered by key. */
export const FlagKeysInput = InProject.extend({
  query: FilterText,
  limit: z.int().min(1).max(limits.flagsPerProject).default(limits.flagsPerProject),
})
export type FlagKeysInput = z.input<typeof FlagKeysInput>

/** A JSON Schema (draft 2020-12) for the values of a flag. */
export const ValueSchema = z
  .record(z.string(), Json)
  .refine(
    (schema) => JSON.stringify(schema).length <= limits.objectValueBytes,
    `expected at most ${limits.objectValueBytes} characters`,
  )
export type ValueSchema = z.infer<typeof ValueSchema>

export const FlagPage = z.strictObject({
  flag: Flag,
  schema: ValueSchema.nullable(),
  environments: list(Environment),
  /** By environment key. Absent if the flag is not published there. */
  heads: record(ScopeKey, FlagHead),
})
export type FlagPage = z.infer<typeof FlagPage>

export const FlagReference = InProject.extend({ flag: Key })
export type FlagReference = z.infer<typeof FlagReference>

/** The instant to show. Documents are from that instant; names, tags and owners are current. */
export const FlagsAsOfInput = InProject.extend({
  at: Instant,
  query: FilterText,
  ...pageFrom(z.string().max(1_000)),
  limit: z.int().min(1).max(limits.flagListRows).optional(),
})
export type FlagsAsOfInput = z.input<typeof FlagsAsOfInput>
export const FlagAsOfInput = FlagReference.extend({ at: Instant })
/** `confirm` is the flag's key, typed by the user as a confirmation. */
export const DeleteFlagInput = FlagReference.extend({
  confirm: z.string().max(limits.nameLength),
  despite: DespiteBuilds.optional(),
})

/** `despite`: an admin's reason to remove something that a live build reads. */
export const ArchiveFlagInput = FlagReference.extend({ despite: DespiteBuilds.optional() })

/** Several flags of a project, for an action on all of them or none. */
export const ManyFlagsInput = InProject.extend({ flags: list(Key).min(1).max(500) })
export const ArchiveManyInput = ManyFlagsInput.extend({ despite: DespiteBuilds.optional() })

/** `asItWas`: restores the flags with their previous switch states instead of off. */
export const RestoreManyInput = ManyFlagsInput.extend({ asItWas: z.boolean().default(false) })

/**
 * `variants` is optional for boolean flags (`on`: true, `off`: false). The last variant is served while the flag is
 * off.
 */
export const CreateFlagInput = InProject.extend({
  key: Key,
  name: Name,
  description: Description.default(''),
  type: FlagType.default('boolean'),
  variants: list(z.strictObject({ key: Key, value: Json }))
    .min(1)
    .max(limits.variantsPerFlag)
    .optional(),
  tags: list(Tag).max(limits.tagsPerFlag).default([]),
  permanence: Permanence.default('temporary'),
  visibleToClients: z.boolean().default(false),
  /** Keys of the environments in which the flag starts on and serves its first variant to everyone. */
  onIn: list(ScopeKey).default([]),
})
export type CreateFlagInput = z.input<typeof CreateFlagInput>

/** Omitted fields stay unchanged. The owner is a member of the project, or null for none. */
export const UpdateFlagInput = FlagReference.extend({
  name: Name.optional(),
  description: Description.optional(),
  tags: list(Tag).max(limits.tagsPerFlag).optional(),
  permanence: Permanence.optional(),
  owner: Id.nullable().optional(),
  /** When it is expected to be removed from the code. Null if unknown. */
  expectedEnd: Instant.nullable().optional(),
  /** Existing values in all environments must already conform to it. */
  schema: ValueSchema.nullable().optional(),
})
export type UpdateFlagInput = z.input<typeof UpdateFlagInput>

/** Turns one flag on or off in one environment. The rest of its document stays unchanged. */
export const SwitchFlagInput = InEnvironment.extend({ flag: Key, on: z.boolean(), base: DatabaseInt })
export type SwitchFlagInput = z.infer<typeof SwitchFlagInput>
