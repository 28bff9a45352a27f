import { uuidv7 } from 'uuidv7'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { deleteExpiredChallenges, insertSpentChallenge, isSpentChallenge } from './passkey-queries.ts'

it('a challenge is spent once, and stays so until it ends: only what has ended is forgotten', async () => {
  const { db } = await testDatabase()
  const end = Date.parse('2027-01-01T00:00:00Z')
  const ids = [uuidv7(), uuidv7(), uuidv7()]
  const spend = (id: string, at: number) =>
    insertSpentChallenge(db, { id, text: 'a text', personId: null, expiresAt: new Date(end + ids.indexOf(id) + at) })
  for (const id of ids) expect([await isSpentChallenge(db, id), await spend(id, 0)]).toEqual([false, true])
  // spending it again fails and keeps the first expiry
  for (const id of ids) expect(await spend(id, 60_000)).toBe(false)
  await deleteExpiredChallenges(db, new Date(end + 1))
  expect(await Promise.all(ids.map((id) => isSpentChallenge(db, id)))).toEqual([false, true, true])
})
