import type pg from 'pg'

/** Predefined roles of PostgreSQL, by what they allow besides reading. */
const writing: Readonly<Record<string, string>> = {
  pg_write_all_data: 'write into every table',
  pg_write_server_files: 'write files on its machine',
  pg_execute_server_program: 'run programs on its machine',
  pg_create_subscription: 'create subscriptions',
  pg_maintain: 'maintain every table',
  pg_signal_backend: 'end what others do',
}

/*
 * Checks every role that this user has or can take with SET ROLE, because privileges that are not inherited count too.
 * Skips catalogs, which only superusers can change, and schemas of temporary tables, which belong to one connection.
 */
const question = `
  with who as (
    select oid, rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication from pg_roles
    where pg_has_role(session_user, oid, 'MEMBER')
  ), place as (
    select oid, nspname, nspowner, nspacl from pg_namespace
    where nspname <> 'pg_catalog' and nspname !~ '^pg_(toast|temp)'
  ), relation as (
    select pg_class.oid, relkind, relowner, nspname || '.' || relname as name
    from pg_class join place on place.oid = relnamespace where relkind in ('r', 'p', 'v', 'f', 'm', 'S')
  ), found as (
    select 1 as rank, 'do everything: ' || rolname || ' is a superuser' as what from who where rolsuper
    union all select 2, 'create databases' from who where rolcreatedb
    union all select 2, 'create roles' from who where rolcreaterole
    union all select 2, 'replicate the server' from who where rolreplication
    union all select 2, $2::jsonb ->> rolname from who where $2::jsonb ? rolname
    union all
    select 3, 'change the database ' || datname || ', which it owns' from pg_database join who on who.oid = datdba
    where datname = current_database()
    union all
    select 3, 'create schemas in the database ' || current_database() from who
    where has_database_privilege(who.oid, current_database(), 'CREATE')
    union all
    select 4, 'create tables in the schema ' || nspname from place join who on has_schema_privilege(who.oid, place.oid, 'CREATE')
    union all
    select 5, 'change ' || name || ', which it owns' from relation join who on who.oid = relowner
    union all
    select 6, right_name || ' ' || name from relation join who on true
    join (values ('INSERT', 'insert into'), ('UPDATE', 'update'), ('DELETE', 'delete from'), ('TRUNCATE', 'empty'),
      ('TRIGGER', 'put triggers on'), ('REFERENCES', 'refer to')) as privilege (code, right_name) on true
    where relkind <> 'S' and (has_table_privilege(who.oid, relation.oid, code)
      or (code in ('INSERT', 'UPDATE', 'REFERENCES') and has_any_column_privilege(who.oid, relation.oid, code)))
    union all
    select 7, 'draw numbers from ' || name from relation join who on relkind = 'S'
      and (has_sequence_privilege(who.oid, relation.oid, 'USAGE') or has_sequence_privilege(who.oid, relation.oid, 'UPDATE'))
    union all
    select 8, 'change the function ' || nspname || '.' || proname || ', which it owns'
    from pg_proc join place on place.oid = pronamespace join who on who.oid = proowner
  )
  select what from (select min(rank) as rank, what from found group by what) as once order by rank, what limit $1`

/**
 * Returns what a user may write in any schema, table, column, sequence or function, as phrases. Empty if they can only
 * read.
 */
export async function listWriteRights(client: pg.Client, atMost: number): Promise<string[]> {
  // JIT compilation would take longer than the query.
  await client.query(`select set_config('jit', 'off', true)`)
  const { rows } = await client.query<{ what: string }>(question, [atMost, JSON.stringify(writing)])
  // A server that only pretends to be PostgreSQL may return other columns and more rows.
  return rows.slice(0, atMost).map(({ what }) => String(what))
}
