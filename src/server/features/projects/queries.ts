import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { EnvironmentTable, MembershipTable, ProjectTable } from '../../platform/db/schema.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'
import { environmentColumns } from './environment-columns.ts'

const projectColumns = [
  'id',
  'key',
  'name',
  'description',
  'flagKeyPattern',
  'dialect',
  'protectReaders',
  'createdAt',
] as const

export const allProjects = (db: Db) =>
  db.selectFrom('project').select(projectColumns).where('archivedAt', 'is', null).orderBy('name').execute()

/** All active projects by name, with a person's membership if they have one. */
export const projectsOf = (db: Db, personId: string | null) =>
  db
    .selectFrom('project')
    .leftJoin('membership', (join) =>
      join.onRef('membership.projectId', '=', 'project.id').on('membership.personId', '=', personId),
    )
    .select(['project.id', 'project.key', 'project.name', 'project.description', 'project.flagKeyPattern'])
    .select(['project.dialect', 'project.protectReaders'])
    .select(['project.createdAt', 'membership.role', 'membership.environments'])
    .where('project.archivedAt', 'is', null)
    .orderBy('project.name')
    .execute()

export const findProject = (db: Db, project: ProvenProject) =>
  db.selectFrom('project').select(projectColumns).where('id', '=', project.id).executeTakeFirstOrThrow()

export const insertProject = (tx: Tx, project: Insertable<ProjectTable>) =>
  tx.insertInto('project').values(project).execute()

export const insertMembership = (tx: Tx, membership: Insertable<MembershipTable>) =>
  tx.insertInto('membership').values(membership).execute()

export const insertEnvironments = (tx: Tx, environments: Insertable<EnvironmentTable>[]) =>
  tx.insertInto('environment').values(environments).execute()

/** The environments of a project in their configured order. */
export const environmentsOf = (db: Db, project: ProvenProject) =>
  db
    .selectFrom('environment')
    .select(environmentColumns)
    .where('projectId', '=', project.id)
    .orderBy('position')
    .execute()

/** The environments of several projects, in each project's configured order. */
export const environmentsOfProjects = async (db: Db, projectIds: readonly string[]) =>
  projectIds.length === 0
    ? []
    : db
        .selectFrom('environment')
        .select(environmentColumns)
        .select('projectId')
        .where('projectId', 'in', projectIds)
        .orderBy('position')
        .execute()

export const archivedProjects = (db: Db) =>
  db.selectFrom('project').select(projectColumns).where('archivedAt', 'is not', null).orderBy('name').execute()

export const findArchived = (db: Db, key: string) =>
  db
    .selectFrom('project')
    .select(projectColumns)
    .where('key', '=', key)
    .where('archivedAt', 'is not', null)
    .executeTakeFirst()

export const updateProject = (tx: Tx, id: string, change: Updateable<ProjectTable>) =>
  tx.updateTable('project').set(change).where('id', '=', id).execute()

/** Notifies all servers on commit, so that they close the streams of the project's applications. */
export const announceProjectArchived = (tx: Tx, id: string) =>
  sql`
    select pg_notify('fanion_keys', sdk_key.id::text)
    from sdk_key join environment on environment.id = sdk_key.environment_id
    where environment.project_id = ${id}`.execute(tx)
