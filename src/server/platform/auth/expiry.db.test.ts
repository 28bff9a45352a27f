import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aPerson, aProject, contextOf, inEnvironment } from '../../../../tests/support/people.ts'
import { CreateSdkKeyInput } from '../../../shared/features/access/schemas/sdk-key.ts'
import { limits } from '../../../shared/limits.ts'
import { sessionsOf } from '../../features/access/accounts/queries.ts'
import { tokenHash } from '../../features/access/accounts/session-token.ts'
import { createKey } from '../../features/access/keys/create-key.ts'
import { createToken } from '../../features/access/keys/create-token.ts'
import { keyHash } from '../../features/access/keys/key-hash.ts'
import { expireKey } from '../../features/access/keys/queries.ts'
import { expireToken } from '../../features/access/keys/token-queries.ts'
import { resetPassword } from '../../features/access/sessions/password-reset.ts'
import { insertReset } from '../../features/access/sessions/reset-queries.ts'
import { publicKeyHolder, sdkKeyHolder } from './sdk-key-holder.ts'
import { sessionActor } from './session-actor.ts'
import { tokenActor } from './token-actor.ts'

const { db } = await testDatabase()
const { owner, project } = await aProject(db)
const end = new Date('2027-03-01T00:00:00Z')
const at = (ms: number) => new Date(end.getTime() + ms)

/** A client key, a personal token, a session and a password reset link that all expire at the same instant. */
const held = await (async () => {
  const scope = { project: project.project.key, environment: 'development' }
  const input = CreateSdkKeyInput.parse({ ...scope, kind: 'client', name: 'A page' })
  const key = await createKey(await inEnvironment(project), input)
  const scopes = [{ project: '*', role: 'admin' as const, environments: null }]
  const token = await createToken(owner, { name: 'mine', scopes, expiresInDays: null })
  const [session, link] = ['a session', 'a link']
  const [{ id: personId }, { id: forgetful }] = [await aPerson(db, 'Bea'), await aPerson(db, 'Cyd')]
  if (personId === null || forgetful === null) throw new Error('a person has an id')
  await db.transaction().execute(async (tx) => {
    await expireKey(tx, key.key.id, end)
    await expireToken(tx, token.token.id, end)
    const made = { personId, createdAt: at(-limits.passwordResetMs), expiresAt: end }
    await insertReset(tx, { ...made, personId: forgetful, id: owner.newId(), tokenHash: tokenHash(link), usedAt: null })
    const seen = { seenAt: at(-1_000), authenticatedAt: at(-1_000), address: '127.0.0.1', userAgent: 'test' }
    const row = { ...made, ...seen, id: owner.newId(), tokenHash: tokenHash(session), createdAt: at(-1_000) }
    await tx.insertInto('session').values(row).execute()
  })
  return { key, token, session, link, personId }
})()

const refusal = async (act: Promise<unknown>) =>
  act.then(
    () => 'good',
    (error: { code?: string }) => error.code,
  )

describe('what proves who somebody is', () => {
  it.each<[string, (now: Date) => Promise<unknown>]>([
    ['an SDK key', (now) => sdkKeyHolder(db, held.key.text, now)],
    ['the public id of a client key', (now) => publicKeyHolder(db, publicId(held.key.text), now)],
    ['an API token', (now) => tokenActor(db, held.token.text, now)],
  ])('%s is good until its end, and over at that instant', async (_, ask) => {
    const [before, then, after] = [await refusal(ask(at(-1))), await refusal(ask(at(0))), await refusal(ask(at(1)))]
    expect([before, then, after]).toEqual(['good', 'auth/token-expired', 'auth/token-expired'])
  })

  it('a session is somebody until its end, is listed for as long, and nobody at that instant', async () => {
    const kinds = []
    for (const ms of [0, 1, -1]) kinds.push((await sessionActor(db, held.session, at(ms))).kind)
    expect(kinds).toEqual(['anonymous', 'anonymous', 'user'])
    expect((await sessionActor(db, 'another', at(-1))).kind).toBe('anonymous')
    const listed = async (ms: number) => (await sessionsOf(db, held.personId, at(ms))).length
    expect([await listed(-1), await listed(0)]).toEqual([1, 0])
  })

  it('a link for a new password is good until its end, once, and over at that instant', async () => {
    const reset = (ms: number, password: string) =>
      refusal(
        resetPassword(
          contextOf(db, owner.actor, () => at(ms)),
          { token: held.link, password },
        ),
      )
    expect(await reset(0, 'correct horse battery')).toBe('auth/token-expired')
    expect(await reset(-1, '12345678')).toBe('request/invalid')
    expect(await reset(-1, 'correct horse battery')).toBe('good')
    expect(await reset(-1, 'correct horse battery')).toBe('auth/token-invalid')
  })
})

describe('that something was used', () => {
  const minute = 60_000
  const lastUse = {
    key: async () => (await db.selectFrom('sdkKey').select('lastUsedAt').executeTakeFirstOrThrow()).lastUsedAt,
    token: async () => (await db.selectFrom('apiToken').select('lastUsedAt').executeTakeFirstOrThrow()).lastUsedAt,
  }

  it.each<['key' | 'token', (now: Date) => Promise<unknown>]>([
    ['key', (now) => sdkKeyHolder(db, held.key.text, now)],
    ['token', (now) => tokenActor(db, held.token.text, now)],
  ])('is noted of a %s once a minute, not at each use', async (what, use) => {
    await db
      .updateTable(what === 'key' ? 'sdkKey' : 'apiToken')
      .set({ lastUsedAt: null })
      .execute()
    const noted = []
    for (const ms of [-10 * minute, -9 * minute - 1, -9 * minute, -9 * minute + 1]) {
      await use(at(ms))
      noted.push((await lastUse[what]())?.getTime())
    }
    const [first, again] = [at(-10 * minute).getTime(), at(-9 * minute + 1).getTime()]
    expect(noted).toEqual([first, first, first, again])
  })

  it('of a session moves its end on, once in five minutes', async () => {
    const start = at(-limits.sessionMs / 2)
    const own = { id: owner.newId(), personId: held.personId, tokenHash: tokenHash('sliding'), createdAt: start }
    const more = { seenAt: start, authenticatedAt: start, expiresAt: end, address: '127.0.0.1', userAgent: 'test' }
    await db
      .insertInto('session')
      .values({ ...own, ...more })
      .execute()
    const sessions = () => db.selectFrom('session').select(['id', 'expiresAt']).orderBy('id').execute()
    const others = async () => (await sessions()).filter(({ id }) => id !== own.id)
    const before = await others()
    const ends = []
    for (const ms of [5 * minute, 5 * minute + 1]) {
      await sessionActor(db, 'sliding', new Date(start.getTime() + ms))
      ends.push((await sessions()).find(({ id }) => id === own.id)?.expiresAt.getTime())
    }
    expect(await others()).toEqual(before)
    await db.deleteFrom('session').where('id', '=', own.id).execute()
    expect(ends).toEqual([end.getTime(), start.getTime() + 5 * minute + 1 + limits.sessionMs])
  })
})

function publicId(text: string): string {
  return keyHash(text).toString('hex').slice(0, 24)
}
