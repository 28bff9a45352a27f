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
 * The hash that new splits of a project are cut by: `native`, or `portable`, which flagd's engines compute, too. A split that is
 * there keeps the one it has.
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
  /** Whether a publish is held back that leaves SDKs of other systems without a flag they read. */
  protectReaders: z.boolean(),
  createdAt: Instant,
  /** The caller's own role here. */
  role: Role,
})
export type Project = z.infer<typeof Project>

export const CreateProjectInput = z.strictObject({ key: ScopeKey, name: Name, description: Description.default('') })
export type CreateProjectInput = z.input<typeof CreateProjectInput>

/** An archived project, by its key. */
export const ProjectReference = z.strictObject({ key: ScopeKey })

/** Colours an environment may have; the UI gives each a shade that is readable in light and dark. */
export const EnvironmentColour = z.enum(['teal', 'violet', 'red', 'orange', 'blue', 'pink', 'gray'])
export type EnvironmentColour = z.infer<typeof EnvironmentColour>

/** How many people besides the author must approve a change before it is published here. */
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
  /** Whether programs may send samples of the contexts they evaluate. */
  sampling: z.boolean(),
  /** The share of contexts seen, per 100 000, that a publish may move without a review; null where none is needed. */
  moveLimitPer100k: MoveLimit,
  /** Number of the newest revision; 0 before the first. */
  revision: DatabaseInt,
})
export type Environment = z.infer<typeof Environment>

/** Names the project a call is about. */
export const InProject = z.strictObject({ project: ScopeKey })
export type InProject = z.infer<typeof InProject>

/** Names the project and environment a call is about. */
export const InEnvironment = z.strictObject({ project: ScopeKey, environment: ScopeKey })
export type InEnvironment = z.infer<typeof InEnvironment>

/** What is left out stays as it is; `flagKeyPattern` null lets new flags have any key. */
export const EditProjectInput = InProject.extend({
  name: Name.optional(),
  description: Description.optional(),
  /** A regular expression that the whole key of a new flag matches. */
  flagKeyPattern: z.string().trim().min(1).max(limits.nameLength).nullable().optional(),
  dialect: Dialect.optional(),
  protectReaders: z.boolean().optional(),
})
export type EditProjectInput = z.infer<typeof EditProjectInput>

/** `confirm` is the project's key once more, typed by whoever means it. */
export const ArchiveProjectInput = InProject.extend({ confirm: z.string().max(limits.nameLength) })

/** What is left out stays as it is. An environment that is not protected requires no approval. */
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
  /** Key of the environment to copy flags and segments from as they stand; every flag comes in off where it is null. */
  from: ScopeKey.nullable().default(null),
})
export type CreateEnvironmentInput = z.input<typeof CreateEnvironmentInput>

/** Every environment's key once, in the order that people shall see. */
export const OrderEnvironmentsInput = InProject.extend({
  environments: list(ScopeKey).max(limits.environmentsPerProject),
})

/** `confirm` is the environment's key once more, typed by whoever means it. */
export const DeleteEnvironmentInput = InEnvironment.extend({ confirm: z.string().max(limits.nameLength) })
