import { z } from 'zod'
import { limits } from '../limits.ts'
import { roles } from '../permissions.ts'
import { Name } from './account.ts'
import { Id, Instant, ScopeKey } from './keys.ts'

export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

export const Description = z.string().trim().max(limits.descriptionLength)

export const Project = z.strictObject({
  id: Id,
  key: ScopeKey,
  name: z.string(),
  description: z.string(),
  flagKeyPattern: z.string().nullable(),
  createdAt: Instant,
  /** The caller's own role here. */
  role: Role,
})
export type Project = z.infer<typeof Project>

export const CreateProjectInput = z.strictObject({ key: ScopeKey, name: Name, description: Description.default('') })
export type CreateProjectInput = z.input<typeof CreateProjectInput>

/** Colours an environment may have; the UI gives each a shade that is readable in light and dark. */
export const EnvironmentColour = z.enum(['teal', 'violet', 'orange', 'blue', 'pink', 'gray'])
export type EnvironmentColour = z.infer<typeof EnvironmentColour>

export const Environment = z.strictObject({
  id: Id,
  key: ScopeKey,
  name: z.string(),
  colour: EnvironmentColour,
  position: z.int(),
  protected: z.boolean(),
  requiredApprovals: z.int().min(0).max(limits.requiredApprovals),
  /** Number of the newest revision; 0 before the first. */
  revision: z.int().min(0),
})
export type Environment = z.infer<typeof Environment>

/** Names the project a call is about. */
export const InProject = z.strictObject({ project: ScopeKey })
export type InProject = z.infer<typeof InProject>

/** Names the project and environment a call is about. */
export const InEnvironment = z.strictObject({ project: ScopeKey, environment: ScopeKey })
export type InEnvironment = z.infer<typeof InEnvironment>
