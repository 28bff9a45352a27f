import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { isUnavailable } from './failure.ts'

describe('a connection that is cut in the middle of a transaction', () => {
  it('refuses the next query as unavailable, and ends nothing but its transaction', async () => {
    const { db } = await testDatabase(2)
    const transaction = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
      // The termination arrives while this connection is idle.
      await new Promise((resolve) => setTimeout(resolve, 50))
      await sql`select 1`.execute(tx)
    })
    const refusal: unknown = await transaction.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(isUnavailable(refusal)).toBe(true)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
})
