import { beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type World } from './world.ts'

/*
 * SDK endpoints have several paths and protocols. Authentication, logging and errors must follow the same rules at
 * each.
 */

let world: World
const addresses = [
  ['POST', '/ofrep/v1/evaluate/flags/checkout'],
  ['POST', '/ofrep/v1/evaluate/flags'],
  ['GET', '/sdk/v1/datafile'],
  ['POST', '/sdk/v1/telemetry'],
] as const

const ask = (method: string, path: string, headers: Record<string, string>) =>
  fetch(`${world.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: '{"context":{}}' }),
  })

beforeAll(async () => {
  world = await aWorld()
})

describe.each(addresses)('%s %s', (method, path) => {
  it('refuses a key that is none with 401', async () => {
    expect((await ask(method, path, { 'x-api-key': 'fan_srv_none' })).status).toBe(401)
  })

  it.runIf(method === 'POST')('refuses it so that a page may read why', async () => {
    const response = await ask(method, path, { 'x-api-key': 'fan_srv_none', origin: 'https://app.example.com' })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
  })

  it('says by no header what the answer is made with, and that nobody should guess its type', async () => {
    const response = await ask(method, path, world.bearer)
    expect(response.headers.get('x-powered-by')).toBeNull()
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('an address that nothing stands at', () => {
  it.each(['/ofrep/v1/nothing', '/ofrep/v1/evaluate', '/ofrep/'])('is 404 in the shape of OFREP: %s', async (path) => {
    const response = await ask('POST', path, world.bearer)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ errorDetails: `Nothing exists at POST ${path}.` })
  })

  it.each(['/ofrep/v1/evaluate/flags/%E0%A4%A', '/ofrep/v1/evaluate/flags/a%2Fb', '/ofrep/v1/evaluate/flags/a/b'])(
    'is a flag that is not there, however it is written: %s',
    async (path) => {
      const response = await ask('POST', path, world.bearer)
      expect([400, 404]).toContain(response.status)
      expect(await response.json()).toMatchObject({ errorDetails: expect.any(String) })
    },
  )
})
