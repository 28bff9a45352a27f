import type { Invitation, Member } from '../../../shared/features/members/schemas/member.ts'
import type { invitationsTo, membersOf } from './queries.ts'

export const memberView = (row: Awaited<ReturnType<typeof membersOf>>[number]): Member => ({
  user: {
    id: row.id,
    name: row.name,
    email: row.email,
    disabled: row.disabledAt !== null,
    owner: row.instanceRole === 'owner',
  },
  role: row.role,
  environments: row.environments,
  givenBy: row.givenBy,
  lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

type InvitationRow = Awaited<ReturnType<typeof invitationsTo>>[number]

function invitationState(row: InvitationRow, now: Date): Invitation['state'] {
  if (row.acceptedAt) return 'accepted'
  if (row.revokedAt) return 'revoked'
  return row.expiresAt <= now ? 'expired' : 'pending'
}

/** An invitation as the API returns it, without its link, which is shown only once. */
export const invitationView = (row: InvitationRow, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  environments: row.environments,
  state: invitationState(row, now),
  invitedBy: row.inviterName,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})
