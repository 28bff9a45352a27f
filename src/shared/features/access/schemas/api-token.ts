import { z } from 'zod'
import { roles } from '../../../permissions.ts'
import { list } from '../../../schemas/bounded.ts'
import { Id, Instant, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { InProject } from '../../projects/schemas/project.ts'

/** An API token in full: `fan_pat_` (personal) or `fan_svc_` (service), then 256 random bits as base64url. */
export const ApiTokenText = z.string().regex(/^fan_(pat|svc)_[A-Za-z0-9_-]{43}$/, 'an API token looks like fan_pat_…')

/**
 * The upper limit of a token's rights: a role in one project (`*`: all projects its owner can see) and in some of its
 * environments (null: all of them). The role `owner` requires `*`: it allows an owner's token to administer the
 * instance.
 */
export const TokenScope = z
  .strictObject({
    project: z.union([ScopeKey, z.literal('*')]),
    role: z.enum(roles),
    environments: list(ScopeKey).min(1).max(20).nullable().default(null),
  })
  .refine(({ project, role }) => role !== 'owner' || project === '*', {
    path: ['role'],
    message: 'use a role up to admin, or the project *',
  })
  .refine(({ role, environments }) => environments === null || !['admin', 'owner'].includes(role), {
    path: ['environments'],
    message: 'use null: admins have access to every environment',
  })
export type TokenScope = z.output<typeof TokenScope>

const scopes = list(TokenScope).min(1, 'give at least one scope').max(50)
const expiresInDays = z.int().min(1).max(366).nullable()

export const ApiToken = z.strictObject({
  id: Id,
  kind: z.enum(['personal', 'service']),
  name: z.string(),
  /** The first characters, to identify the token in lists. */
  prefix: z.string(),
  scopes: list(z.strictObject({ project: z.string(), role: z.enum(roles), environments: list(z.string()).nullable() })),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  lastUsedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

/** If `expiresInDays` is null, the token is valid until it is revoked. */
export const CreateTokenInput = z.strictObject({ name: Name, scopes, expiresInDays: expiresInDays.default(90) })
export type CreateTokenInput = z.output<typeof CreateTokenInput>

/** A service token belongs to one project and has its own role there. */
export const CreateServiceTokenInput = InProject.extend({
  name: Name,
  role: z.enum(['viewer', 'editor', 'publisher', 'admin']),
  environments: list(ScopeKey).min(1).max(20).nullable().default(null),
  expiresInDays: expiresInDays.default(90),
}).refine(({ role, environments }) => environments === null || role !== 'admin', {
  path: ['environments'],
  message: 'use null: admins have access to every environment',
})
export type CreateServiceTokenInput = z.output<typeof CreateServiceTokenInput>

/** `overlapHours`: how long the old token keeps working beside the new one, at most 30 days. */
export const RotateTokenInput = z.strictObject({ id: Id, overlapHours: z.number().min(0).max(720).default(24) })
export type RotateTokenInput = z.output<typeof RotateTokenInput>
export const RotateServiceTokenInput = RotateTokenInput.extend(InProject.shape)

/** The response to creating a token: the only time its text is shown. */
export const CreatedToken = z.strictObject({ token: ApiToken, text: z.string() })
export type CreatedToken = z.infer<typeof CreatedToken>
