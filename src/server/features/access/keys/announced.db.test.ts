import { uuidv7 } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { announcementsOf } from '../../../../../tests/support/announcements.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { aPerson, aProject, contextOf, inEnvironment, join } from '../../../../../tests/support/people.ts'
import { refusalOf } from '../../../../../tests/support/refusal.ts'
import type { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { CreateServiceTokenInput } from '../../../../shared/features/access/schemas/api-token.ts'
import { CreateSdkKeyInput, type SdkKey } from '../../../../shared/features/access/schemas/sdk-key.ts'
import type { Ctx } from '../../../platform/kernel/ctx.ts'
import { proveProject } from '../../../platform/kernel/scope.ts'
import { setInstanceRole } from '../accounts/set-instance-role.ts'
import { setDisabled } from '../sessions/set-disabled.ts'
import { connectedApplications } from './connected-applications.ts'
import { createKey } from './create-key.ts'
import { createServiceToken, createToken } from './create-token.ts'
import { revokeSdkKey } from './revoke-sdk-key.ts'
import { rotateKey } from './rotate-key.ts'
import { rotatePersonalToken, rotateServiceToken } from './rotate-token.ts'
import { setOrigins } from './set-origins.ts'

const { db, url } = await testDatabase()
const { project, owner } = await aProject(db)
const heard = await announcementsOf(url, ['fanion_keys', 'fanion_access'])
const place = { project: project.project.key, environment: 'production' }
const aKey = async () => {
  const input = CreateSdkKeyInput.parse({ ...place, kind: 'client', name: 'Web' })
  return (await createKey(await inEnvironment(project, 'production'), input)).key
}
/** The audit actions that a call adds. */
const noted = async (act: () => Promise<unknown>) => {
  const actions = async () =>
    (await db.selectFrom('event').select('action').orderBy('sequence').execute()).map(({ action }) => action)
  const before = (await actions()).length
  await act()
  return (await actions()).slice(before)
}

type Row = readonly [
  what: string,
  act: (key: SdkKey) => Promise<unknown>,
  announced: (key: SdkKey) => string[],
  events: string[],
]
/** A key that expires at exactly this time counts as expired. */
const noon = new Date()
const gone = (key: SdkKey) => [`fanion_keys ${key.id}`]
const none = () => []
const rotated = ['key.rotate', 'key.create']
const cases: readonly Row[] = [
  ['is revoked', (key) => revokeSdkKey(project, { id: key.id }), gone, ['key.revoke']],
  [
    'has other origins',
    (key) => setOrigins(project, { ...place, id: key.id, allowedOrigins: [] }),
    gone,
    ['key.set-origins'],
  ],
  [
    'is rotated at once',
    (key) => rotateKey({ ...project, now: () => noon }, { ...place, id: key.id, overlapHours: 0 }),
    gone,
    rotated,
  ],
  ['is rotated with time', (key) => rotateKey(project, { ...place, id: key.id, overlapHours: 1 }), none, rotated],
]

describe('a key', () => {
  it.each(cases)('that %s is told of to every server, and in the audit trail', async (_, act, announced, events) => {
    const key = await aKey()
    let told: string[] = []
    expect(
      await noted(async () => {
        told = await heard(() => act(key))
      }),
    ).toEqual(events)
    expect(told).toEqual(announced(key))
  })

  it.each(cases)('that is nowhere is not one that %s, and neither is one that was revoked', async (_, act) => {
    const key = await aKey()
    await revokeSdkKey(project, { id: key.id })
    const nowhere = () => act({ ...key, id: uuidv7() })
    expect(await noted(async () => expect((await refusalOf(nowhere())).code).toBe('key/not-found'))).toEqual([])
    // revoking again does nothing and is not an error
    const codeOf = async () =>
      act(key).then(
        () => 'done',
        (error: unknown) => (error as FanionError).code,
      )
    expect(await noted(async () => expect(['key/not-found', 'done']).toContain(await codeOf()))).toEqual([])
  })

  it('says its name beside its applications to those who may see keys, whosever they are', async () => {
    const [key, other] = [await aKey(), await aKey()]
    const eda = await aPerson(db, 'Eda')
    await join(db, eda, place.project, 'viewer')
    const hers = { ...contextOf(db, eda), project: await proveProject(db, eda, place.project) }
    const production = (await inEnvironment(project, 'production')).environment.id
    const streams = [
      { keyId: key.id, revision: 3, streams: 2 },
      { keyId: other.id, revision: 4, streams: 1 },
      { keyId: 'gone', revision: 4, streams: 9 },
    ]
    const seen = (ctx: typeof project) => connectedApplications(ctx, (id) => (id === production ? streams : []))
    const one = { kind: 'client', environment: 'production' }
    const rows = (name: string | null) => [
      { ...one, name, revision: 3, streams: 2 },
      { ...one, name, revision: 4, streams: 1 },
    ]
    expect([await seen(project), await seen(hers)]).toEqual([rows('Web'), rows(null)])
  })
})

describe('a token', () => {
  const scope = { project: place.project, role: 'viewer' as const, environments: null }
  const rotation = (id: string) => ({ id, overlapHours: 1 })

  it('is noted in the audit trail when it is made, and both when one takes its place', async () => {
    const ids: string[] = []
    const make = async () => {
      const input = { name: 'CI', expiresInDays: 1 }
      ids.push((await createToken(project, { ...input, scopes: [scope] })).token.id)
      ids.push((await createServiceToken(project, CreateServiceTokenInput.parse({ ...scope, ...input }))).token.id)
    }
    expect(await noted(make)).toEqual(['token.create', 'token.create'])
    const [own = '', service = ''] = ids
    const both = ['token.create', 'token.rotate']
    expect((await noted(() => rotatePersonalToken(project, rotation(own)))).toSorted()).toEqual(both)
    expect((await noted(() => rotateServiceToken(project, rotation(service)))).toSorted()).toEqual(both)
  })

  it('is not made for a place that is not there, and then nothing is noted', async () => {
    const environments = ['production', 'nowhere']
    const refused = { code: 'environment/not-found' }
    const input = { name: 'CI', expiresInDays: 1 }
    const events = await noted(async () => {
      const own = createToken(project, { ...input, scopes: [{ ...scope, environments }] })
      await expect(own).rejects.toMatchObject(refused)
      const service = createServiceToken(project, CreateServiceTokenInput.parse({ ...scope, ...input, environments }))
      await expect(service).rejects.toMatchObject(refused)
    })
    expect(events).toEqual([])
  })
})

describe('a person whose rights change', () => {
  const admin: Ctx = contextOf(db, owner.actor)
  const someone = async () => (await aPerson(db, 'Bob')).id ?? ''
  it.each([
    ['is an owner', (id: string) => setInstanceRole(admin, { userId: id, role: 'owner' }), 'user.set-role'],
    ['is shut out', (id: string) => setDisabled(admin, { userId: id, disabled: true }), 'user.disable'],
  ] as const)('and %s is told of to every server, once and where something changes', async (_, act, action) => {
    const id = await someone()
    const told: string[][] = []
    const events = await noted(async () => {
      for (const _once of [1, 2]) told.push(await heard(() => act(id)))
    })
    expect([told, events]).toEqual([[['fanion_access '], []], [action]])
  })

  it('keeps the sessions of whoever is let in again', async () => {
    const id = await someone()
    await setDisabled(admin, { userId: id, disabled: true })
    const at = new Date()
    const times = { createdAt: at, seenAt: at, authenticatedAt: at, expiresAt: new Date(at.getTime() + 60_000) }
    const session = { id: uuidv7(), personId: id, tokenHash: Buffer.from(id), address: '', userAgent: '', ...times }
    await db.insertInto('session').values(session).execute()
    const sessions = async () =>
      (await db.selectFrom('session').select('id').where('personId', '=', id).execute()).length
    await setDisabled(admin, { userId: id, disabled: false })
    expect(await sessions()).toBe(1)
    await setDisabled(admin, { userId: id, disabled: true })
    expect(await sessions()).toBe(0)
  })
})
