import { describe, expect, it } from 'vitest'
import type { Db } from './pool.ts'
import { ReadReplica } from './read-replica.ts'

/** A fake database with this many audit events. Null simulates an outage. */
const having = (state: { events: number | null }): Db => {
  const answer = async () => {
    if (state.events === null) throw new Error('away')
    return { sequence: String(state.events) }
  }
  const query = { select: () => query, orderBy: () => query, limit: () => query, executeTakeFirst: answer }
  // The replica runs only this query.
  return { selectFrom: () => query } as unknown as Db
}

const aReplica = () => {
  const [primary, copy] = [{ events: 10 as number | null }, { events: 10 as number | null }]
  const clock = { ms: 1_000_000 }
  const said: string[] = []
  const db = having(copy)
  const replica = new ReadReplica(db, having(primary), { warn: (_, words) => said.push(words) }, () => clock.ms)
  return { primary, copy, clock, said, db, replica }
}

describe('a read replica', () => {
  it('is read from once it has what the database had at the last look', async () => {
    const { replica, db } = aReplica()
    expect(replica.for('shop')).toBeUndefined()
    await replica.look(await replica.look(undefined))
    expect(replica.for('shop', 'ada')).toBe(db)
  })

  it('is not asked by who has just written, nor about what was, until that is there for certain', async () => {
    const { replica, db, clock } = aReplica()
    await replica.look(10n)
    replica.wrote('shop', 'ada', null, undefined)
    expect(replica.for('shop', 'bob')).toBeUndefined()
    expect(replica.for('other', 'ada')).toBeUndefined()
    expect(replica.for('other', null)).toBe(db)
    clock.ms += 15_000
    await replica.look(10n)
    expect(replica.for('shop', 'ada')).toBe(db)
  })

  it('is not read from while it is behind, away, or was not looked at, which is said once, and once that it is again', async () => {
    const { replica, db, clock, primary, copy, said } = aReplica()
    primary.events = 20
    await replica.look(20n)
    await replica.look(20n)
    expect(replica.for('shop')).toBeUndefined()
    copy.events = 20
    await replica.look(20n)
    expect(replica.for('shop')).toBe(db)
    copy.events = null
    await replica.look(20n)
    expect(replica.for('shop')).toBeUndefined()
    copy.events = 20
    await replica.look(20n)
    clock.ms += 10_001
    expect(replica.for('shop')).toBeUndefined()
    expect(said).toEqual([
      'DATABASE_READ_URL is not read from: it is more than 5 seconds behind. The database itself is asked meanwhile.',
      'DATABASE_READ_URL is read from again',
      'DATABASE_READ_URL is not read from: it does not answer (Error: away). The database itself is asked meanwhile.',
      'DATABASE_READ_URL is read from again',
    ])
  })
})
