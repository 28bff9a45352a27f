import { monitorEventLoopDelay } from 'node:perf_hooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { fuzzHttp } from '../support/http-fuzz.ts'
import { aWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld({ FANION_REQUESTS_PER_MINUTE: '0', LOG_LEVEL: 'silent' })
})

describe('a broken body with a refused key', () => {
  it('is refused for the key, and the server lives', async () => {
    const { url } = world
    const broken = { method: 'POST', body: '{', headers: { authorization: 'Bearer fan_srv_x' } }
    const evaluate = () => fetch(`${url}/ofrep/v1/evaluate/flags`, broken)
    // One after the other: an unhandled rejection ends a process a moment later.
    expect((await evaluate()).status).toBe(401)
    expect((await evaluate()).status).toBe(401)
  })
})

describe('a HEAD of the stream', () => {
  it('opens none: there would be nobody to end it', async () => {
    const { url, bearer } = world
    expect((await fetch(`${url}/sdk/v1/stream`, { method: 'HEAD', headers: bearer })).status).toBe(404)
  })
})

describe('a thousand strange requests', () => {
  it('get no 5xx, no stack, and no silence', async () => {
    const { url, owner, serverKey, clientKey, project } = world
    const scopes = [{ project: '*' as const, role: 'owner' as const }]
    const { text } = await owner.api.tokens.create.mutate({ name: 'fuzz', scopes })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const { requests, wrong } = await fuzzHttp({
      url,
      requests: 1_000,
      seed: 20_261_120,
      authorizations: [serverKey.text, clientKey.text, text],
      cookie: owner.cookie(),
      project,
    })
    delay.disable()
    console.log(`1 000 strange requests: the event loop, the sender's too, stood still ${delay.max / 1e6} ms at most`)
    expect(wrong).toEqual([])
    expect(requests).toBe(1_000)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
