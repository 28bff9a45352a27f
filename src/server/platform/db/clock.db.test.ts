import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { clockSetBack } from './clock.ts'
import type { Db } from './pool.ts'

let db: Db
beforeAll(async () => {
  ;({ db } = await testDatabase(1))
})

describe('a clock that was set back', () => {
  it('is told by the last act, and no clock is that differs by little', async () => {
    expect(await clockSetBack(db, new Date())).toBeUndefined()
    const at = new Date('2026-05-04T12:00:00Z')
    await db
      .insertInto('event')
      .values({
        ...{ id: '0190a000-0000-7000-8000-000000000001', at, actorKind: 'system', actorId: null, actorName: 'Fanion' },
        ...{ action: 'audit.checkpoint', subject: '', requestId: '', address: '', userAgent: '' },
      })
      .execute()
    expect(await clockSetBack(db, new Date('2026-05-04T11:59:30Z'))).toBeUndefined()
    expect(await clockSetBack(db, new Date('2026-05-04T11:30:00Z'))).toMatch(
      /^This machine’s clock was set back, .* 2026-05-04T12:00:00\.000Z, 30 min from now\. Nothing is lost/,
    )
  })
})
