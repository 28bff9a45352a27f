import { beforeAll, describe, expect, it } from 'vitest'
import { namesIn, tableOf } from '../arch/specification.ts'
import { context, type Endpoint, endpoints, forServers, type Kind, kinds } from './endpoint-table.ts'
import { aWorld, type World } from './world.ts'

let world: World
let headers: Record<Kind, Record<string, string>>

beforeAll(async () => {
  world = await aWorld({ FANION_REQUESTS_PER_MINUTE: '0' })
  const { api, owner, project, where, serverKey, clientKey, server } = world
  const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
  const role = 'owner' as const
  const personal = await api.tokens.create.mutate({ name: 'all', scopes: [{ project: '*', role }] })
  const service = await api.serviceTokens.create.mutate({ project, name: 'all', role: 'admin' })
  const revoked = await api.keys.create.mutate({ ...where, kind: 'server', name: 'revoked' })
  await api.keys.revoke.mutate({ project, id: revoked.key.id })
  const expired = await api.keys.create.mutate({ ...where, kind: 'server', name: 'expired' })
  await server.services.db
    .updateTable('sdkKey')
    .set({ expiresAt: new Date() })
    .where('id', '=', expired.key.id)
    .execute()
  const { link } = await api.invitations.create.mutate({ project, email: 'bob@example.com', role: 'admin' })
  const accepted = await fetch(`${world.url}/trpc/invitations.accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.split('/').at(-1), name: 'Bob', password: 'a long sentence of my own' }),
  })
  headers = {
    nothing: {},
    'session of an owner': { cookie: owner.cookie() },
    'session of a member': { cookie: accepted.headers.getSetCookie()[0]?.split(';')[0] ?? '' },
    'personal token': bearer(personal.text),
    'service token': bearer(service.text),
    'server key': bearer(serverKey.text),
    'client key': bearer(clientKey.text),
    'revoked key': bearer(revoked.text),
    'expired key': bearer(expired.text),
    'no key of ours': bearer(`fan_srv_${'A'.repeat(43)}`),
  }
})

/** Returns the status of a request without reading its body. */
async function ask({ method = 'POST', path, body }: Endpoint, more: Record<string, string>): Promise<number> {
  const stop = new AbortController()
  const response = await fetch(`${world.url}${path}`, {
    method: body ? method : 'GET',
    headers: { 'content-type': 'application/json', ...more },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: stop.signal,
  })
  stop.abort()
  return response.status
}

// The last test counts what the earlier ones requested.
describe('every endpoint', { shuffle: false }, () => {
  // Names, because a repeated test requests the same path again.
  const asked = new Set<string>()

  it('is in the table of this file', () => {
    const documented = tableOf('7.', 'call').flatMap((row) => namesIn(row['path']))
    expect(Object.keys(endpoints).toSorted()).toEqual(documented.toSorted())
  })

  it.each(Object.entries(endpoints))(
    '%s takes the kind of key that is meant for it, and no other',
    async (name, one) => {
      const answers = await Promise.all(kinds.map(async (kind) => [kind, await ask(one, headers[kind])]))
      expect(Object.fromEntries(answers)).toEqual(one.answers)
      for (const kind of kinds) asked.add(`${name} ${kind}`)
    },
  )

  it('takes no key from its address, where logs and histories would keep it', async () => {
    for (const [name, key] of [
      ['datafile', world.serverKey.text],
      ['stream', world.serverKey.text],
    ] as const) {
      for (const parameter of ['key', 'token', 'access_token', 'authorization', 'api_key']) {
        expect(await ask({ path: `/sdk/v1/${name}?${parameter}=${key}`, answers: forServers }, {})).toBe(401)
      }
    }
    const token = headers['personal token']['authorization']?.slice('Bearer '.length)
    expect(await ask({ path: `/trpc/projects.list?token=${token}`, answers: forServers }, {})).toBe(401)
  })

  it('was asked with every kind of key', () => {
    console.log(
      `endpoints: ${asked.size} answers of ${Object.keys(endpoints).length} addresses to ${kinds.length} callers`,
    )
    expect(asked.size).toBe(Object.keys(endpoints).length * kinds.length)
  })
})

describe('the ticket of an event stream', () => {
  const aTicket = async (key: string) => {
    const response = await fetch(`${world.url}/ofrep/v1/evaluate/flags`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(context),
    })
    const { eventStreams } = (await response.json()) as { eventStreams: { url: string }[] } // OFREP's format
    return new URL(eventStreams[0]?.url ?? '').search
  }
  const open = (search: string) => ask({ path: `/ofrep/v1/stream${search}`, answers: forServers }, {})

  it('opens the stream, and one that somebody wrote themself does not', async () => {
    const search = await aTicket(world.clientKey.text)
    expect(await open(search)).toBe(200)
    const [text = '', signature = ''] = search.slice('?ticket='.length).split('.')
    const other = JSON.parse(Buffer.from(text, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...other, environmentId: world.project })).toString('base64url')
    expect(await open(`?ticket=${forged}.${signature}`)).toBe(401)
  })

  it('is worth nothing once its key is revoked', async () => {
    const { api, project, where } = world
    const { key, text } = await api.keys.create.mutate({ ...where, kind: 'client', name: 'short' })
    const search = await aTicket(text)
    expect(await open(search)).toBe(200)
    await api.keys.revoke.mutate({ project, id: key.id })
    expect(await open(search)).toBe(401)
  })
})
