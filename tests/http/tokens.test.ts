import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AppRouter } from '../../src/server/platform/http/trpc/app-router.ts'
import type { Server } from '../../src/server/server.ts'
import { anOwner, testServer } from '../support/server.ts'

let server: Server
let url: string
let ada: Awaited<ReturnType<typeof anOwner>>
beforeAll(async () => {
  const started = await testServer()
  server = started.server
  url = started.url
  ada = await anOwner(url)
})

const withToken = (text: string) =>
  createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: `${url}/trpc`, headers: { authorization: `Bearer ${text}` } })],
  })
const codeOf = async (call: Promise<unknown>): Promise<string | undefined> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  // Safe cast: our formatter adds this to the client's error.
  return error instanceof TRPCClientError ? (error.data as { fanion: { code: string } }).fanion.code : undefined
}
type Role = 'viewer' | 'editor' | 'publisher' | 'admin' | 'owner'
const aToken = async (role: Role, project = ada.project) =>
  (await ada.api.tokens.create.mutate({ name: 'CI', scopes: [{ project, role }] })).text
const aFlag = (key: string) => ({ project: ada.project, key, name: key })

describe('a personal token', () => {
  it('acts within its scope, and the audit trail names it', async () => {
    const api = withToken(await aToken('editor'))
    await api.flags.create.mutate(aFlag('by-token'))
    const event = await server.services.db
      .selectFrom('event')
      .select(['actorKind', 'actorName'])
      .where('action', '=', 'flag.create')
      .where('subject', '=', `${ada.project}/by-token`)
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ actorKind: 'token', actorName: 'Ada (CI)' })
  })

  it('may not what its scope does not hold, though its owner may everything', async () => {
    const api = withToken(await aToken('viewer'))
    expect(await codeOf(api.flags.create.mutate(aFlag('refused')))).toBe('auth/forbidden')
    expect(await codeOf(api.users.list.query())).toBe('auth/forbidden')
  })

  it('sees no project outside its scopes', async () => {
    const other = await anOwner(url)
    const api = withToken(await aToken('admin', other.project))
    expect(await codeOf(api.flags.list.query({ project: ada.project }))).toBe('project/not-found')
    expect((await api.projects.list.query()).map(({ key }) => key)).toEqual([other.project])
  })

  it('of an owner administers only with the scope owner', async () => {
    expect(await codeOf(withToken(await aToken('admin', '*')).users.list.query())).toBe('auth/forbidden')
    await expect(withToken(await aToken('owner', '*')).users.list.query()).resolves.toHaveLength(1)
  })

  it('makes no other token, and changes nothing of its owner', async () => {
    const api = withToken(await aToken('owner', '*'))
    const input = { name: 'child', scopes: [{ project: '*' as const, role: 'owner' as const }] }
    expect(await codeOf(api.tokens.create.mutate(input))).toBe('auth/forbidden')
    expect(await codeOf(api.account.changePassword.mutate({ next: 'a long sentence of my own' }))).toBe(
      'auth/forbidden',
    )
  })

  it('is refused once revoked, expired, or its owner is shut out', async () => {
    const { db } = server.services
    const { text, token } = await ada.api.tokens.create.mutate({
      name: 'short',
      scopes: [{ project: '*', role: 'viewer' }],
    })
    const list = () => codeOf(withToken(text).projects.list.query())
    await db.updateTable('apiToken').set({ expiresAt: new Date() }).where('id', '=', token.id).execute()
    expect(await list()).toBe('auth/token-expired')
    await db.updateTable('apiToken').set({ expiresAt: null }).where('id', '=', token.id).execute()
    await db.updateTable('person').set({ disabledAt: new Date() }).execute()
    expect(await list()).toBe('auth/token-invalid')
    await db.updateTable('person').set({ disabledAt: null }).execute()
    expect(await list()).toBeUndefined()
    await ada.api.tokens.revoke.mutate({ id: token.id })
    expect(await list()).toBe('auth/token-invalid')
  })

  it('rotates without overlap', async () => {
    const scopes = [{ project: ada.project, role: 'viewer' as const }]
    const old = await ada.api.tokens.create.mutate({ name: 'leaked', scopes, expiresInDays: null })
    const fresh = await ada.api.tokens.rotate.mutate({ id: old.token.id, overlapHours: 0 })
    expect(fresh.token.expiresAt).toBeNull()
    expect(await codeOf(withToken(old.text).projects.list.query())).toBe('auth/token-expired')
    expect(await codeOf(withToken(fresh.text).projects.list.query())).toBeUndefined()
  })

  it('is shown once: neither the list, nor the table, nor the audit trail has its text', async () => {
    const text = await aToken('viewer')
    const { db } = server.services
    const kept = [
      await ada.api.tokens.list.query(),
      await db.selectFrom('apiToken').selectAll().execute(),
      await db.selectFrom('event').selectAll().execute(),
    ]
    expect(JSON.stringify(kept)).not.toContain(text.slice(12))
  })

  it('that is none is refused with the status 401, whatever cookie comes along', async () => {
    const response = await ada.fetch(`${url}/trpc/projects.list`, { headers: { authorization: 'Bearer fan_pat_x' } })
    expect(response.status).toBe(401)
  })
})

describe('a service token', () => {
  it('is rotated: both work for a while with the same rights, and without a while the old one ends', async () => {
    const { project } = ada
    const old = await ada.api.serviceTokens.create.mutate({ project, name: 'Rotated', role: 'editor' })
    const made = await ada.api.serviceTokens.rotate.mutate({ project, id: old.token.id, overlapHours: 1 })
    expect(made.token).toMatchObject({ name: 'Rotated', scopes: old.token.scopes })
    await withToken(old.text).flags.create.mutate(aFlag('by-old'))
    await withToken(made.text).flags.create.mutate(aFlag('by-new'))
    await ada.api.serviceTokens.rotate.mutate({ project, id: made.token.id, overlapHours: 0 })
    expect(await codeOf(withToken(made.text).flags.list.query({ project }))).toBe('auth/token-expired')
    const again = ada.api.serviceTokens.rotate.mutate({ project, id: made.token.id })
    expect(await codeOf(again)).toBe('token/not-found')
  })

  it('acts in its project in nobody’s name, in its environments', async () => {
    const input = { project: ada.project, name: 'deploys', role: 'publisher' as const, environments: ['development'] }
    const { text } = await ada.api.serviceTokens.create.mutate(input)
    const api = withToken(text)
    await api.flags.create.mutate(aFlag('by-service'))
    const flag = { project: ada.project, flag: 'by-service', on: true, base: 1_000 }
    const inStaging = api.flags.switch.mutate({ ...flag, environment: 'staging' })
    expect(await codeOf(inStaging)).toBe('auth/forbidden')
    const page = await ada.api.flags.get.query({ project: ada.project, flag: 'by-service' })
    const base = page.heads['development']?.revision ?? 0
    await api.flags.switch.mutate({ ...flag, environment: 'development', base, on: false })
  })

  it('rotates: both work until the old one ends, the new one as long as the old was made for', async () => {
    const { project } = ada
    const input = { project, name: 'rotating', role: 'viewer' as const, expiresInDays: 30 }
    const old = await ada.api.serviceTokens.create.mutate(input)
    const fresh = await ada.api.serviceTokens.rotate.mutate({ project, id: old.token.id, overlapHours: 1 })
    expect(fresh.token).toMatchObject({ name: 'rotating', scopes: old.token.scopes })
    const days = (Date.parse(fresh.token.expiresAt ?? '') - Date.parse(fresh.token.createdAt)) / 86_400_000
    expect(days).toBe(30)
    const works = (text: string) => codeOf(withToken(text).projects.list.query())
    expect([await works(old.text), await works(fresh.text)]).toEqual([undefined, undefined])
    await ada.api.serviceTokens.rotate.mutate({ project, id: fresh.token.id, overlapHours: 0 })
    expect(await works(fresh.text)).toBe('auth/token-expired')
    const again = ada.api.serviceTokens.rotate.mutate({ project, id: fresh.token.id, overlapHours: 0 })
    expect(await codeOf(again)).toBe('token/not-found')
  })

  it('is listed to owners for all projects, and its text to nobody', async () => {
    const other = await anOwner(url)
    const { text } = await other.api.serviceTokens.create.mutate({
      project: other.project,
      name: 'elsewhere',
      role: 'viewer',
    })
    const list = await ada.api.serviceTokens.everywhere.query()
    expect(list.map(({ name }) => name)).toContain('elsewhere')
    expect(JSON.stringify(list)).not.toContain(text)
  })

  it('cannot be an admin of some environments: that would be a way to all', async () => {
    const input = { project: ada.project, name: 'x', role: 'admin' as const, environments: ['development'] }
    expect(await codeOf(ada.api.serviceTokens.create.mutate(input))).toBe('request/invalid')
  })
})

describe('an SDK key', () => {
  const datafile = (key: string) =>
    fetch(`${url}/sdk/v1/datafile`, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status)

  it('rotates: both work until the old one ends', async () => {
    const place = { project: ada.project, environment: 'development' }
    const old = await ada.api.keys.create.mutate({ ...place, kind: 'server', name: 'shop' })
    const fresh = await ada.api.keys.rotate.mutate({ project: ada.project, id: old.key.id, overlapHours: 1 })
    expect([await datafile(old.text), await datafile(fresh.text)]).toEqual([200, 200])
    const ends = (await ada.api.keys.list.query({ project: ada.project })).find(
      ({ id }) => id === old.key.id,
    )?.expiresAt
    expect(Date.parse(ends ?? '')).toBeGreaterThan(Date.now())
  })

  it('without overlap ends at once', async () => {
    const place = { project: ada.project, environment: 'development' }
    const old = await ada.api.keys.create.mutate({ ...place, kind: 'server', name: 'leaked' })
    expect(await datafile(old.text)).toBe(200)
    await ada.api.keys.rotate.mutate({ project: ada.project, id: old.key.id, overlapHours: 0 })
    await expect.poll(() => datafile(old.text)).toBe(401)
  })
})
