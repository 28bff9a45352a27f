import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { roles } from '../../../permissions.ts'
import { list } from '../../../schemas/bounded.ts'
import { DatabaseInt } from '../../../schemas/database-int.ts'
import { Id, Instant, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const Description = z.string().trim().max(limits.descriptionLength)

/**
 * The hash function of new splits in a project: `native`, or `portable`, which flagd's engines also implement. Existing
 * splits keep theirs.
 */
export const Dialect = z.enum(['native', 'portable'])
export type Dialect = z.infer<typeof Dialect>

export const Project = z.strictObject({
  id: Id,
  key: ScopeKey,
  name: z.string(),
  description: z.string(),
  flagKeyPattern: z.string().nullable(),
  dialect: Dialect,
  /** Whether a publish is rejected if SDKs of other vendors could no longer read a flag they use. */
  protectReaders: z.boolean(),
  createdAt: Instant,
  /** The caller's role. */
  role: Role,
})
export type Project = z.infer<typeof Project>

export const CreateProjectInput = z.strictObject({ key: ScopeKey, name: Name, description: Description.default('') })
export type CreateProjectInput = z.input<typeof CreateProjectInput>

export const ProjectReference = z.strictObject({ key: ScopeKey })

/** The colors an environment can have. The UI picks a shade that is readable in light and dark mode. */
export const EnvironmentColour = z.enum(['teal', 'violet', 'red', 'orange', 'blue', 'pink', 'gray'])
export type EnvironmentColour = z.infer<typeof EnvironmentColour>

/** The number of approvals, other than the author's, that a change needs before it is published here. */
const RequiredApprovals = z.int().min(0).max(limits.requiredApprovals)

const MoveLimit = z.int().min(0).max(limits.weightUnits).nullable()

export const Environment = z.strictObject({
  id: Id,
  key: ScopeKey,
  name: z.string(),
  colour: EnvironmentColour,
  position: z.int(),
  protected: z.boolean(),
  requiredApprovals: RequiredApprovals,
  /** Whether applications may report samples of the contexts they evaluate. */
  sampling: z.boolean(),
  /**
   * The share of sampled contexts, per 100,000, that a publish may move without an impact review. Null if none is
   * required.
   */
  moveLimitPer100k: MoveLimit,
  /** Number of the newest revision; 0 before the first. */
  revision: DatabaseInt,
})
export type Environment = z.infer<typeof Environment>

export const InProject = z.strictObject({ project: ScopeKey })
export type InProject = z.infer<typeof InProject>

export const InEnvironment = z.strictObject({ project: ScopeKey, environment: ScopeKey })
export type InEnvironment = z.infer<typeof InEnvironment>

/** Omitted fields stay unchanged. If `flagKeyPattern` is null, new flags may have any key. */
export const EditProjectInput = InProject.extend({
  name: Name.optional(),
  description: Description.optional(),
  /** A regular expression that must match the whole key of a new flag. */
  flagKeyPattern: z.string().trim().min(1).max(limits.nameLength).nullable().optional(),
  dialect: Dialect.optional(),
  protectReaders: z.boolean().optional(),
})
export type EditProjectInput = z.infer<typeof EditProjectInput>

/** `confirm` is the project's key, typed by the user as a confirmation. */
export const ArchiveProjectInput = InProject.extend({ confirm: z.string().max(limits.nameLength) })

/** Omitted fields stay unchanged. An environment that is not protected requires no approvals. */
export const EditEnvironmentInput = InEnvironment.extend({
  name: Name.optional(),
  colour: EnvironmentColour.optional(),
  protected: z.boolean().optional(),
  requiredApprovals: RequiredApprovals.optional(),
  sampling: z.boolean().optional(),
  moveLimitPer100k: MoveLimit.optional(),
})
export type EditEnvironmentInput = z.infer<typeof EditEnvironmentInput>

export const CreateEnvironmentInput = InProject.extend({
  key: ScopeKey,
  name: Name,
  colour: EnvironmentColour,
  protected: z.boolean().default(false),
  requiredApprovals: RequiredApprovals.default(0),
  /** Key of the environment to copy flags and segments from. If null, every flag starts off. */
  from: ScopeKey.nullable().default(null),
})
export type CreateEnvironmentInput = z.input<typeof CreateEnvironmentInput>

/** Every environment's key exactly once, in display order. */
export const OrderEnvironmentsInput = InProject.extend({
  environments: list(ScopeKey).max(limits.environmentsPerProject),
})

/** `confirm` is the environment's key, typed by the user as a confirmation. */
export const DeleteEnvironmentInput = InEnvironment.extend({ confirm: z.string().max(limits.nameLength) })
