import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import { limits } from '../../src/shared/limits.ts'
import { atRevision } from '../../src/shared/revision-header.ts'
import { runCli } from '../support/cli.ts'
import { serverOn } from '../support/server.ts'
import { aWorld, type World } from './world.ts'

const secret = { FANION_SECRET: 'a secret that two servers share, of some length' }
const body = JSON.stringify({ context: { targetingKey: 'user-1' } })
const encoded = Buffer.from('{"kind":"user","key":"user-1"}').toString('base64url')

let world: World
/** Another server of the same installation. */
let other: Server
/** Applies what the other server has read from the log but was made to hold back. */
let release = () => {}
let isHeld = false

beforeAll(async () => {
  world = await aWorld(secret)
  other = (await serverOn(world.databaseUrl, secret)).server
  const { states } = other.services
  const advance = states.advance.bind(states)
  const held: Parameters<typeof advance>[0][] = []
  states.advance = (revision) => void (isHeld ? held.push(revision) : advance(revision))
  release = () => {
    isHeld = false
    for (const revision of held.splice(0)) advance(revision)
  }
})
beforeEach(() => release())

/** How each kind of read is requested, and how it shows the state of `checkout`. */
const reads: Readonly<Record<string, { path: string; post?: true; isOn: (json: never) => boolean }>> = {
  'the datafile': {
    path: '/sdk/v1/datafile',
    isOn: (json: { flags: Record<string, { on: boolean }> }) => json.flags['checkout']?.on === true,
  },
  'one flag by OFREP': {
    path: '/ofrep/v1/evaluate/flags/checkout',
    post: true,
    isOn: ({ value }: { value: boolean }) => value,
  },
  'all flags by OFREP': {
    path: '/ofrep/v1/evaluate/flags',
    post: true,
    isOn: ({ flags }: { flags: { key: string; value: unknown }[] }) =>
      flags.find(({ key }) => key === 'checkout')?.value === true,
  },
  'LaunchDarkly’s rules': {
    path: '/launchdarkly/sdk/latest-all',
    isOn: (json: { flags: Record<string, { on: boolean }> }) => json.flags['checkout']?.on === true,
  },
  'LaunchDarkly’s answers': {
    path: `/launchdarkly/msdk/evalx/contexts/${encoded}`,
    isOn: (json: Record<string, { value: boolean }>) => json['checkout']?.value === true,
  },
  'Unleash’s features': {
    path: '/unleash/api/client/features',
    isOn: ({ features }: { features: { name: string; enabled: boolean }[] }) =>
      features.find(({ name }) => name === 'checkout')?.enabled === true,
  },
}

const read = (name: string, url: string, headers: Record<string, string>) => {
  const { path, post } = reads[name] ?? { path: '' }
  return fetch(url + path, {
    method: post ? 'POST' : 'GET',
    headers: { ...world.bearer, 'content-type': 'application/json', ...headers },
    ...(post && { body }),
  })
}

describe.each(Object.keys(reads))('%s', (name) => {
  it('is of the revision that the publish returned, through whichever server, each time', async () => {
    for (let round = 0; round < 4; round++) {
      const on = round % 2 === 0
      const revision = await world.turn(on)
      for (const { url } of [world, other]) {
        const response = await read(name, url, atRevision(revision))
        expect([response.status, response.headers.get('fanion-revision')]).toEqual([200, String(revision)])
        expect(reads[name]?.isOn((await response.json()) as never)).toBe(on)
      }
    }
  })

  it('waits at a server that is behind, and goes on as soon as it is not', async () => {
    await (await read(name, other.url, {})).text()
    isHeld = true
    const revision = await world.turn(false)
    let answered = false
    const waiting = read(name, other.url, atRevision(revision)).finally(() => {
      answered = true
    })
    // Without the header the response is immediate and outdated.
    const before = await read(name, other.url, {})
    expect([before.status, answered]).toEqual([200, false])
    await before.text()
    release()
    const response = await waiting
    expect([response.status, response.headers.get('fanion-revision')]).toEqual([200, String(revision)])
    expect(reads[name]?.isOn((await response.json()) as never)).toBe(false)
  })

  it('refuses at a server that stays behind, and never answers by what is older', async () => {
    await (await read(name, other.url, {})).text()
    isHeld = true
    const revision = await world.turn(true)
    const response = await read(name, other.url, atRevision(revision))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.text()).toContain(`revision ${revision}`)
  })

  it('refuses a revision that is no number', async () => {
    for (const revision of ['newest', '-1', '1.5', '']) {
      const response = await read(name, world.url, { 'if-fanion-revision': revision })
      expect(response.status).toBe(400)
    }
  })
})

describe('a revision that does not exist', () => {
  it('is waited for once, and answered by the newest, as after a backup was restored', async () => {
    const newest = await world.turn(false)
    const response = await read('the datafile', world.url, atRevision(999_999))
    expect([response.status, response.headers.get('fanion-revision')]).toEqual([200, String(newest)])
    expect(limits.revisionWaitMs).toBeLessThan(limits.clientConnectMs)
  })
})

describe('the commands that read with a key', () => {
  it('wait for the revision that is named', async () => {
    const revision = await world.turn(true)
    const env = { FANION_URL: other.url, FANION_KEY: world.serverKey.text }
    const { code, said } = await runCli(['get', 'checkout', '--revision', String(revision)], env)
    expect([code, said]).toEqual([0, expect.stringContaining(`revision ${revision}`)])
    isHeld = true
    const behind = await runCli(['get', 'checkout', '--revision', String(await world.turn(false))], env)
    expect([behind.code, behind.said]).toEqual([expect.any(Number), expect.stringMatching(/doesn’t have revision/)])
    expect(behind.code).not.toBe(0)
    expect((await runCli(['get', 'checkout', '--revision', 'newest'], env)).said).toMatch(/use a number/)
  })
})
