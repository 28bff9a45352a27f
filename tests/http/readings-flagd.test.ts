import { FlagdProvider } from '@openfeature/flagd-provider'
import { OpenFeature } from '@openfeature/server-sdk'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
let port: number
beforeAll(async () => {
  port = await freePort()
  world = await aWorld({ FANION_FLAGD_PORT: String(port) })
})
afterEach(() => OpenFeature.close())

let domains = 0

/** A program with flagd's own provider; the key is the selector. */
const aProgram = async (key: string) => {
  domains += 1
  const domain = `flagd-${domains}`
  const provider = new FlagdProvider({
    resolverType: 'in-process',
    host: '127.0.0.1',
    port,
    selector: key,
    deadlineMs: 5_000,
  })
  await OpenFeature.setProviderAndWait(domain, provider)
  return OpenFeature.getClient(domain)
}

describe('@openfeature/flagd-provider over gRPC', () => {
  it('is answered, and follows a publish', async () => {
    await world.turn(true)
    const client = await aProgram(world.serverKey.text)
    await until(() => client.getBooleanValue('checkout', false, { targetingKey: 'u' }), 'on')
    await world.turn(false)
    await until(async () => !(await client.getBooleanValue('checkout', true, { targetingKey: 'u' })), 'off')
    expect((await client.getBooleanDetails('checkout', true, { targetingKey: 'u' })).variant).toBe('off')
  })

  it('is refused with a revoked key, and with one that pages have', async () => {
    const key = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Revoked' })
    await world.api.keys.revoke.mutate({ project: world.project, id: key.key.id })
    for (const text of [key.text, world.clientKey.text]) await expect(aProgram(text)).rejects.toThrow(/./)
  })
})

describe('GET /flagd/v1/flags', () => {
  const flags = (headers: Record<string, string>) => fetch(`${world.url}/flagd/v1/flags`, { headers })

  it('answers the document, and 304 to whoever has it', async () => {
    const answer = await flags(world.bearer)
    expect(await answer.json()).toHaveProperty('flags.checkout.state', 'ENABLED')
    const etag = answer.headers.get('etag') ?? ''
    expect((await flags({ ...world.bearer, 'if-none-match': etag })).status).toBe(304)
  })

  it('gives no rules to a key that pages have', async () => {
    expect((await flags({ authorization: `Bearer ${world.clientKey.text}` })).status).toBe(403)
  })
})
