import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { FlagType } from '../../../schemas/flag.ts'
import { Instant, Json, Key, ScopeKey } from '../../../schemas/keys.ts'
import { pageFrom } from '../../../schemas/page.ts'
import { InEnvironment, InProject } from '../../projects/schemas/project.ts'

// Shown on screens, so limited to one line.
const word = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(max, `use at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'use one line without control characters')

export const DeclaredFlag = z.strictObject({
  key: Key,
  type: FlagType,
  /** The values it can handle. Null if it handles any value of the type. */
  variants: list(Json).max(limits.variantsPerFlag).nullable(),
  default: Json,
})
export type DeclaredFlag = z.infer<typeof DeclaredFlag>

/** One version of an application and the flags it declares. */
export const BuildDeclaration = z.strictObject({
  name: word(100),
  version: word(100),
  commit: word(100).optional(),
  /** The SDK it uses, such as `@fanion/sdk/node`. */
  runtime: word(100),
  flags: list(DeclaredFlag)
    .max(limits.buildFlags)
    .refine((flags) => new Set(flags.map(({ key }) => key)).size === flags.length, 'names a flag twice'),
  /** The attributes that its contexts contain. Absent if it does not declare them. */
  attributes: list(z.string().min(1).max(limits.valueLength)).max(limits.buildAttributes).optional(),
})
export type BuildDeclaration = z.infer<typeof BuildDeclaration>

export const findingKinds = [
  'missing',
  'type',
  'variant-unknown',
  'default-unknown',
  'attribute-missing',
  'unread',
] as const
export const FindingKind = z.enum(findingKinds)

/** A mismatch between code and server. */
export const ContractFinding = z.strictObject({
  kind: FindingKind,
  flag: z.string(),
  /** What does not match: values that one side does not know, or the name of an attribute. */
  values: list(Json),
  sentence: z.string(),
})
export type ContractFinding = z.infer<typeof ContractFinding>

/** The response to a build's report: the mismatches between its declaration and the environment. */
export const BuildReceipt = z.strictObject({ digest: z.string(), findings: list(ContractFinding) })
export type BuildReceipt = z.infer<typeof BuildReceipt>

export const Build = z.strictObject({
  environment: ScopeKey,
  /** The kind of SDK key that it reported with. Client keys are public, so their reports never block a publish. */
  kind: z.enum(['server', 'client']),
  name: z.string(),
  version: z.string(),
  commit: z.string().nullable(),
  runtime: z.string(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  /** Whether it was seen within the last day. */
  live: z.boolean(),
  /** Streams that are currently connected to this server. */
  programs: z.int().min(0),
  flags: list(DeclaredFlag),
})
export type Build = z.infer<typeof Build>

/** A page of builds in one environment, or in all of them. `cursor` is the `next` of the previous page. */
export const ListBuildsInput = InProject.extend({
  environment: ScopeKey.optional(),
  /** If set, returns only live builds, or only builds that are not live. */
  live: z.boolean().optional(),
  ...pageFrom(DatabaseInt.min(1)),
  limit: z.int().min(1).max(limits.buildsPage).default(limits.buildsPage),
})
export type ListBuildsInput = z.input<typeof ListBuildsInput>
export const BuildWithFindings = Build.extend({ id: z.int(), findings: list(ContractFinding) })
export type BuildWithFindings = z.infer<typeof BuildWithFindings>

/** Most recently seen first. */
export const BuildList = z.strictObject({
  builds: list(BuildWithFindings),
  /** The number of live and old builds that match, independent of the page. */
  totals: z.strictObject({ live: z.int().min(0), old: z.int().min(0) }),
  next: z.int().nullable(),
})
export type BuildList = z.infer<typeof BuildList>

/** A flag that live builds declare but the project lacks. */
export const UnknownFlag = z.strictObject({
  /** The declaration in the build seen last. */
  declared: DeclaredFlag,
  /** The builds seen last. `more` counts those left out. */
  builds: list(z.strictObject({ environment: z.string(), name: z.string(), version: z.string() })),
  more: z.int().min(0),
})
export type UnknownFlag = z.infer<typeof UnknownFlag>

export const ListUnknownInput = InProject
/** Hides or shows again, for the caller, the notice that builds declare this unknown flag. */
export const DismissUnknownInput = InProject.extend({ flag: Key, dismissed: z.boolean() })
export type DismissUnknownInput = z.infer<typeof DismissUnknownInput>
/** Whether it is dismissed now. Always false for service tokens: dismissals are stored per account. */
export const DismissedUnknown = z.strictObject({ dismissed: z.boolean() })

/** The builds that declare a flag. Each lists only that flag. */
export const BuildsOfFlagInput = InProject.extend({ flag: Key })

/** The live builds of an environment that declare any of these flags. Each lists only these flags. */
export const ReadersOfFlagsInput = InEnvironment.extend({ flags: list(Key).min(1).max(500) })

/** An admin's reason to override live builds that still read a flag. */
export const DespiteBuilds = z.strictObject({ reason: z.string().trim().min(1).max(limits.messageLength) })
export type DespiteBuilds = z.infer<typeof DespiteBuilds>
