import { sql } from 'kysely'
import type { Db, Tx } from '../../db/pool.ts'
import type { ProvenEnvironment } from '../../kernel/scope.ts'
import type { Subject } from './queries.ts'

/** Every subject that these lead to by reference, at any depth, themselves included. */
export const reachableFrom = async (db: Db, environment: ProvenEnvironment, subjects: readonly Subject[]) => {
  if (subjects.length === 0) return []
  const kinds = subjects.map((subject) => subject.kind)
  const keys = subjects.map((subject) => subject.key)
  const { rows } = await sql<Subject>`
    with recursive reached(kind, key) as (
      select * from unnest(${kinds}::text[], ${keys}::text[])
      union
      select r.to_kind, r.to_key from reached
      join reference r on r.environment_id = ${environment.id} and r.kind = reached.kind and r.key = reached.key
    )
    select kind, key from reached`.execute(db)
  return rows
}

/** The subjects that name one of these directly. */
export const dependentsOf = async (db: Db, environment: ProvenEnvironment, subjects: readonly Subject[]) => {
  if (subjects.length === 0) return []
  return db
    .selectFrom('reference')
    .select(['kind', 'key', 'toKind', 'toKey'])
    .where('environmentId', '=', environment.id)
    .where((eb) =>
      eb(
        eb.refTuple('toKind', 'toKey'),
        'in',
        subjects.map((subject) => eb.tuple(subject.kind, subject.key)),
      ),
    )
    .execute()
}

/** Makes these the references of the subjects, in place of those they had. */
export const replaceReferences = async (
  tx: Tx,
  environment: ProvenEnvironment,
  subjects: readonly Subject[],
  references: readonly { from: Subject; to: Subject }[],
) => {
  if (subjects.length > 0) {
    await tx
      .deleteFrom('reference')
      .where('environmentId', '=', environment.id)
      .where((eb) =>
        eb(
          eb.refTuple('kind', 'key'),
          'in',
          subjects.map((subject) => eb.tuple(subject.kind, subject.key)),
        ),
      )
      .execute()
  }
  if (references.length === 0) return
  // arrays, because a statement has at most 65 535 parameters and a publication may hold more references
  const [kinds, keys] = [references.map(({ from }) => from.kind), references.map(({ from }) => from.key)]
  const [toKinds, toKeys] = [references.map(({ to }) => to.kind), references.map(({ to }) => to.key)]
  await sql`
    insert into reference (environment_id, kind, key, to_kind, to_key)
    select ${environment.id}, * from unnest(${kinds}::text[], ${keys}::text[], ${toKinds}::text[], ${toKeys}::text[])
  `.execute(tx)
}
