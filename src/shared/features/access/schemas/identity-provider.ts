import { z } from 'zod'
import { byField, list } from '../../../schemas/bounded.ts'
import { Id, Instant, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { webAddress } from '../../../schemas/web-address.ts'

/** What membership in a group of the provider grants: the owner role, or a role in a project. */
export const GroupRole = byField({
  instance: z.strictObject({ group: z.string().min(1).max(200), instance: z.literal('owner') }),
  project: z.strictObject({
    group: z.string().min(1).max(200),
    project: ScopeKey,
    role: z.enum(['viewer', 'editor', 'publisher', 'admin']),
  }),
})
export type GroupRole = z.infer<typeof GroupRole>

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'enter a domain such as example.com')

const Issuer = webAddress({ error: 'enter the provider’s URL, such as https://id.example.com' })

const settings = {
  key: ScopeKey,
  name: Name,
  issuer: Issuer,
  clientId: z.string().min(1).max(500),
  /** Email domains that may sign in through this provider. Addresses of other domains are rejected. */
  domains: list(Domain).min(1, 'give at least one domain').max(50),
  groupsClaim: z.string().min(1).max(200).default('groups'),
  groupRoles: list(GroupRole).max(200).default([]),
  /** Whether the first sign-in of an unknown user creates an account. */
  createsPeople: z.boolean().default(true),
  enabled: z.boolean().default(true),
}

/** A single sign-on provider (OpenID Connect). Its client secret is never returned. */
export const IdentityProvider = z.strictObject({
  id: Id,
  key: z.string(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  domains: list(z.string()),
  groupsClaim: z.string(),
  groupRoles: list(GroupRole),
  createsPeople: z.boolean(),
  enabled: z.boolean(),
  createdAt: Instant,
  /** The redirect URI to register at the provider. */
  redirectUri: z.string(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

export const CreateProviderInput = z.strictObject({ ...settings, clientSecret: z.string().min(1).max(1_000) })
export type CreateProviderInput = z.output<typeof CreateProviderInput>

/** Replaces every setting. Without `clientSecret`, the stored secret stays. */
export const UpdateProviderInput = z.strictObject({
  ...settings,
  clientSecret: z.string().min(1).max(1_000).optional(),
})
export type UpdateProviderInput = z.output<typeof UpdateProviderInput>

export const CheckIssuerInput = z.strictObject({ issuer: Issuer })

/** What an issuer's metadata says: whether it supports sign-out, and which claims it can return. */
export const CheckedIssuer = z.strictObject({ issuer: z.string(), signsOut: z.boolean(), claims: list(z.string()) })
export type CheckedIssuer = z.infer<typeof CheckedIssuer>

export const SignInProvider = z.strictObject({ key: z.string(), name: z.string(), startUrl: z.string() })
export type SignInProvider = z.infer<typeof SignInProvider>
