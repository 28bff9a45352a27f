import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hashPassword } from '../../src/server/features/access/accounts/password.ts'
import { aPerson } from '../support/people.ts'
import { aWorld, type World } from './world.ts'

// Files share a process, so modules are reset around the mocks.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

const work = vi.hoisted(() => ({ hashes: 0 }))

// The real functions, with calls counted.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    hash: (...args: Parameters<typeof real.hash>) => (work.hashes++, real.hash(...args)),
    verify: (...args: Parameters<typeof real.verify>) => (work.hashes++, real.verify(...args)),
  }
})

let world: World
const password = 'a long sentence of my own'

/** Creates a user with or without a password, disabled or not. Returns their email address. */
async function somebody(row: { passwordHash?: string; disabledAt?: Date }): Promise<string> {
  const { db } = world.server.services
  const person = await aPerson(db, 'Grace')
  await db
    .updateTable('person')
    .set({ name: 'Grace', ...row })
    .where('id', '=', String(person.id))
    .execute()
  return person.kind === 'user' ? person.email : ''
}

/** The cost of an action: password hashes, and database statements other than those of background work. */
async function costOf(act: () => Promise<Response>) {
  await world.server.services.db.deleteFrom('attempt').execute()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  work.hashes = 0
  try {
    const response = await act()
    const body = await response.text()
    const statements = query.mock.calls
      .map(([first]: readonly unknown[]) => (typeof first === 'string' ? first : ''))
      .filter((text) => /"(person|attempt|api_token|sdk_key)"/.test(text))
      // Excludes the query of active keys, which the server stores on disk after a new key was used.
      .filter((text) => !text.endsWith('order by "sdk_key"."id"'))
    const sentence = /"message":"([^"]+)"/.exec(body)?.[1]
    return { hashes: work.hashes, statements, status: response.status, sentence }
  } finally {
    query.mockRestore()
  }
}

const post = (name: string, body: object) => () =>
  fetch(`${world.url}/trpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const signIn = (email: string) => costOf(post('account.signIn', { email, password: 'not the password' }))

beforeAll(async () => {
  world = await aWorld({ FANION_REQUESTS_PER_MINUTE: '0' })
})

describe('a sign-in with a wrong password', () => {
  it('costs one hash and the same statements, and is answered alike, whether there is an account or not', async () => {
    const passwordHash = await hashPassword(password)
    // The first sign-in computes the dummy hash for missing accounts.
    await signIn('first@example.com')
    const unknown = await signIn('nobody@example.com')
    expect(unknown).toMatchObject({ hashes: 1, status: 401 })
    expect(unknown.statements.length).toBeGreaterThan(2)
    expect(await signIn(await somebody({ passwordHash }))).toEqual(unknown)
    expect(await signIn(await somebody({}))).toEqual(unknown)
    expect(await signIn(await somebody({ passwordHash, disabledAt: new Date() }))).toEqual(unknown)
  })
})

describe('a token that is none', () => {
  const withToken = (text: string) =>
    costOf(() => fetch(`${world.url}/trpc/projects.list`, { headers: { authorization: `Bearer ${text}` } }))

  it('costs one look-up by its hash, and is answered alike, whether it ever was one or not', async () => {
    const { api } = world
    const scopes = [{ project: '*' as const, role: 'viewer' as const }]
    const revoked = await api.tokens.create.mutate({ name: 'revoked', scopes })
    await api.tokens.revoke.mutate({ id: revoked.token.id })
    const unknown = await withToken(`fan_pat_${'A'.repeat(43)}`)
    expect(unknown).toMatchObject({ hashes: 0, status: 401, statements: [expect.stringContaining('"hash" = $1')] })
    expect(await withToken(revoked.text)).toEqual(unknown)
  })
})

describe('an SDK key that is none', () => {
  const withKey = (text: string) =>
    costOf(() => fetch(`${world.url}/sdk/v1/datafile`, { headers: { authorization: `Bearer ${text}` } }))

  it('costs one look-up by its hash, whether it ever was one or not', async () => {
    const { api, project, where } = world
    const revoked = await api.keys.create.mutate({ ...where, kind: 'server', name: 'revoked' })
    await api.keys.revoke.mutate({ project, id: revoked.key.id })
    const { statements, status } = await withKey(`fan_srv_${'A'.repeat(43)}`)
    expect({ status, statements }).toEqual({ status: 401, statements: [expect.stringContaining('"hash" = $1')] })
    // A caller with the full text of a revoked key may learn that it is revoked.
    expect(await withKey(revoked.text)).toMatchObject({ status, statements })
  })
})
