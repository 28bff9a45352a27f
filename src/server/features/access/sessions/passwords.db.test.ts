import { describe, expect, it } from 'vitest'
import { announcementsOf } from '../../../../../tests/support/announcements.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { aPerson, contextOf } from '../../../../../tests/support/people.ts'
import { refusalOf } from '../../../../../tests/support/refusal.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { hashPassword, passwordMatches } from '../accounts/password.ts'
import { changePassword } from './change-password.ts'
import { setUp } from './set-up.ts'

const { db, url } = await testDatabase()
const heard = await announcementsOf(url, ['fanion_access'])
const now = new Date('2026-11-20T08:00:00Z')
const [current, next] = ['a horse of my own', 'another horse of mine']

/** An account with two sessions, with or without a password, authenticated `minutes` ago. */
async function someone(hasPassword: boolean, minutes = 0) {
  const actor = await aPerson(db, 'Ada')
  if (actor.kind !== 'user') throw new Error('a person is a user')
  const authenticatedAt = new Date(now.getTime() - minutes * 60_000)
  const ctx = contextOf(db, { ...actor, session: { ...actor.session, authenticatedAt } }, () => now)
  const passwordHash = hasPassword ? await hashPassword(current, ctx) : null
  await db.updateTable('person').set({ passwordHash }).where('id', '=', actor.id).execute()
  for (const id of [actor.session.id, ctx.newId()]) {
    const times = { createdAt: now, seenAt: now, authenticatedAt, expiresAt: new Date(now.getTime() + 60_000) }
    const row = { id, personId: actor.id, tokenHash: Buffer.from(id), address: '', userAgent: '', ...times }
    await db.insertInto('session').values(row).execute()
  }
  return { ctx, actor }
}
type Someone = Awaited<ReturnType<typeof someone>>

const stored = async ({ ctx, actor }: Someone) => {
  const { passwordHash } = await db
    .selectFrom('person')
    .select('passwordHash')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow()
  const sessions = await db.selectFrom('session').select('id').where('personId', '=', actor.id).execute()
  const is = async (text: string) => passwordHash !== null && (await passwordMatches(text, passwordHash, ctx))
  const kept = sessions.map(({ id }) => id === actor.session.id)
  return { current: await is(current), next: await is(next), kept }
}
const eventsOf = async (subject: string) =>
  (await db.selectFrom('event').select(['action', 'after']).where('subject', '=', subject).execute()).map(
    ({ action, after }) => [action, after],
  )

describe('a new password', () => {
  it('takes the one there is, ends every other session of that person alone, is told and noted', async () => {
    const [one, other] = [await someone(true), await someone(true)]
    expect(await heard(() => changePassword(one.ctx, { current, next }))).toEqual(['fanion_access '])
    expect(await stored(one)).toEqual({ current: false, next: true, kept: [true] })
    expect((await stored(other)).current).toBe(true)
    expect((await stored(other)).kept).toHaveLength(2)
    expect(await eventsOf(one.actor.email)).toEqual([['account.change-password', null]])
  })

  it.each([undefined, '', 'a wrong one', next])('is refused where %j is said to be the one there is', async (said) => {
    const one = await someone(true)
    const { code, details } = await refusalOf(changePassword(one.ctx, { current: said, next }))
    expect([code, details.problems?.map(({ path }) => path)]).toEqual(['auth/wrong-credentials', ['current']])
    expect(await stored(one)).toMatchObject({ current: true, next: false })
    expect((await stored(one)).kept).toHaveLength(2)
    expect(await eventsOf(one.actor.email)).toEqual([])
  })

  it('is refused after too many tries, right or wrong', async () => {
    const one = await someone(true)
    const tries = async () => (await refusalOf(changePassword(one.ctx, { current: 'a wrong one', next }))).code
    let times = 0
    while ((await tries()) === 'auth/wrong-credentials') times++
    expect((await refusalOf(changePassword(one.ctx, { current, next }))).code).toBe('request/rate-limited')
    expect(times).toBeGreaterThan(1)
  })

  it('of whoever has none takes a proof of the last hour', async () => {
    const [late, soon] = [await someone(false, 61), await someone(false, 59)]
    expect((await refusalOf(changePassword(late.ctx, { next }))).code).toBe('auth/confirm-required')
    await changePassword(soon.ctx, { next })
    expect([(await stored(late)).next, (await stored(soon)).next]).toEqual([false, true])
  })

  it('is none that is easily guessed', async () => {
    const one = await someone(true)
    const { details } = await refusalOf(changePassword(one.ctx, { current, next: 'password1234' }))
    expect(details.problems?.map(({ path }) => path)).toEqual(['next'])
    expect((await stored(one)).current).toBe(true)
  })
})

describe('the first owner', () => {
  it('is made once, signed in, and noted; not by a wrong token, nor beside another', async () => {
    const fresh = await testDatabase()
    const nobody: Actor = { kind: 'anonymous', id: null, name: 'nobody' }
    const ctx: Ctx = contextOf(fresh.db, nobody, () => now)
    const by = (token: string, email = 'ada@example.com') =>
      setUp({ ...ctx, setUpToken: 'the right one' }, { email, name: 'Ada', password: current, token })
    expect((await refusalOf(by('a wrong one'))).code).toBe('auth/token-invalid')
    const { user, token } = await by('the right one')
    expect(user).toMatchObject({ email: 'ada@example.com', name: 'Ada', instanceRole: 'owner' })
    expect(token.length).toBeGreaterThan(20)
    expect((await refusalOf(by('the right one', 'bob@example.com'))).code).toBe('setup/done')
    const count = async (table: 'person' | 'session') =>
      (await fresh.db.selectFrom(table).select('id').execute()).length
    expect([await count('person'), await count('session')]).toEqual([1, 1])
    const events = await fresh.db.selectFrom('event').select(['action', 'subject', 'after']).execute()
    expect(events).toEqual([{ action: 'account.set-up', subject: 'ada@example.com', after: user }])
  })
})
