import type pg from 'pg'
import type { ByteBudget, ChunkCheck } from '../byte-budget.ts'

/**
 * Counts the bytes received over a connection that is not open yet. With TLS the messages are on another stream than
 * the first byte.
 */
export function guardPostgresql(client: pg.Client, budget: ByteBudget, isEncrypted: boolean, check?: ChunkCheck): void {
  const { connection } = client
  if (isEncrypted) connection.once('sslconnect', () => budget.guard(connection.stream, check))
  else budget.guard(connection.stream, check)
}
