import type { Insertable } from 'kysely'
import type { InvitationTable } from '../../platform/db/access-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { MembershipTable } from '../../platform/db/schema.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

const withPerson = (db: Db) =>
  db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .leftJoin('identityProvider', 'identityProvider.id', 'membership.providerId')
    .select(['membership.role', 'membership.environments', 'membership.createdAt', 'identityProvider.name as givenBy'])
    .select(['person.id', 'person.name', 'person.email', 'person.instanceRole'])
    .select(['person.disabledAt', 'person.lastSeenAt'])

export const membersOf = (db: Db, project: ProvenProject) =>
  withPerson(db).where('membership.projectId', '=', project.id).orderBy('person.name').orderBy('person.id').execute()

export const findMember = (db: Db, project: ProvenProject, personId: string) =>
  withPerson(db)
    .where('membership.projectId', '=', project.id)
    .where('membership.personId', '=', personId)
    .executeTakeFirst()

/** Prevents concurrent changes to the project's members until the transaction ends. */
export const lockMembers = (tx: Tx, projectId: string) =>
  tx.selectFrom('project').select('id').where('id', '=', projectId).forUpdate().executeTakeFirstOrThrow()

/** The admins of a project who can sign in. */
export const activeAdmins = async (db: Db, projectId: string): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .select(['person.id', 'person.name'])
    .where('membership.projectId', '=', projectId)
    .where('membership.role', '=', 'admin')
    .where('person.disabledAt', 'is', null)
    .orderBy('person.name')
    .execute()

/** The owners of this instance who can sign in. */
export const activeOwners = async (db: Db): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('person')
    .select(['id', 'name'])
    .where('instanceRole', '=', 'owner')
    .where('disabledAt', 'is', null)
    .orderBy('name')
    .execute()

type EffectiveRole = Pick<MembershipTable, 'role' | 'environments'> & { providerId?: string | null }

export const updateMembership = (tx: Tx, projectId: string, personId: string, change: EffectiveRole) =>
  tx.updateTable('membership').set(change).where('projectId', '=', projectId).where('personId', '=', personId).execute()

export const deleteMembership = (tx: Tx, projectId: string, personId: string) =>
  tx.deleteFrom('membership').where('projectId', '=', projectId).where('personId', '=', personId).execute()

const invitationColumns = [
  'invitation.id',
  'invitation.projectId',
  'invitation.email',
  'invitation.role',
  'invitation.environments',
  'invitation.createdAt',
  'invitation.expiresAt',
  'invitation.acceptedAt',
  'invitation.revokedAt',
  'inviter.name as inviterName',
] as const

const withInviter = (db: Db) =>
  db
    .selectFrom('invitation')
    .leftJoin('person as inviter', 'inviter.id', 'invitation.invitedBy')
    .select(invitationColumns)

/** Invitations to a project or, with null, to the instance, newest first. */
export const invitationsTo = (db: Db, projectId: string | null) =>
  withInviter(db)
    .where('invitation.projectId', projectId === null ? 'is' : '=', projectId)
    .orderBy('invitation.createdAt', 'desc')
    .limit(200)
    .execute()

/** Reads and locks an invitation to a project or, with null, to the instance. */
export const lockInvitation = (tx: Tx, projectId: string | null, id: string) =>
  withInviter(tx)
    .where('invitation.projectId', projectId === null ? 'is' : '=', projectId)
    .where('invitation.id', '=', id)
    .forUpdate('invitation')
    .executeTakeFirst()

/** The invitation of this token hash with its project, unless the project is archived. */
export const findInvitationByHash = (db: Db, hash: Buffer) =>
  withInviter(db)
    .leftJoin('project', 'project.id', 'invitation.projectId')
    .select(['project.key as projectKey', 'project.name as projectName'])
    .where('invitation.tokenHash', '=', hash)
    .where('project.archivedAt', 'is', null)
    .executeTakeFirst()

export const insertInvitation = (tx: Tx, row: Insertable<InvitationTable>) =>
  tx.insertInto('invitation').values(row).execute()

/** Marks an invitation as accepted. Returns false if it already was. */
export const acceptInvitation = async (tx: Tx, id: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set({ acceptedAt: now })
    .where('id', '=', id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes the open invitations of an address to a project or to the instance, or only the one with this id. */
export const revokeInvitations = (
  tx: Tx,
  projectId: string | null,
  one: { id: string } | { email: string },
  now: Date,
) =>
  tx
    .updateTable('invitation')
    .set({ revokedAt: now })
    .where('projectId', projectId === null ? 'is' : '=', projectId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where((eb) => ('id' in one ? eb('id', '=', one.id) : eb('email', '=', one.email)))
    .execute()

/**
 * An account's membership, if any, in each given project and in all projects where this provider's groups granted one.
 */
export const membershipsForGroups = (db: Db, personId: string, providerId: string, projects: readonly string[]) =>
  db
    .selectFrom('project')
    .leftJoin('membership', (join) =>
      join.onRef('membership.projectId', '=', 'project.id').on('membership.personId', '=', personId),
    )
    .select(['project.id as projectId', 'project.key', 'membership.role', 'membership.providerId'])
    .where('project.archivedAt', 'is', null)
    .where((eb) => eb.or([eb('project.key', 'in', ['', ...projects]), eb('membership.providerId', '=', providerId)]))
    .execute()
