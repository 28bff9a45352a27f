import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { FlagType } from '../../../schemas/flag.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { pageFrom } from '../../../schemas/page.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'

// Shown to people, so one line of it and no more.
const word = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(max, `use at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'use one line without control characters')

/** A flag as a program declares it. */
export const DeclaredFlag = z.strictObject({
  key: Key,
  type: FlagType,
  /** The values it can handle; null where it handles any of its type. */
  variants: list(Json).max(limits.variantsPerFlag).nullable(),
  default: Json,
})
export type DeclaredFlag = z.infer<typeof DeclaredFlag>

/** One version of one program, and what it declares. */
export const BuildDeclaration = z.strictObject({
  name: word(100),
  version: word(100),
  commit: word(100).optional(),
  /** What it runs on, such as `@fanion/sdk/node`. */
  runtime: word(100),
  flags: list(DeclaredFlag)
    .max(limits.buildFlags)
    .refine((flags) => new Set(flags.map(({ key }) => key)).size === flags.length, 'names a flag twice'),
  /** The attributes that its contexts hold; left out where it does not say. */
  attributes: list(z.string().min(1).max(limits.valueLength)).max(limits.buildAttributes).optional(),
})
export type BuildDeclaration = z.infer<typeof BuildDeclaration>

/** Which kinds of things the contract check finds. */
export const findingKinds = [
  'missing',
  'type',
  'variant-unknown',
  'default-unknown',
  'attribute-missing',
  'unread',
] as const
export const FindingKind = z.enum(findingKinds)

/** Where code and server do not fit. */
export const ContractFinding = z.strictObject({
  kind: FindingKind,
  /** The key of the flag. */
  flag: z.string(),
  /** What it is about: values that one side does not know, or the name of an attribute. */
  values: list(Json),
  sentence: z.string(),
})
export type ContractFinding = z.infer<typeof ContractFinding>

/** The answer to a build that tells of itself: what of it the environment does not bear out. */
export const BuildReceipt = z.strictObject({ digest: z.string(), findings: list(ContractFinding) })
export type BuildReceipt = z.infer<typeof BuildReceipt>

/** A build as people see it. */
export const Build = z.strictObject({
  environment: ScopeKey,
  /** Of the key it came with. Anybody can have a client key: what it tells holds nothing back. */
  kind: z.enum(['server', 'client']),
  name: z.string(),
  version: z.string(),
  commit: z.string().nullable(),
  runtime: z.string(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  /** Seen within a day. */
  live: z.boolean(),
  /** Streams that are open to this server now. */
  programs: z.int().min(0),
  flags: list(DeclaredFlag),
})
export type Build = z.infer<typeof Build>

/** A page of builds, of one environment or of all; `cursor` is the answer's `next` of the page before. */
export const ListBuildsInput = InProject.extend({
  environment: ScopeKey.optional(),
  /** Only those that are live, or only those that are not. */
  live: z.boolean().optional(),
  ...pageFrom(DatabaseInt.min(1)),
  limit: z.int().min(1).max(limits.buildsPage).default(limits.buildsPage),
})
export type ListBuildsInput = z.input<typeof ListBuildsInput>
export const BuildWithFindings = Build.extend({ id: z.int(), findings: list(ContractFinding) })
export type BuildWithFindings = z.infer<typeof BuildWithFindings>

/** Those that were heard of last come first. */
export const BuildList = z.strictObject({
  builds: list(BuildWithFindings),
  /** How many there are where it was asked, live and old, whatever the page shows. */
  totals: z.strictObject({ live: z.int().min(0), old: z.int().min(0) }),
  next: z.int().nullable(),
})
export type BuildList = z.infer<typeof BuildList>

/** A flag that live builds ask for and the project lacks. */
export const UnknownFlag = z.strictObject({
  /** As one of them declares it: the one seen last. */
  declared: DeclaredFlag,
  /** Those seen last; `more` are left out. */
  builds: list(z.strictObject({ environment: z.string(), name: z.string(), version: z.string() })),
  more: z.int().min(0),
})
export type UnknownFlag = z.infer<typeof UnknownFlag>

export const ListUnknownInput = InProject
/** A person no longer wants to hear that builds ask for this flag, or wants to again. */
export const DismissUnknownInput = InProject.extend({ flag: Key, dismissed: z.boolean() })
export type DismissUnknownInput = z.infer<typeof DismissUnknownInput>
/** Whether it is dismissed by now; a service token has nobody to remember it for. */
export const DismissedUnknown = z.strictObject({ dismissed: z.boolean() })

/** Which builds declare a flag: each with what it declares of that flag alone. */
export const BuildsOfFlagInput = InProject.extend({ flag: Key })

/** The live builds of an environment that declare any of these flags, with these flags alone. */
export const ReadersOfFlagsInput = InEnvironment.extend({ flags: list(Key).min(1).max(500) })

/** Why an admin goes past the builds that read a flag. */
export const DespiteBuilds = z.strictObject({ reason: z.string().trim().min(1).max(limits.messageLength) })
export type DespiteBuilds = z.infer<typeof DespiteBuilds>
