import { sql } from 'kysely'
import type { PresenceEvent } from '../../../shared/features/presence/schemas/presence.ts'
import type { Db } from '../../platform/db/pool.ts'

/** Notifies all servers. Nothing is stored. */
export const announcePresence = (db: Db, told: PresenceEvent) =>
  sql`select pg_notify('fanion_presence', ${JSON.stringify(told)})`.execute(db)
