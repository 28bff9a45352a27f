import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/pool.ts'

/** Id of the instance's chain. All other chains belong to projects and have the project's id. */
export const installationChain = '00000000-0000-0000-0000-000000000000'

/** A position in a chain. 0 is the position before its first link. */
export type ChainPosition = { chain: string; position: number }

export type ChainHead = ChainPosition & { hash: string }

export type ChainLink = {
  chain: string
  position: string
  sequence: string
  hash: Buffer
  /** The text that the hash covers. Null if the event is missing. */
  content: string | null
  /** The content of a checkpoint. Null for other events. */
  recorded: { chains?: readonly { id: string; position: number; hash: string }[] } | null
}

/** Links after a position, one chain after another. */
export const linksAfter = async (db: Db, { chain, position }: ChainPosition, limit: number): Promise<ChainLink[]> => {
  const { rows } = await sql<ChainLink>`
    select link.chain, link.position, link.sequence, link.hash,
      case when event.sequence is not null then event_content(event) end as content,
      case when event.action = 'audit.checkpoint' then event.after end as recorded
    from event_chain as link left join event on event.sequence = link.sequence
    where (link.chain, link.position) > (${chain}::uuid, ${position})
    order by link.chain, link.position limit ${limit}`.execute(db)
  return rows
}

export const linksBetween = async (db: Db, chain: string, after: number, upTo: number, limit: number) => {
  const { rows } = await sql<Pick<ChainLink, 'position' | 'hash' | 'content'>>`
    select link.position, link.hash, event_content(event) as content
    from event_chain as link join event on event.sequence = link.sequence
    where link.chain = ${chain} and link.position > ${after} and link.position <= ${upTo}
    order by link.position limit ${limit}`.execute(db)
  return rows
}

export type Chain = {
  id: string
  /** The project's key. Null for the instance's chain, or if the project no longer exists. */
  project: string | null
  /** The link of the instance's chain after which this chain began. */
  afterPosition: string
  afterHash: Buffer
  /** The input of its first hash. */
  beginning: Buffer
  /** Last archived position. 0 if nothing is archived. */
  archivedPosition: string
  archivedHash: Buffer | null
}

export const chainsOf = async (db: Db): Promise<Chain[]> => {
  const { rows } = await sql<Chain>`
    select chain.id, project.key as project, after_position, after_hash, chain_beginning(chain) as beginning,
      archived_position, archived_hash
    from audit_chain as chain left join project on project.id = chain.id order by chain.id`.execute(db)
  return rows
}

export const chainsWithoutLinks = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from audit_chain where id <> ${installationChain}
      and not exists (select from event_chain where event_chain.chain = audit_chain.id)`.execute(db)
  return rows.map(({ id }) => id)
}

/** Hex hashes at these positions, by `chain:position`. Missing positions are omitted. */
export const hashesAt = async (db: Db, places: readonly ChainPosition[]): Promise<Map<string, string>> => {
  if (places.length === 0) return new Map()
  const { rows } = await sql<{ place: string; hash: string }>`
    select chain || ':' || position as place, encode(hash, 'hex') as hash
    from unnest(${places.map((one) => one.chain)}::uuid[], ${places.map((one) => one.position)}::bigint[])
      as place (chain, position)
    join event_chain using (chain, position)`.execute(db)
  return new Map(rows.map(({ place, hash }) => [place, hash]))
}

export const countUnchained = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: string }>`
    select count(*) from event
    where not exists (select from event_chain where event_chain.sequence = event.sequence)`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Tries to take the lock for recording checkpoints and archiving. Only one transaction can hold it. */
export const lockChains = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('fanion.audit-keeper')) as got`.execute(tx)
  return rows[0]?.got === true
}

/** Updates the recorded position of project chains that have grown since the last recording, and returns them. */
export const recordGrownChains = async (tx: Tx, atMost: number): Promise<ChainHead[]> => {
  const { rows } = await sql<{ id: string; position: string; hash: string }>`
    with grown as (
      select chain.id, head.position, head.hash from audit_chain as chain cross join lateral (
        select position, hash from event_chain where event_chain.chain = chain.id order by position desc limit 1
      ) as head
      where chain.id <> ${installationChain} and head.position > chain.checkpointed
      order by chain.id limit ${atMost}
    )
    update audit_chain set checkpointed = grown.position from grown where audit_chain.id = grown.id
    returning audit_chain.id, grown.position, encode(grown.hash, 'hex') as hash`.execute(tx)
  return rows.map(({ id, position, hash }) => ({ chain: id, position: Number(position), hash }))
}

/** The content of the newest event of an action, or undefined if there is none. */
export const newestOf = (db: Db, action: string) =>
  db
    .selectFrom('event')
    .select(['at', 'after'])
    .where('action', '=', action)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The range of a chain that may be archived. */
export type ArchivableRange = { chain: string; project: string | null; from: ChainHead; to: ChainHead }

/**
 * For each chain, the range of links before the first event that is at or after `until` or still needed by a webhook.
 * The last link of a chain always stays.
 */
export const cutsBefore = async (db: Db, until: Date): Promise<ArchivableRange[]> => {
  const { rows } = await sql<{
    id: string
    project: string | null
    fromPosition: string
    fromHash: string
    toPosition: string
    toHash: string
  }>`
    select own.id, project.key as project,
      own.archived_position as from_position,
      encode(coalesce(own.archived_hash, chain_beginning(own)), 'hex') as from_hash,
      link.position as to_position, encode(link.hash, 'hex') as to_hash
    from audit_chain as own
    left join project on project.id = own.id
    cross join lateral (
      select min(event_sequence) as sequence from delivery join webhook on webhook.id = delivery.webhook_id
      where webhook.project_id = own.id and next_attempt_at is not null
    ) as waiting
    cross join lateral (
      select least(
        (select first.position - 1 from event_chain as first join event on event.sequence = first.sequence
          where first.chain = own.id and (event.at >= ${until} or event.sequence >= waiting.sequence)
          order by first.position limit 1),
        (select max(position) - 1 from event_chain where event_chain.chain = own.id)
      ) as position
    ) as cut
    join event_chain as link on link.chain = own.id and link.position = cut.position
    where cut.position > own.archived_position
    order by own.id`.execute(db)
  return rows.map((row) => ({
    chain: row.id,
    project: row.project,
    from: { chain: row.id, position: Number(row.fromPosition), hash: row.fromHash },
    to: { chain: row.id, position: Number(row.toPosition), hash: row.toHash },
  }))
}

/** Records that a chain is archived up to a position, and deletes those links with their events. */
export const archiveChain = (tx: Tx, { chain, position }: ChainPosition) =>
  sql`select archive_chain(${chain}, ${position})`.execute(tx)
