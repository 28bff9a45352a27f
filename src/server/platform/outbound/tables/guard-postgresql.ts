import type pg from 'pg'
import type { ByteBudget, ChunkCheck } from '../byte-budget.ts'

/** Counts what arrives over a connection that is not open yet. Over TLS the frames are on another stream than the first byte. */
export function guardPostgresql(client: pg.Client, budget: ByteBudget, isEncrypted: boolean, check?: ChunkCheck): void {
  const { connection } = client
  if (isEncrypted) connection.once('sslconnect', () => budget.guard(connection.stream, check))
  else budget.guard(connection.stream, check)
}
