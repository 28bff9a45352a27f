import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { keyHash } from '../../src/server/features/access/keys/key-hash.ts'
import { Datafile } from '../../src/shared/schemas/datafile.ts'
import { until } from '../http/world.ts'
import { openStream } from '../support/stream.ts'
import { aCrew, flagOf } from './crew.ts'
import { Ledger } from './ledger.ts'
import { Machine } from './machine.ts'
import { Hand } from './write.ts'

it('a server that starts while PostgreSQL is away answers for every environment from the last state on disk', async () => {
  const machine = await Machine.start()
  const crew = await aCrew(machine, 1)
  const [writer] = crew.writers
  if (!writer) throw new Error('nobody writes')
  const hand = new Hand(crew, new Ledger(), writer)
  await hand.publish()
  const environments = ['development', 'staging', 'production']
  const keys = await Promise.all(environments.map((environment) => crew.aKey(environment)))
  const heads = await machine.db.selectFrom('environment').select(['id', 'headNumber']).execute()
  const folder = path.join(machine.settings['FANION_DATA_DIR'] ?? '', 'kept')
  // No SDK requested staging and production, and no key was used.
  const keptNames = heads.map(({ id, headNumber }) => `${id}.${headNumber}.json`)
  const isKept = async () => {
    const names = await readdir(folder).catch((): string[] => [])
    return keptNames.every((name) => names.includes(name))
  }
  await until(isKept, 'every environment on disk')
  const ask = async (
    at: string,
    key: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ) => fetch(`${machine.url}${at}`, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } })
  const asked = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ context: { targetingKey: 'ada' } }),
  }
  const evaluate = (key: string, name: string) => ask(`/ofrep/v1/evaluate/flags/${name}`, key, asked)
  const revoked = await crew.aKey('development')
  const read = () =>
    Promise.all(
      keys.map(async (key) => {
        const datafile = Datafile.parse(await (await ask('/sdk/v1/datafile', key)).json())
        const stream = await openStream(`${machine.url}/sdk/v1/stream`, { authorization: `Bearer ${key}` })
        const first = await stream.next()
        stream.close()
        return [datafile, JSON.parse(first?.data ?? '{}'), await (await evaluate(key, flagOf(writer))).json()]
      }),
    )
  const before = await read()
  const ticketOf = async (key: string) => {
    const answer = await ask('/ofrep/v1/evaluate/flags', key, asked)
    const { eventStreams } = (await answer.json()) as { eventStreams: { url: string }[] }
    return new URL(eventStreams[0]?.url ?? '').search
  }
  const tickets = { live: await ticketOf(keys[0] ?? ''), revoked: await ticketOf(revoked) }
  await machine.revokeKey(revoked)
  const hashOf = (key: string) => keyHash(key).toString('hex')
  await until(async () => {
    const text = await readFile(path.join(folder, 'keys.json'), 'utf8')
    return keys.every((key) => text.includes(hashOf(key))) && !text.includes(hashOf(revoked))
  }, 'the keys on disk, and no revoked one')

  await machine.killDatabase(async () => {
    await machine.restartServer()
    const probes = await Promise.all(['/healthz', '/readyz', '/readyz/changes'].map((probe) => ask(probe, '')))
    expect(probes.map(({ status }) => status)).toEqual([200, 200, 503])
    expect(await read()).toEqual(before)
    const unknown = `fan_srv_${'x'.repeat(43)}`
    for (const key of [revoked, unknown]) {
      const refused = await ask('/sdk/v1/datafile', key)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    }
    for (const [ticket, status] of [
      [tickets.live, 200],
      [tickets.revoked, 503],
    ] as const) {
      const stop = new AbortController()
      const opened = await fetch(`${machine.url}/ofrep/v1/stream${ticket}`, { signal: stop.signal })
      expect(opened.status).toBe(status)
      stop.abort()
    }
    const signIn = await ask('/trpc/projects.list', '', { headers: { authorization: '', cookie: writer.cookie() } })
    expect(signIn.status).toBe(503)
    // A damaged file counts as missing, and affects no other.
    const [damaged = ''] = keptNames.filter((name) => name.startsWith(crew.environmentIds.get('staging') ?? '-'))
    await machine.restartServer(() => writeFile(path.join(folder, damaged), 'x'))
    const statuses = await Promise.all(keys.map(async (key) => (await ask('/sdk/v1/datafile', key)).status))
    expect(statuses).toEqual([200, 503, 200])
  })
  await until(async () => (await ask('/readyz/changes', '')).status === 200, 'readiness')
  await until(async () => {
    await hand.publish().catch(() => undefined)
    const now = Datafile.parse(await (await ask('/sdk/v1/datafile', keys[0] ?? '')).json())
    return now.revision > (heads.find(({ id }) => id === crew.environmentIds.get('development'))?.headNumber ?? 0)
  }, 'a revision after the outage')
  expect((await ask('/sdk/v1/datafile', keys[1] ?? '')).status).toBe(200)
  expect(machine.deaths).toEqual([])
})
