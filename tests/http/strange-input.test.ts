import http from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../src/server/features/access/keys/create-key.ts'
import { createServiceToken } from '../../src/server/features/access/keys/create-token.ts'
import { openSession } from '../../src/server/features/access/sessions/open-session.ts'
import { createSegment } from '../../src/server/features/segments/create-segment.ts'
import type { Actor } from '../../src/server/platform/kernel/actor.ts'
import { inTransaction } from '../../src/server/platform/kernel/ctx.ts'
import type { Server } from '../../src/server/server.ts'
import { CreateServiceTokenInput } from '../../src/shared/features/access/schemas/api-token.ts'
import { CreateSdkKeyInput } from '../../src/shared/features/access/schemas/sdk-key.ts'
import { CreateSegmentInput } from '../../src/shared/features/segments/schemas/segment-view.ts'
import { limits } from '../../src/shared/limits.ts'
import { aLiveFlag, aPerson, aProject, contextOf, inEnvironment, join } from '../support/people.ts'
import { testServer } from '../support/server.ts'
import { call, procedures } from './call.ts'
import { samples } from './procedures.ts'
import type { World } from './sample.ts'

let server: Server
let world: World
let cookie: string

const cookieOf = async (actor: Actor) => {
  const ctx = contextOf(server.services.db, actor)
  return `fanion=${await inTransaction(ctx, (tx) => openSession(tx, String(actor.id)))}`
}

beforeAll(async () => {
  server = (await testServer({ FANION_REQUESTS_PER_MINUTE: '0' })).server
  const { project } = await aProject(server.services.db)
  world = { owner: project, credentials: { email: 'ada@example.com', password: 'correct horse battery' } }
  cookie = await cookieOf(project.actor)
})

const fieldsOf = (input: unknown): Record<string, unknown> => ({ ...(typeof input === 'object' ? input : {}) })

describe('a field that a procedure does not know', () => {
  it('is refused by every procedure that takes an input, so that none sets what nobody meant it to', async () => {
    const answers: Record<string, string> = {}
    for (const [name] of procedures) {
      const input = await samples[name]?.input(world)
      if (input === undefined) continue
      const more = { instanceRole: 'owner', personId: world.owner.actor.id, isAdmin: true }
      answers[name] = await call(server.url, name, cookie, { ...fieldsOf(input), ...more })
      await server.services.db.deleteFrom('attempt').execute()
    }
    const taken = Object.entries(answers).filter(([, code]) => code !== 'request/invalid')
    expect(taken).toEqual([])
    expect(Object.keys(answers).length).toBeGreaterThan(60)
  })
})

describe('a thing of another project', () => {
  it('is not there, whatever procedure names it in one’s own', async () => {
    const { owner } = world
    const { db } = owner
    const { project: mine } = await aProject(db)
    const admin = await aPerson(db, 'Mallory')
    await join(db, admin, mine.project.key, 'admin')
    const asMallory = await cookieOf(admin)
    const theirs = await thingsOf(world)
    const answers: Record<string, string> = {}
    for (const [name] of procedures) {
      const input = fieldsOf(await samples[name]?.input(world))
      const named = Object.fromEntries(
        Object.entries(theirs(name)).filter(([field, value]) => field in input && value !== undefined),
      )
      if (!('project' in input) || Object.keys(named).length === 0) continue
      answers[name] = await call(server.url, name, asMallory, { ...input, ...named, project: mine.project.key })
    }
    const found = Object.entries(answers).filter(([, code]) => !/^(\w+)\/not-found$/.test(code))
    // One dismisses a notice about a flag that the project lacks; the other evaluates it, and its outcome is
    // FLAG_NOT_FOUND.
    expect(found).toEqual([
      ['builds.dismissUnknown', 'ok'],
      ['history.explain', 'ok'],
    ])
    expect(Object.keys(answers).length).toBeGreaterThan(25)
  })
})

/** The existing subjects in the world's project, as a procedure's inputs would name them. */
async function thingsOf({ owner }: World) {
  const { key: project } = owner.project
  const place = { project, environment: 'development' }
  const flag = (await aLiveFlag(owner, 'theirs')).key
  const segmentInput = CreateSegmentInput.parse({ project, key: 'theirs', name: 'Theirs' })
  const segment = (await createSegment(owner, segmentInput)).key
  const keyInput = CreateSdkKeyInput.parse({ ...place, kind: 'server', name: 'Theirs' })
  const { key } = await createKey(await inEnvironment(owner), keyInput)
  const tokenInput = CreateServiceTokenInput.parse({ project, name: 'Theirs', role: 'viewer' })
  const { token } = await createServiceToken(owner, tokenInput)
  const member = await aPerson(owner.db, 'Theirs')
  await join(owner.db, member, project, 'viewer')
  const ids: Record<string, string> = { keys: key.id, serviceTokens: token.id }
  return (name: string) => ({ flag, segment, userId: member.id, change: 1, id: ids[name.split('.')[0] ?? ''] })
}

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', ...headers },
    body,
  })

describe('a body', () => {
  const nested = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  const huge = JSON.stringify({ a: 'x'.repeat(1_100_000) })
  const polluting =
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"context":{"__proto__":{"polluted":true}}}'
  const paths = ['/trpc/projects.create', '/sdk/v1/telemetry', '/ofrep/v1/evaluate/flags'] as const
  let bearer: string

  beforeAll(async () => {
    const ctx = await inEnvironment(world.owner)
    const place = { project: world.owner.project.key, environment: 'development' }
    const input = CreateSdkKeyInput.parse({ ...place, kind: 'server', name: 'A program' })
    bearer = `Bearer ${(await createKey(ctx, input)).text}`
  })
  const send = (path: string, body: string) =>
    post(path, body, path.startsWith('/trpc/') ? {} : { authorization: bearer })

  it.each(paths)('of %s that is too large is refused as that', async (path) => {
    expect((await send(path, huge)).status).toBe(413)
  })

  it.each(paths)('of %s that nests a hundred thousand deep is refused, and the server lives', async (path) => {
    const { status } = await send(path, nested)
    expect([400, 413, 422]).toContain(status)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  it('with more values than there may be in one is refused before any schema looks', async () => {
    const most = limits.requestValues
    const values = (count: number) => JSON.stringify({ key: 'a', name: 'b', more: new Array(count).fill(0) })
    const over = await send('/trpc/projects.create', values(most))
    expect(over.status).toBe(422)
    expect(await over.text()).toContain(`at most ${most} in all`)
    const below = await send('/trpc/projects.create', values(most - 10))
    expect(await below.text()).toContain('unknown fields: more')
  })

  it.each(paths)('of %s that names prototypes changes none', async (path) => {
    expect((await send(path, polluting)).status).toBeLessThan(500)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})

describe('a line break in what is sent', () => {
  it.each([
    '/auth/sso/none%0d%0aX-Injected:1?to=%0d%0aX-Injected:1',
    '/auth/callback?code=%0d%0aX-Injected:1&state=%0d%0aX-Injected:1',
    '/audit/export?format=csv%0d%0aX-Injected:1',
    '/trpc/projects.list%0d%0aX-Injected:1',
    '/%0d%0aX-Injected:1',
  ])('adds no header to the answer of %s', async (path) => {
    const response = await fetch(`${server.url}${path}`, { headers: { cookie }, redirect: 'manual' })
    expect(response.headers.get('x-injected')).toBeNull()
    expect(response.status).toBeLessThan(500)
  })
})

describe('a name of another host', () => {
  it('is in no link that the server makes', async () => {
    const member = await aPerson(world.owner.db, 'Grace')
    const body = JSON.stringify({ userId: member.id })
    const { hostname, port } = new URL(server.url)
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = {
        host: 'evil.example',
        cookie,
        'content-type': 'application/json',
        'x-forwarded-host': 'evil.example',
      }
      const options = { hostname, port, path: '/trpc/users.makeResetLink', method: 'POST', headers }
      const request = http.request(options, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve(text))
      })
      request.on('error', reject)
      request.end(body)
    })
    expect(answer).toContain(`${server.url}/reset/`)
    expect(answer).not.toContain('evil.example')
  })

  it('may read no answer of the management API', async () => {
    const response = await fetch(`${server.url}/trpc/projects.list`, {
      headers: { cookie, origin: 'https://evil.example' },
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('an address that the caller only claims', () => {
  it('does not count: attempts from one caller are one caller’s', async () => {
    await server.services.db.deleteFrom('attempt').execute()
    const statuses: number[] = []
    for (let index = 0; index < 11; index++) {
      const credentials = JSON.stringify({ email: `nobody-${index}@example.com`, password: 'wrong password' })
      const response = await post('/trpc/account.signIn', credentials, { 'x-forwarded-for': `203.0.113.${index}` })
      statuses.push(response.status)
    }
    await server.services.db.deleteFrom('attempt').execute()
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a session cookie that somebody planted', () => {
  it('is not taken over by the sign-in, and stays worth nothing', async () => {
    const { db } = server.services
    const planted = `fanion=${'A'.repeat(43)}`
    const { link } = await inviteLink()
    const response = await post(
      '/trpc/invitations.accept',
      JSON.stringify({ token: link, name: 'Grace', password: 'a long sentence of my own' }),
      { cookie: planted },
    )
    const given = response.headers.getSetCookie()[0]?.split(';')[0]
    expect(given).toMatch(/^fanion=[\w-]{43}$/)
    expect(given).not.toBe(planted)
    expect(await call(server.url, 'projects.list', planted, undefined)).toBe('auth/sign-in-required')
    expect(await db.selectFrom('session').select('id').execute()).not.toHaveLength(0)
  })

  async function inviteLink() {
    const body = JSON.stringify({ email: 'planted@example.com', role: 'member' })
    const response = await post('/trpc/users.invite', body)
    // Safe cast: the format of the procedure's result.
    const { result } = (await response.json()) as { result: { data: { link: string } } }
    return { link: result.data.link.split('/').at(-1) }
  }
})
