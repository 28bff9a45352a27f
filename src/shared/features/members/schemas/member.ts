import { z } from 'zod'
import { everyPermission, roles } from '../../../permissions.ts'
import { list, record } from '../../../schemas/bounded.ts'
import { Id, Instant, ScopeKey } from '../../../schemas/keys.ts'
import { Name } from '../../../schemas/name.ts'
import { Email, InstanceRole, Password } from '../../access/schemas/account.ts'
import { InProject } from '../../projects/schemas/project.ts'

export const MemberRole = z.enum(['viewer', 'editor', 'publisher', 'admin'])
export type MemberRole = z.infer<typeof MemberRole>

/** Environment keys that the role applies to; null for all. In other environments the member is a viewer. */
const environments = list(ScopeKey).min(1, 'name at least one environment, or give null for all').max(20).nullable()

const adminEverywhere = {
  check: (input: { role: string; environments: readonly string[] | null }) =>
    input.role !== 'admin' || input.environments === null,
  refusal: { path: ['environments'], message: 'use null: admins have access to every environment' },
}

export const Member = z.strictObject({
  user: z.strictObject({ id: Id, name: z.string(), email: z.string(), disabled: z.boolean(), owner: z.boolean() }),
  role: MemberRole,
  environments: list(z.string()).nullable(),
  /** The sign-in provider whose groups granted the membership. Null if a member granted it. */
  givenBy: z.string().nullable(),
  lastSeenAt: Instant.nullable(),
  createdAt: Instant,
})
export type Member = z.infer<typeof Member>

export const AddMemberInput = InProject.extend({
  email: Email,
  role: MemberRole,
  environments: environments.default(null),
}).refine(adminEverywhere.check, adminEverywhere.refusal)
export type AddMemberInput = z.output<typeof AddMemberInput>

export const SetMemberRoleInput = InProject.extend({
  userId: Id,
  role: MemberRole,
  environments: environments.default(null),
}).refine(adminEverywhere.check, adminEverywhere.refusal)
export type SetMemberRoleInput = z.output<typeof SetMemberRoleInput>

export const RemoveMemberInput = InProject.extend({ userId: Id })

/** A member who can grant missing permissions: the project's admins, or the owners if there are none. */
export const Grantor = z.strictObject({ id: Id, name: z.string(), role: z.enum(['admin', 'owner']) })
export type Grantor = z.infer<typeof Grantor>

/** Whether the caller may do something. If not: a sentence that says why, their role, and the lowest role that may. */
export const Answer = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true) }),
  z.strictObject({ ok: z.literal(false), reason: z.string(), role: z.enum(roles), needs: z.enum(roles) }),
])
export type Answer = z.infer<typeof Answer>

const Answers = z.record(z.enum(everyPermission), Answer)

/** Every permission in a project and in each of its environments, with the members who could grant missing ones. */
export const Can = z.strictObject({
  role: z.enum(roles),
  project: Answers,
  environments: record(z.string(), Answers),
  grantors: list(Grantor),
})
export type Can = z.infer<typeof Can>

/** An invitation to a project, or to the instance if `project` is null. */
export const Invitation = z.strictObject({
  id: Id,
  email: z.string(),
  role: z.enum(['viewer', 'editor', 'publisher', 'admin', 'owner', 'member']),
  environments: list(z.string()).nullable(),
  state: z.enum(['pending', 'accepted', 'revoked', 'expired']),
  invitedBy: z.string().nullable(),
  createdAt: Instant,
  expiresAt: Instant,
})
export type Invitation = z.infer<typeof Invitation>

/** The only time an invitation's link is shown. `mailed`: whether it was also emailed to the invited person. */
export const CreatedInvitation = z.strictObject({ invitation: Invitation, link: z.string(), mailed: z.boolean() })
export type CreatedInvitation = z.infer<typeof CreatedInvitation>

export const InviteUserInput = z.strictObject({ email: Email, role: InstanceRole })
export type InviteUserInput = z.output<typeof InviteUserInput>

export const InvitationReference = InProject.extend({ id: Id })

/** The random part of a link that was sent by email. */
export const LinkToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'use the complete link')

/** An invitation as the invited person sees it before accepting. */
export const ShownInvitation = z.strictObject({
  email: z.string(),
  role: z.string(),
  environments: list(z.string()).nullable(),
  project: z.string().nullable(),
  invitedBy: z.string().nullable(),
  expiresAt: Instant,
  /** Whether the address has an account. If so, its owner signs in to accept. */
  hasAccount: z.boolean(),
})
export type ShownInvitation = z.infer<typeof ShownInvitation>

/** `name` and `password` create a new account. Without them, the signed-in user accepts. */
export const AcceptInvitationInput = z.strictObject({
  token: LinkToken,
  name: Name.optional(),
  password: Password.optional(),
})
export type AcceptInvitationInput = z.output<typeof AcceptInvitationInput>
