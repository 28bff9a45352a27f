import fc from 'fast-check'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aFolder } from '../../../../tests/support/folder.ts'
import { freePort } from '../../../../tests/support/free-port.ts'
import { aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { CreateSdkKeyInput } from '../../../shared/features/access/schemas/sdk-key.ts'
import { createKey } from '../../features/access/keys/create-key.ts'
import { keyHash } from '../../features/access/keys/key-hash.ts'
import { isUnavailable } from '../db/failure.ts'
import { openDb } from '../db/pool.ts'
import type { Log } from '../kernel/ctx.ts'
import { SnapshotCache } from '../snapshot-cache/snapshot-cache.ts'
import { KeyRing } from './key-ring.ts'

const { db } = await testDatabase()
const nowhere = openDb(`postgres://fanion@127.0.0.1:${await freePort()}/fanion`, 1, () => undefined)
afterAll(() => nowhere.destroy())

const byText = (ring: KeyRing, text: string) => ring.holder(text)
const byId = (ring: KeyRing, text: string) => ring.publicHolder(keyHash(text).toString('hex').slice(0, 24))

/** The test database, which can be made unreachable. */
function aDatabaseThatGoes() {
  let where = db
  const database = new Proxy(db, {
    get: (_db, name) => {
      const value: unknown = Reflect.get(where, name)
      return typeof value === 'function' ? value.bind(where) : value
    },
  })
  const leave = () => {
    where = nowhere
  }
  return { database, leave }
}

it.each([
  ['a while later', 11_000, byText],
  ['after the clock was set back', -3_600_000, byText],
  ['by its public id a while later', 11_000, byId],
  ['by its public id after the clock was set back', -3_600_000, byId],
])('a key is answered from memory at once, and looked up again %s', async (_, jumpMs, holder) => {
  const { project } = await aProject(db)
  const scope = { project: project.project.key, environment: 'development' }
  const input = CreateSdkKeyInput.parse({ ...scope, kind: 'client', name: 'A program' })
  const { key, text } = await createKey(await inEnvironment(project), input)
  const { database, leave } = aDatabaseThatGoes()
  const ring = new KeyRing(database)
  await holder(ring, text)
  // Simulates a lost revocation notification.
  await db.updateTable('sdkKey').set({ revokedAt: new Date() }).where('id', '=', key.id).execute()
  expect(holder(ring, text)).toMatchObject({ keyId: key.id, kind: 'client' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs })
  onTestFinished(() => void vi.useRealTimers())
  // A revoked key gets the same error as an unknown one.
  await expect(holder(ring, text)).rejects.toMatchObject({ code: 'auth/token-invalid' })
  // The revoked key stays out of the cache: while the database is down, it cannot be checked.
  leave()
  await expect(holder(ring, text)).rejects.toSatisfy(isUnavailable)
})

it.each([
  ['its text', byText],
  ['its public id', byId],
])(
  'a key is looked up once by %s, however many come with it at once, and anew once one was revoked',
  async (_, holder) => {
    const { project } = await aProject(db)
    const scope = { project: project.project.key, environment: 'development' }
    const input = CreateSdkKeyInput.parse({ ...scope, kind: 'client', name: 'A program' })
    const { key, text } = await createKey(await inEnvironment(project), input)
    const ring = new KeyRing(db)
    const asked = Array.from({ length: 1_500 }, () => holder(ring, text))
    expect(new Set(asked).size).toBe(1)
    ring.forget(key.id)
    const after = holder(ring, text)
    expect(asked).not.toContain(after)
    expect(await Promise.all([asked[0], after])).toMatchObject([{ keyId: key.id }, { keyId: key.id }])
    // An unknown key is looked up again each time.
    const nobody = `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`
    for (let time = 0; time < 2; time += 1)
      await expect(byText(ring, nobody)).rejects.toMatchObject({ code: 'auth/token-invalid' })
  },
)

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

it('while the database is away, a key is good by its id only where it was seen or kept, and not beyond its end', async () => {
  const { project } = await aProject(db)
  const scope = { project: project.project.key, environment: 'development' }
  const there = await inEnvironment(project)
  const make = async (name: string) => {
    const { key, text } = await createKey(there, CreateSdkKeyInput.parse({ ...scope, kind: 'client', name }))
    const hash = keyHash(text).toString('hex')
    const holder = { keyId: key.id, kind: 'client' as const, allowedOrigins: [], ...scope }
    return { id: key.id, text, kept: { ...holder, hash, environmentId: there.environment.id, expiresAt: null } }
  }
  const [live, ended, revoked] = [await make('Live'), await make('Ended'), await make('Revoked')]
  const folder = await aFolder('keys')
  const kept = new SnapshotCache(folder, silent)
  // a revoked key is not among them
  await kept.keepKeys([live.kept, { ...ended.kept, expiresAt: new Date(0).toISOString() }])
  const ring = new KeyRing(nowhere, kept)
  const refusal = async (id: string, environment = there.environment.id) =>
    ring.refuseDead(id, environment).then(
      () => null,
      (error: unknown) => (isUnavailable(error) ? 'server/unavailable' : error),
    )
  expect(await refusal(live.id)).toBeNull()
  expect(await refusal(live.id, revoked.id)).toBe('server/unavailable')
  expect(await refusal(ended.id)).toMatchObject({ code: 'auth/token-expired' })
  expect(await refusal(revoked.id)).toBe('server/unavailable')
  expect(await ring.holder(live.text)).toMatchObject({ keyId: live.id })
  await expect(ring.holder(ended.text)).rejects.toMatchObject({ code: 'auth/token-expired' })
  // Having seen one key by its text says nothing about other keys or other environments.
  expect(await refusal(live.id)).toBeNull()
  expect(await refusal(revoked.id)).toBe('server/unavailable')
  expect(await refusal(live.id, revoked.id)).toBe('server/unavailable')
  // A key from disk expires at its exact expiry time.
  const end = new Date(Date.now() + 60_000)
  await kept.keepKeys([{ ...live.kept, expiresAt: end.toISOString() }])
  const late = new KeyRing(nowhere, kept)
  vi.useFakeTimers({ toFake: ['Date'], now: end.getTime() - 1 })
  onTestFinished(() => void vi.useRealTimers())
  expect(await late.holder(live.text)).toMatchObject({ keyId: live.id })
  vi.setSystemTime(end)
  await expect(new KeyRing(nowhere, kept).holder(live.text)).rejects.toMatchObject({ code: 'auth/token-expired' })
})

it.each([
  ['its text', byText],
  ['its public id', byId],
])(
  'who was looked up last by %s, as many as there is room for, are good while the database is away',
  async (_, holder) => {
    const { project } = await aProject(db)
    const scope = { project: project.project.key, environment: 'development' }
    const there = await inEnvironment(project)
    const make = (name: string) => createKey(there, CreateSdkKeyInput.parse({ ...scope, kind: 'client', name }))
    const texts = [await make('One'), await make('Two'), await make('Three'), await make('Four')].map(
      ({ text }) => text,
    )
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const asks = fc.array(fc.nat(texts.length - 1), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(asks, fc.integer({ min: 1, max: texts.length }), async (asked, most) => {
        const { database, leave } = aDatabaseThatGoes()
        const ring = new KeyRing(database, undefined, undefined, { most })
        let last: string[] = []
        for (const at of asked) {
          const text = texts[at] ?? ''
          await holder(ring, text)
          last = [...last.filter((one) => one !== text), text].slice(-most)
          vi.setSystemTime(Date.now() + 11_000)
        }
        leave()
        for (const text of texts) {
          const isRemembered = last.includes(text)
          const found = await Promise.resolve(holder(ring, text)).catch(isUnavailable)
          expect(found === true).toBe(!isRemembered)
          // The next caller does not wait for the database again.
          expect(isRemembered ? holder(ring, text) : found).toBe(found)
        }
      }),
      { numRuns: 20 },
    )
  },
)
