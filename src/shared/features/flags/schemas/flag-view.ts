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

/** Where a flag is kept in files: a repository, the path in it, and the commit that was applied last. */
export const KeptIn = z.strictObject({
  repository: oneLine(200, 'acme/shop'),
  path: oneLine(500, 'flags/checkout.yaml'),
  commit: z.string().regex(/^[0-9a-f]{7,64}$/, 'use the commit’s digest, 7 to 64 hexadecimal digits'),
})
export type KeptIn = z.infer<typeof KeptIn>

/** One flag as its project knows it, the same in every environment. */
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
  /** The file that it was applied from last; null where it is kept in Fanion alone. */
  keptIn: KeptIn.nullable(),
})
export type Flag = z.infer<typeof Flag>

/** A flag document with the number of the revision that last touched it: the base of the next edit. */
export const FlagHead = z.strictObject({ revision: DatabaseInt, document: FlagDocument })
export type FlagHead = z.infer<typeof FlagHead>

/** What is served, in the parts that a sentence is made of; each language makes its own. */
export const Served = byField({
  variant: z.strictObject({ variant: Key }),
  /** Of a split, in weight units; `more` variants are left out. */
  shares: z.strictObject({
    shares: list(z.strictObject({ variant: Key, weight: z.int().min(0) })),
    more: z.int().min(1).optional(),
    by: z.string().optional(),
    salt: z.string().optional(),
  }),
  /** What only another system's flags serve. */
  imported: z.strictObject({
    imported: z.enum(['split', 'expression', 'default', 'error']),
    variants: list(z.string()).optional(),
    kind: z.string().optional(),
  }),
})
export type Served = z.infer<typeof Served>

/** `first` where one rule serves everyone, `rest` what is served besides. */
export const CellServes = z.strictObject({ first: Served.optional(), rest: Served })
export type CellServes = z.infer<typeof CellServes>

/** One row of the flag list: what each environment column shows, without the documents. */
export const FlagCell = z.strictObject({
  on: z.boolean(),
  rules: z.int().min(0),
  /** Revision that last touched the flag there: the base of a switch. */
  revision: DatabaseInt,
  /** While it is on; also told while it is off, for who turns it on. */
  serves: CellServes,
  /** The variant that is served while it is off; null for the caller's default. */
  off: Key.nullable(),
})
export type FlagCell = z.infer<typeof FlagCell>

/** What a list tells of a flag: ids are the half of its bytes, and nobody asks by them. */
export const FlagLine = Flag.omit({ id: true, createdBy: true })
export type FlagLine = z.infer<typeof FlagLine>

export const FlagRow = z.strictObject({
  flag: FlagLine,
  cells: record(ScopeKey, FlagCell),
  updatedAt: Instant,
})
export type FlagRow = z.infer<typeof FlagRow>

/** A page of the list. `total` is how many flags the filter finds; `next` leads to the page after, null at the end. */
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

/** `query` is what is typed above the list; without `sort`, by key. `cursor` is the `next` of the page before. */
export const ListFlagsInput = InProject.extend({
  archived: z.boolean().default(false),
  query: FilterText,
  sort: z.enum(['name', 'updated']).optional(),
  ...pageFrom(z.string().max(1_000)),
  limit: z.int().min(1).max(limits.flagListRows).optional(),
})
export type ListFlagsInput = z.input<typeof ListFlagsInput>

/** A flag where it is only picked: to go to, to require, to act on with others. */
export const FlagKey = Flag.pick({ key: true, name: true, type: true, variants: true, tags: true, permanence: true })
export type FlagKey = z.infer<typeof FlagKey>

/** The live flags that the filter finds, ordered by key. */
export const FlagKeysInput = InProject.extend({
  query: FilterText,
  limit: z.int().min(1).max(limits.flagsPerProject).default(limits.flagsPerProject),
})
export type FlagKeysInput = z.input<typeof FlagKeysInput>

/** A JSON Schema (draft 2020-12) that the values of a flag have to meet. */
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
  /** Per environment key; absent where the flag is not published. */
  heads: record(ScopeKey, FlagHead),
})
export type FlagPage = z.infer<typeof FlagPage>

export const FlagReference = InProject.extend({ flag: Key })
export type FlagReference = z.infer<typeof FlagReference>

/** The moment at which the project is looked at: documents of then, and names, tags and owners of today. */
export const FlagsAsOfInput = InProject.extend({
  at: Instant,
  query: FilterText,
  ...pageFrom(z.string().max(1_000)),
  limit: z.int().min(1).max(limits.flagListRows).optional(),
})
export type FlagsAsOfInput = z.input<typeof FlagsAsOfInput>
export const FlagAsOfInput = FlagReference.extend({ at: Instant })
/** `confirm` is the flag's key once more, typed by whoever means it. */
export const DeleteFlagInput = FlagReference.extend({
  confirm: z.string().max(limits.nameLength),
  despite: DespiteBuilds.optional(),
})

/** `despite`, of an admin: why a live build loses what it reads. */
export const ArchiveFlagInput = FlagReference.extend({ despite: DespiteBuilds.optional() })

/** Several flags of a project, for an act on all of them or none. */
export const ManyFlagsInput = InProject.extend({ flags: list(Key).min(1).max(500) })
export const ArchiveManyInput = ManyFlagsInput.extend({ despite: DespiteBuilds.optional() })

/** `asItWas`: with their switches as they were, not off. */
export const RestoreManyInput = ManyFlagsInput.extend({ asItWas: z.boolean().default(false) })

/** `variants` may be left out for a boolean flag (`on`: true, `off`: false). The last variant is the off variant. */
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
  /** Keys of the environments where the flag starts on, serving its first variant to everyone. */
  onIn: list(ScopeKey).default([]),
})
export type CreateFlagInput = z.input<typeof CreateFlagInput>

/** What is left out stays as it is. The owner is a member of the project, or null for nobody. */
export const UpdateFlagInput = FlagReference.extend({
  name: Name.optional(),
  description: Description.optional(),
  tags: list(Tag).max(limits.tagsPerFlag).optional(),
  permanence: Permanence.optional(),
  owner: Id.nullable().optional(),
  /** When it should be gone from the code; null where nobody said. */
  expectedEnd: Instant.nullable().optional(),
  /** What its values are in every environment has to meet it already. */
  schema: ValueSchema.nullable().optional(),
})
export type UpdateFlagInput = z.input<typeof UpdateFlagInput>

/** A switch of one flag in one environment; everything else of its document stays. */
export const SwitchFlagInput = InEnvironment.extend({ flag: Key, on: z.boolean(), base: DatabaseInt })
export type SwitchFlagInput = z.infer<typeof SwitchFlagInput>
