import { Client, credentials, Metadata, status } from '@grpc/grpc-js'
import { FlagdProvider } from '@openfeature/flagd-provider'
import { OpenFeature } from '@openfeature/server-sdk'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readTexts } from '../../src/server/vendors/flagd/grpc/messages.ts'
import { freePort } from '../support/free-port.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
let port: number
beforeAll(async () => {
  port = await freePort()
  world = await aWorld({ FANION_FLAGD_PORT: String(port) })
})
const closing: (() => void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await OpenFeature.close()
})

let domains = 0

/** An application with flagd's provider. The key is the selector. */
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

/** The raw gRPC stream, as in any language: its documents, and how it ends. */
const aStream = (key: string) => {
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure())
  const metadata = new Metadata()
  metadata.set('authorization', `Bearer ${key}`)
  const documents: string[] = []
  const call = client.makeServerStreamRequest(
    '/flagd.sync.v1.FlagSyncService/SyncFlags',
    (bytes: Buffer) => bytes,
    (bytes: Buffer) => readTexts(bytes).get(1) ?? '',
    Buffer.alloc(0),
    metadata,
  )
  call.on('data', (document: string) => documents.push(document))
  const ended = new Promise<status>((resolve) => {
    call.on('error', (error: Error) => resolve('code' in error ? Number(error.code) : status.UNKNOWN))
  })
  closing.push(() => client.close())
  return { documents, ended }
}

describe('the stream over gRPC', () => {
  it('sends the whole document now and after every publish', async () => {
    await world.turn(true)
    const { documents } = aStream(world.serverKey.text)
    await until(() => documents.length > 0, 'the document')
    await world.turn(false)
    // The first document may be of the previous revision; the last one contains what was published.
    const last = () => JSON.parse(documents.at(-1) ?? '').flags.checkout.defaultVariant
    await until(() => last() === 'off', 'the document of the revision that turned it off')
    expect(documents.length).toBeGreaterThan(1)
  })

  it('ends with its key', async () => {
    const key = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Short' })
    const { documents, ended } = aStream(key.text)
    await until(() => documents.length > 0, 'the document')
    await world.api.keys.revoke.mutate({ project: world.project, id: key.key.id })
    expect(await ended).toBe(status.UNAUTHENTICATED)
  })

  it.each([
    ['no key', () => '', status.UNAUTHENTICATED],
    ['a key that is none', () => 'hunter2', status.UNAUTHENTICATED],
    ['a key that pages have', () => world.clientKey.text, status.PERMISSION_DENIED],
  ])('is refused with %s', async (_, key, code) => {
    expect(await aStream(key()).ended).toBe(code)
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
