import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { aPerson, contextOf } from '../../../../../tests/support/people.ts'
import {
  CreateProviderInput,
  type UpdateProviderInput,
} from '../../../../shared/features/access/schemas/identity-provider.ts'
import type { Actor } from '../../../platform/kernel/actor.ts'
import { createVault } from '../../../platform/kernel/vault.ts'
import {
  changeProvider,
  clientSecretPurpose,
  createProvider,
  listProviders,
  removeProvider,
  signInProviders,
} from './providers.ts'
import { findIdentity, findProvider, findSessionProvider, insertIdentity, providerForDomain } from './queries.ts'

const { db } = await testDatabase()
const vault = createVault('a secret of the instance')
const actor = await aPerson(db, 'Ada', 'owner')
const ctx = { ...contextOf(db, actor), vault, publicUrl: () => 'https://flags.example.com', mail: null }

const settings = (key: string) => ({
  key,
  name: key,
  issuer: 'https://id.example.com',
  clientId: 'fanion',
  domains: [`${key}.example.com`],
  groupsClaim: 'groups',
  groupRoles: [],
  createsPeople: true,
  enabled: true,
})
const make = (key: string) =>
  createProvider(ctx, CreateProviderInput.parse({ ...settings(key), clientSecret: `secret of ${key}` }))
const change = (id: string, to: UpdateProviderInput) => changeProvider(ctx, { id, ...to })
const secretOf = async (id: string) =>
  vault.open((await findProvider(db, { id }))?.clientSecret ?? '', clientSecretPurpose)
/** The audit events that a call adds. */
const noted = async (act: () => Promise<unknown>) => {
  const events = () => db.selectFrom('event').select(['action', 'after']).orderBy('sequence').execute()
  const { length } = await events()
  await act()
  return (await events()).slice(length)
}

const [one, other] = [await make('one'), await make('other')]
const listed = async (id: string) => (await listProviders(ctx)).find((row) => row.id === id)

describe('a sign-in provider', () => {
  it('is made with its event, which tells no secret', async () => {
    const events = await noted(() => make('made'))
    expect(events).toMatchObject([{ action: 'provider.create', after: { key: 'made', clientId: 'fanion' } }])
    expect(JSON.stringify(events)).not.toContain('secret of')
    const made = (await listProviders(ctx)).find(({ key }) => key === 'made')
    await removeProvider(ctx, { id: made?.id ?? '' })
  })

  it('knows its own people alone: the same subject of another one is somebody else', async () => {
    const [ada, eve] = [await aPerson(db, 'Known'), await aPerson(db, 'Other')]
    const knows = (providerId: string, { id }: Actor) =>
      db
        .transaction()
        .execute((tx) =>
          insertIdentity(tx, { providerId, subject: 'subject-1', personId: id ?? '', createdAt: new Date() }),
        )
    await knows(one.id, ada)
    expect(await findIdentity(db, other.id, 'subject-1')).toBeUndefined()
    await knows(other.id, eve)
    expect(await findIdentity(db, one.id, 'subject-1')).toEqual({ personId: ada.id })
    expect(await findIdentity(db, other.id, 'subject-1')).toEqual({ personId: eve.id })
    expect(await findIdentity(db, one.id, 'subject-2')).toBeUndefined()
  })

  it('is changed as it says, with its event, and no other with it', async () => {
    const wanted = { ...settings('one'), name: 'First', createsPeople: false, domains: ['first.example.com'] }
    const events = await noted(async () => expect(await change(one.id, wanted)).toMatchObject(wanted))
    expect(events).toMatchObject([{ action: 'provider.change', after: { name: 'First', newSecret: false } }])
    expect([await listed(one.id), await listed(other.id)]).toMatchObject([wanted, settings('other')])
    expect(JSON.stringify(await listProviders(ctx))).not.toContain('secret of')
  })

  it('keeps its secret unless another is given, and tells the trail which', async () => {
    await change(one.id, settings('one'))
    expect(await secretOf(one.id)).toBe('secret of one')
    const events = await noted(() => change(one.id, { ...settings('one'), clientSecret: 'another' }))
    expect(events).toMatchObject([{ action: 'provider.change', after: { newSecret: true } }])
    expect(JSON.stringify(events)).not.toContain('another')
    expect([await secretOf(one.id), await secretOf(other.id)]).toEqual(['another', 'secret of other'])
  })

  it('has a key of its own, and what is refused is not noted', async () => {
    const taken = { code: 'provider/key-taken' }
    const events = await noted(async () => {
      await expect(make('other')).rejects.toMatchObject(taken)
      await expect(change(one.id, settings('other'))).rejects.toMatchObject(taken)
    })
    expect([events, (await listed(one.id))?.key]).toEqual([[], 'one'])
  })

  it('tells of no taken key where something else went wrong', async () => {
    const broken = { ...settings('one'), domains: ['a\u0000'] }
    await expect(change(one.id, broken)).rejects.not.toMatchObject({ code: 'provider/key-taken' })
  })

  it('is offered at sign-in, and for its domains, while it is on', async () => {
    const offered = async () => (await signInProviders(ctx)).map(({ key, startUrl }) => [key, startUrl])
    const both = [
      ['one', '/auth/sso/one'],
      ['other', '/auth/sso/other'],
    ]
    expect([await offered(), await providerForDomain(db, 'one.example.com')]).toEqual([both, { key: 'one' }])
    await change(one.id, { ...settings('one'), enabled: false })
    expect([await offered(), await providerForDomain(db, 'one.example.com')]).toEqual([both.slice(1), undefined])
    expect(await providerForDomain(db, 'other.example.com')).toEqual({ key: 'other' })
  })

  it('is what a session was opened by, each its own', async () => {
    const sessionOf = async (provider: string) => {
      const [id, at] = [ctx.newId(), new Date()]
      const times = { createdAt: at, seenAt: at, authenticatedAt: at, expiresAt: at }
      const by = { personId: actor.id ?? '', providerId: provider, idToken: `token of ${provider}` }
      const row = { id, tokenHash: Buffer.from(id), address: '', userAgent: '', ...by, ...times }
      await db.insertInto('session').values(row).execute()
      return id
    }
    const sessions = [await sessionOf(one.id), await sessionOf(other.id)]
    expect(await Promise.all(sessions.map((id) => findSessionProvider(db, id)))).toEqual(
      [one, other].map(({ id }) => ({ providerId: id, idToken: `token of ${id}` })),
    )
  })

  it('is taken away alone, once, with its event', async () => {
    const third = await make('third')
    const events = await noted(async () => expect(await removeProvider(ctx, third)).toEqual({ removed: true }))
    expect(events).toMatchObject([{ action: 'provider.remove' }])
    expect((await listProviders(ctx)).map(({ key }) => key)).toEqual(['one', 'other'])
    const gone = { code: 'provider/not-found' }
    await expect(removeProvider(ctx, third)).rejects.toMatchObject(gone)
    await expect(change(third.id, settings('third'))).rejects.toMatchObject(gone)
  })
})
