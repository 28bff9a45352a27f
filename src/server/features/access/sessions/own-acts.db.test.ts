import { describe, expect, it } from 'vitest'
import { announcementsOf } from '../../../../../tests/support/announcements.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { aPerson, contextOf } from '../../../../../tests/support/people.ts'
import { createVault } from '../../../platform/kernel/vault.ts'
import { changeName } from '../accounts/change-name.ts'
import { chooseLocale } from '../accounts/choose-locale.ts'
import { hashPassword } from '../accounts/password.ts'
import { openChallenge, sealChallenge, spendChallenge } from '../second-factor/challenges.ts'
import { insertPasskey, usePasskey } from '../second-factor/passkey-queries.ts'
import { listPasskeys, removePasskey } from '../second-factor/passkeys.ts'
import {
  confirmOneTimeCode,
  findOneTimeCode,
  replaceRecoveryCodes,
  upsertOneTimeCode,
} from '../second-factor/queries.ts'
import { renewRecoveryCodes, resetTwoFactor, turnTwoFactorOff, twoFactorState } from '../second-factor/two-factor.ts'
import { confirm } from './confirm.ts'
import { revokeSession } from './revoke-session.ts'
import { signOut } from './sign-out.ts'

const { db, url } = await testDatabase()
const heard = await announcementsOf(url, ['fanion_access'])
const now = new Date('2026-11-20T08:00:00Z')

/** An account with two sessions, a passkey and a second factor. All of these accounts are identical. */
async function someone(name: string) {
  const actor = await aPerson(db, name)
  if (actor.kind !== 'user') throw new Error('a person is a user')
  const ctx = { ...contextOf(db, actor, () => now), vault: createVault('a secret of the instance') }
  const [second, passkey] = [ctx.newId(), ctx.newId()]
  await db.transaction().execute(async (tx) => {
    for (const id of [actor.session.id, second]) {
      const times = { createdAt: now, seenAt: now, authenticatedAt: now, expiresAt: new Date(now.getTime() + 60_000) }
      const row = { id, personId: actor.id, tokenHash: Buffer.from(id), address: '', userAgent: '', ...times }
      await tx.insertInto('session').values(row).execute()
    }
    const key = { personId: actor.id, credentialId: passkey, publicKey: Buffer.from('key'), transports: [] }
    await insertPasskey(tx, { id: passkey, name, counter: 0, createdAt: now, lastUsedAt: null, ...key })
    await upsertOneTimeCode(tx, { personId: actor.id, secret: 'sealed', createdAt: now, confirmedAt: null })
    await confirmOneTimeCode(tx, actor.id, now)
    await replaceRecoveryCodes(tx, actor.id, [Buffer.from(`${name} 1`), Buffer.from(`${name} 2`)])
  })
  return { ctx, actor, second, passkey }
}
type Someone = Awaited<ReturnType<typeof someone>>

/** Everything stored for an account. */
async function stored({ ctx, actor }: Someone) {
  const sessions = await db.selectFrom('session').select('id').where('personId', '=', actor.id).execute()
  const person = db.selectFrom('person').select(['name', 'locale']).where('id', '=', actor.id)
  const factor = Boolean(await findOneTimeCode(db, actor.id))
  return {
    ...(await person.executeTakeFirstOrThrow()),
    sessions: sessions.length,
    passkeys: (await listPasskeys(ctx)).length,
    factor,
    ...(await twoFactorState(ctx)),
  }
}
const asBegun = (name: string) => ({
  name,
  locale: null,
  sessions: 2,
  passkeys: 1,
  factor: true,
  on: true,
  recoveryCodes: 2,
})

type Row = readonly [action: string, act: (one: Someone) => Promise<unknown>, changed: object, told: readonly string[]]
const told = ['fanion_access ']
const without = { factor: false, on: false, recoveryCodes: 0 }
const acts: readonly Row[] = [
  ['account.sign-out', ({ ctx }) => signOut(ctx), { sessions: 1 }, told],
  ['account.revoke-session', ({ ctx, second }) => revokeSession(ctx, { id: second }), { sessions: 1 }, told],
  ['account.change-name', ({ ctx }) => changeName(ctx, { name: 'Other' }), { name: 'Other' }, []],
  ['account.choose-language', ({ ctx }) => chooseLocale(ctx, { locale: 'pt-BR' }), { locale: 'pt-BR' }, []],
  ['account.remove-passkey', ({ ctx, passkey }) => removePasskey(ctx, { id: passkey }), { passkeys: 0 }, []],
  ['account.two-factor-off', ({ ctx }) => turnTwoFactorOff(ctx), without, []],
  ['user.reset-two-factor', ({ ctx, actor }) => resetTwoFactor(ctx, { userId: actor.id }), without, []],
  ['account.renew-recovery-codes', ({ ctx }) => renewRecoveryCodes(ctx), { recoveryCodes: 10 }, []],
]

describe('an act of an account', () => {
  it.each(acts)('%s is stored, told of, noted, and changes nobody else', async (action, act, changed, announced) => {
    const [one, other] = [await someone('One'), await someone('Two')]
    let answer: object = {}
    const acting = async () => {
      // each of these calls returns an object
      answer = (await act(one)) as object
    }
    expect(await heard(acting)).toEqual(announced)
    expect([await stored(one), await stored(other)]).toEqual([{ ...asBegun('One'), ...changed }, asBegun('Two')])
    const events = await db.selectFrom('event').select('action').where('subject', '=', one.actor.email).execute()
    expect(events).toEqual([{ action }])
    // the returned fields match the stored state
    const said = Object.entries(answer).filter(([field]) => ['name', 'locale', 'on'].includes(field))
    expect(await stored(one)).toMatchObject(Object.fromEntries(said))
  })

  it('on what is somebody else’s is refused, and changes nothing', async () => {
    const [one, other] = [await someone('One'), await someone('Two')]
    await expect(revokeSession(one.ctx, { id: other.second })).rejects.toMatchObject({ code: 'session/not-found' })
    await expect(removePasskey(one.ctx, { id: other.passkey })).rejects.toMatchObject({ code: 'passkey/not-found' })
    expect([await stored(one), await stored(other)]).toEqual([asBegun('One'), asBegun('Two')])
  })

  it('makes no recovery codes where the second factor is off', async () => {
    const one = await someone('One')
    expect(await turnTwoFactorOff(one.ctx)).toEqual({ on: false })
    await expect(renewRecoveryCodes(one.ctx)).rejects.toMatchObject({ code: 'request/invalid' })
  })

  it('notes the use of that passkey alone', async () => {
    const [one, other] = [await someone('One'), await someone('Two')]
    await db.transaction().execute((tx) => usePasskey(tx, one.passkey, 1, now))
    expect((await listPasskeys(one.ctx))[0]?.lastUsedAt).toBe(now.toISOString())
    expect((await listPasskeys(other.ctx))[0]?.lastUsedAt).toBeNull()
  })
})

describe('a proof that it is the person', () => {
  it('is noted, and good for that session alone', async () => {
    const [one, other] = [await someone('One'), await someone('Two')]
    await turnTwoFactorOff(one.ctx)
    const passwordHash = await hashPassword('correct horse battery')
    await db.updateTable('person').set({ passwordHash }).where('id', '=', one.actor.id).execute()
    const later = { ...one.ctx, now: () => new Date(now.getTime() + 30_000) }
    await expect(confirm(later, { password: 'another' })).rejects.toMatchObject({ code: 'auth/wrong-credentials' })
    await confirm(later, { password: 'correct horse battery' })
    const people = [one.actor.id, other.actor.id]
    const proven = await db
      .selectFrom('session')
      .select('id')
      .where('personId', 'in', people)
      .where('authenticatedAt', '>', now)
      .execute()
    expect(proven).toEqual([{ id: one.actor.session.id }])
    const events = await db
      .selectFrom('event')
      .select('action')
      .where('subject', '=', one.actor.email)
      .orderBy('id')
      .execute()
    expect(events.map(({ action }) => action)).toEqual(['account.two-factor-off', 'account.confirm'])
  })
})

describe('a challenge', () => {
  const tooLate = { code: 'auth/token-expired' }
  it('is good for whom it was made, for five minutes and not at their end', async () => {
    const { ctx, actor } = await someone('One')
    const after = (ms: number) => ({ ...ctx, now: () => new Date(now.getTime() + ms) })
    for (const [whose, others] of [
      [actor.id, null],
      [null, actor.id],
    ] as const) {
      const sealed = sealChallenge(ctx, 'text', whose)
      expect(await openChallenge(after(299_999), sealed, whose)).toMatchObject({ text: 'text', personId: whose })
      await expect(openChallenge(after(300_000), sealed, whose)).rejects.toMatchObject(tooLate)
      await expect(openChallenge(ctx, sealed, others)).rejects.toMatchObject(tooLate)
      await expect(openChallenge(ctx, `x${sealed}`, whose)).rejects.toMatchObject(tooLate)
    }
  })

  it('is spent once', async () => {
    const { ctx, actor } = await someone('One')
    const [sealed, another] = [sealChallenge(ctx, 'text', actor.id), sealChallenge(ctx, 'text', actor.id)]
    const challenge = await openChallenge(ctx, sealed, actor.id)
    await spendChallenge(ctx, challenge)
    await expect(spendChallenge(ctx, challenge)).rejects.toMatchObject(tooLate)
    await expect(openChallenge(ctx, sealed, actor.id)).rejects.toMatchObject(tooLate)
    expect(await openChallenge(ctx, another, actor.id)).toMatchObject({ text: 'text' })
  })
})
