import { randomBytes } from 'node:crypto'
import net from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { patchDatafile } from '../../src/shared/datafile/patch.ts'
import { limits } from '../../src/shared/limits.ts'
import { Datafile, DatafilePatch } from '../../src/shared/schemas/datafile.ts'
import { aFlag } from '../support/builders.ts'
import { type OpenStream, openStream, type StreamEvent } from '../support/stream.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})

const opened: OpenStream[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})
const stream = async (headers: Record<string, string> = {}, query = '', key = world.bearer) => {
  const one = await openStream(`${world.url}/sdk/v1/stream${query}`, { ...key, ...headers })
  opened.push(one)
  return one
}
const datafileIn = (event: StreamEvent | undefined) => Datafile.parse(JSON.parse(event?.data ?? ''))
const patchIn = (event: StreamEvent | undefined) => DatafilePatch.parse(JSON.parse(event?.data ?? ''))
const currently = async () => datafileIn(await (await stream()).next()).revision

describe('GET /sdk/v1/stream', () => {
  it('begins with the whole datafile', async () => {
    const one = await stream()
    const first = await one.next()
    expect(one.status).toBe(200)
    expect(one.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(first?.event).toBe('datafile')
    expect(first?.id).toBe(String(datafileIn(first).revision))
  })

  it('sends a patch for every publish, and the patches lead to the datafile as it is then', async () => {
    const one = await stream()
    let datafile = datafileIn(await one.next())
    for (const on of [false, true, false]) {
      const revision = await world.turn(on)
      const event = await one.next()
      expect([event?.event, event?.id]).toEqual(['patch', String(revision)])
      const next = patchDatafile(datafile, patchIn(event))
      expect(next).not.toBeNull()
      datafile = next ?? datafile
    }
    expect(datafileIn(await (await stream()).next())).toEqual(datafile)
  })

  it.each<[string, (revision: number) => [Record<string, string>, string]]>([
    ['Last-Event-ID', (revision) => [{ 'last-event-id': String(revision) }, '']],
    ['?revision=', (revision) => [{}, `?revision=${revision}`]],
  ])('resumes from %s with one patch that spans all that was missed', async (_, how) => {
    const had = datafileIn(await (await stream()).next())
    await world.turn(true)
    const revision = await world.turn(false)
    await until(async () => (await currently()) === revision, 'the second publish')
    const first = await (await stream(...how(had.revision))).next()
    expect([first?.event, first?.id]).toEqual(['patch', String(revision)])
    expect(patchDatafile(had, patchIn(first))).toEqual(datafileIn(await (await stream()).next()))
  })

  it('tells people which revision each connected application has taken', async () => {
    await (await stream()).next()
    const found = () => world.api.keys.applications.query({ project: world.project })
    const has = async (revision: number) => (await found()).some((one) => one.revision === revision)
    const before = await currently()
    await until(() => has(before), 'the first revision')
    const revision = await world.turn(false)
    await until(() => has(revision), 'the next revision')
    expect((await found()).find((one) => one.revision === revision)).toMatchObject({
      name: 'Server',
      kind: 'server',
      environment: 'development',
    })
  })

  it('sends no datafile to a program that is up to date', async () => {
    const revision = await currently()
    expect((await (await stream({ 'last-event-id': String(revision) })).nextOrComment())?.event).toBe('comment')
  })

  it.each(['999999', '-1', 'abc', '1.5', '99999999999999'])(
    'sends the whole to a program at revision %s, which is unknown',
    async (id) => {
      expect((await (await stream({ 'last-event-id': id })).next())?.event).toBe('datafile')
    },
  )

  it('closes when its key is revoked, and others go on', async () => {
    const { key, text } = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Short' })
    const mine = await stream({}, '', { authorization: `Bearer ${text}` })
    const other = await stream()
    await mine.next()
    await other.next()
    await world.api.keys.revoke.mutate({ project: world.project, id: key.id })
    expect(await mine.next()).toBeUndefined()
    const revision = await world.turn(true)
    expect((await other.next())?.id).toBe(String(revision))
  })

  it('closes when its key is revoked while notifications are cut', async () => {
    const { key, text } = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Short' })
    const mine = await stream({}, '', { authorization: `Bearer ${text}` })
    await mine.next()
    const { db } = world.server.services
    // As if the notification had been lost with the connection.
    await db.updateTable('sdkKey').set({ revokedAt: new Date() }).where('id', '=', key.id).execute()
    await cutListener(world)
    expect(await mine.next()).toBeUndefined()
  })

  it('cuts off a program that does not read, and the others hear everything meanwhile', async () => {
    const { hub } = world.server.services
    await until(() => hub.size === 0, 'the streams of other tests closed')
    const address = new URL(world.url)
    const slow = net.connect(Number(address.port), address.hostname)
    slow.on('error', () => undefined)
    slow.write(`GET /sdk/v1/stream HTTP/1.1\r\nhost: x\r\nauthorization: ${world.bearer.authorization}\r\n\r\n`)
    slow.pause()
    await until(() => hub.size === 1, 'the slow stream')
    const other = await stream()
    await other.next()
    const { flags } = datafileIn(await (await stream()).next())
    const flag = flags['checkout'] ?? aFlag('checkout')
    let base = await currently()
    // The kernel buffers some megabytes, then the server's own buffer fills.
    for (let sent = 0; hub.size > 1 && sent < 200; sent++) {
      const noise =
        randomBytes(330_000)
          .toString('base64url')
          .match(/.{500}/g) ?? []
      const rules = Array.from({ length: 1 }, () => ({
        id: 'r1',
        when: { attribute: 'plan', operator: 'isOneOf' as const, values: noise },
        serve: { variant: 'on' },
      }))
      const entries = [{ kind: 'flag' as const, key: 'checkout', document: { ...flag, rules } }]
      base = (await world.api.revisions.publish.mutate({ ...world.where, base, entries })).number
      expect((await other.next())?.id).toBe(String(base))
    }
    await until(() => hub.size === 1, 'the slow stream cut')
    slow.destroy()
    expect((await (await stream()).next())?.id).toBe(String(base))
  })

  it('refuses a wrong key with the error as JSON', async () => {
    const answer = await fetch(`${world.url}/sdk/v1/stream`, { headers: { authorization: 'Bearer nothing' } })
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: { code: 'auth/token-invalid' } }])
  })
})

/** Ends the server's LISTEN connection, and waits until it has another. */
async function cutListener({ server }: World): Promise<void> {
  const { db, tail } = server.services
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'fanion-listen' and datname = current_database()`.execute(db)
  await until(() => !tail.connected, 'the cut')
  await until(() => tail.connected, 'another connection')
}

describe('a stream that nothing is published on', () => {
  it(`hears a comment every ${limits.streamHeartbeatMs / 1_000} s`, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const quiet = await aWorld()
      const one = await openStream(`${quiet.url}/sdk/v1/stream`, quiet.bearer)
      opened.push(one)
      await one.next()
      for (let beat = 0; beat < 3; beat++) {
        vi.advanceTimersByTime(limits.streamHeartbeatMs)
        expect(await one.nextOrComment()).toEqual({ event: 'comment', id: undefined, data: 'here' })
      }
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a server that stops', () => {
  it('tells every stream to come back, each after a moment of its own', async () => {
    const stopping = await aWorld()
    const streams = await Promise.all(
      Array.from({ length: 8 }, () => openStream(`${stopping.url}/sdk/v1/stream`, stopping.bearer)),
    )
    opened.push(...streams)
    for (const one of streams) await one.next()
    const heard = Promise.all(streams.map(async (one) => [await one.next(), await one.next()]))
    await stopping.server.close()
    const pauses = (await heard).map(([goodbye, end]) => {
      expect([goodbye?.event, end]).toEqual(['reconnect', undefined])
      return JSON.parse(goodbye?.data ?? '{}').retryMs
    })
    expect(new Set(pauses).size).toBeGreaterThan(4)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(limits.clientRetryMinMs * 5)
  })
})
