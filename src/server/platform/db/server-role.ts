import { sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import type { Db } from './pool.ts'

type Privilege = 'select' | 'insert' | 'update' | 'delete'
type TablePrivileges = { readonly name: string; readonly privileges: readonly Privilege[] }

/** Tables that only triggers, functions of the owner, and migrations write. */
const readOnlyTables = ['audit_chain', 'event_chain', 'kysely_migration', 'kysely_migration_lock', 'schema_function']
/** Tables of the audit log. */
const auditTables = ['event', 'event_chain', 'audit_chain']
/**
 * Functions that run as the owner of the tables. A role that may execute the first one was set up by `grantServerRole`.
 */
const ownersFunctions = ['add_event_day(date)', 'drop_event_day(date)']

/**
 * Returns the privileges that a server needs if it does not own the tables. Append-only tables grant no updates or
 * deletes.
 */
async function neededPrivileges(db: Db): Promise<TablePrivileges[]> {
  const { rows } = await sql<{ name: string; isAppendOnly: boolean; isPartition: boolean }>`
    select relname as name, relispartition as is_partition, exists (
      select from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where tgrelid = pg_class.oid and proname in ('refuse_rewriting', 'refuse_rewriting_log')
    ) as is_append_only
    from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`.execute(
    db,
  )
  return rows.map(({ name, isAppendOnly, isPartition }) => {
    if (isPartition || readOnlyTables.includes(name)) return { name, privileges: ['select'] }
    if (isAppendOnly) return { name, privileges: ['select', 'insert'] }
    return { name, privileges: ['select', 'insert', 'update', 'delete'] }
  })
}

/**
 * Grants a role exactly the privileges that a server needs and revokes all others, in one transaction. The connection
 * must own the tables. Throws a StartError if the role cannot be used or could still rewrite the audit log afterwards.
 */
export async function grantServerRole(db: Db, role: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await refuseUnfitRole(tx, role)
    const to = sql.id(role)
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(tx)
    const schema = sql.id(rows[0]?.schema ?? 'public')
    await sql`revoke all on all tables in schema ${schema} from ${to}`.execute(tx)
    await sql`revoke all on all sequences in schema ${schema} from ${to}`.execute(tx)
    await sql`revoke all on schema ${schema} from ${to}`.execute(tx)
    await sql`grant usage on schema ${schema} to ${to}`.execute(tx)
    await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(tx)
    for (const [privileges, names] of groupedByPrivileges(await neededPrivileges(tx)))
      await sql`grant ${sql.raw(privileges)} on ${sql.join(names.map((name) => sql.id(name)))} to ${to}`.execute(tx)
    // A server updates only how far a chain is recorded in the installation's chain. The hashes stay read-only.
    await sql`grant update (checkpointed) on audit_chain to ${to}`.execute(tx)
    for (const name of ownersFunctions) await sql`grant execute on function ${sql.raw(name)} to ${to}`.execute(tx)
    const excess = await excessRights(tx, role)
    if (excess.length > 0)
      throw new StartError(
        `The role ${role} could still ${excess.join(', ')}, by a group it is in or by rights that every role has. ` +
          'Revoke that first. Nothing was changed.',
      )
  })
}

/** Repeats the grants for each role that has them, after a migration created tables. Returns the roles. */
export async function renewServerRoles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`
    select distinct rolname::text as role from pg_proc
    cross join aclexplode(proacl) join pg_roles on pg_roles.oid = grantee
    where pg_proc.oid = 'add_event_day(date)'::regprocedure and grantee <> proowner`.execute(db)
  for (const { role } of rows) await grantServerRole(db, role)
  return rows.map(({ role }) => role)
}

/** Returns the tables and functions for which the current role lacks a privilege that a server needs. */
export async function missingRights(db: Db): Promise<string[]> {
  const needed = await neededPrivileges(db)
  const pairs = needed.flatMap(({ name, privileges }) => privileges.map((privilege) => ({ name, privilege })))
  const { rows } = await sql<{ name: string }>`
    select distinct name from unnest(${pairs.map(({ name }) => name)}::text[], ${pairs.map(({ privilege }) => privilege)}::text[])
      as needed (name, privilege)
    where not has_table_privilege(quote_ident(name), privilege)
    union all
    select name from unnest(${ownersFunctions}::text[]) as name where not has_function_privilege(name, 'execute')
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Returns the ways in which a role could rewrite the audit log, as phrases. Empty for a role set up by
 * `grantServerRole`.
 */
export async function excessRights(db: Db, role: string): Promise<string[]> {
  const { rows } = await sql<{ act: string }>`
    with could as (
      select name, privilege from unnest(${auditTables}::text[]) as name
      cross join unnest(array['UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) as privilege
      union all select name, 'INSERT' from unnest(array['event_chain', 'audit_chain']) as name
    )
    select lower(privilege) || ' on ' || name as act from could where has_table_privilege(${role}, name, privilege)
    union all
    select 'create objects in the schema ' || current_schema()
      where has_schema_privilege(${role}, current_schema(), 'CREATE')
    union all
    select 'run ' || name from unnest(array['archive_chain(uuid, bigint)', 'chain_event(event)']) as name
      where has_function_privilege(${role}, name, 'EXECUTE')`.execute(db)
  return rows.map(({ act }) => act)
}

/** Throws if the role does not exist, can become the owner, or bypasses table privileges. */
async function refuseUnfitRole(tx: Db, role: string): Promise<void> {
  const { rows } = await sql<{
    isAbove: boolean
    isOwner: boolean
    mayConnect: boolean
    mayGrant: boolean
    owner: string
    user: string
  }>`
    select rolsuper or rolcreaterole or rolreplication as is_above,
      pg_has_role(pg_roles.oid, relowner, 'member') as is_owner,
      has_database_privilege(pg_roles.oid, current_database(), 'connect') as may_connect,
      pg_has_role(relowner, 'usage') as may_grant, pg_get_userbyid(relowner)::text as owner, current_user::text as user
    from pg_roles, pg_class where rolname = ${role} and pg_class.oid = 'event'::regclass`.execute(tx)
  const [found] = rows
  const id = JSON.stringify(role)
  if (found === undefined)
    throw new StartError(`There is no role ${role}. Create it first: create role ${id} login password '…'`)
  if (!found.mayGrant)
    throw new StartError(`${found.user} doesn’t own the tables. Run this with ${found.owner} in DATABASE_URL.`)
  if (found.isAbove)
    throw new StartError(
      `The role ${role} is a superuser, or may create roles or replicate, so that it could take any right. ` +
        'Use one that may do nothing of that.',
    )
  if (found.isOwner)
    throw new StartError(
      `The role ${role} is ${found.owner}, which owns the tables, or a member of it. Use a role that isn’t.`,
    )
  if (!found.mayConnect)
    throw new StartError(`The role ${role} may not connect. Run: grant connect on database … to ${id}`)
}

/** Groups table names by their privileges. */
function groupedByPrivileges(tables: readonly TablePrivileges[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { name, privileges } of tables) {
    const key = privileges.join(', ')
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  return groups
}
