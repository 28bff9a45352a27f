import http from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { digestOf } from '../../src/shared/datafile/digest.ts'
import { Datafile } from '../../src/shared/schemas/datafile.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})

const get = (headers: Record<string, string>) => fetch(`${world.url}/sdk/v1/datafile`, { headers })

/** The compressed bytes. `fetch` would decompress them. */
const raw = (headers: Record<string, string>) =>
  new Promise<{ headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    http
      .get(`${world.url}/sdk/v1/datafile`, { headers: { ...world.bearer, ...headers } }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }))
      })
      .on('error', reject)
  })

const refusalOf = async (response: Response) => {
  // Safe cast: the tests below verify that errors have this format.
  const { error } = (await response.json()) as { error: { code: string; message: string; requestId: string } }
  return { status: response.status, code: error.code, message: error.message, requestId: error.requestId }
}

describe('GET /sdk/v1/datafile', () => {
  it('answers the environment at its newest revision', async () => {
    const revision = await world.turn(true)
    await until(
      async () => Datafile.parse(await (await get(world.bearer)).json()).revision === revision,
      'the revision',
    )
    const datafile = Datafile.parse(await (await get(world.bearer)).json())
    expect(datafile).toMatchObject({ project: world.project, environment: 'development', revision })
    expect(datafile.flags['checkout']?.on).toBe(true)
    expect(datafile.digest).toBe(digestOf(datafile.flags, datafile.segments))
  })

  it('takes the key as X-API-Key, too', async () => {
    expect((await get({ 'x-api-key': world.serverKey.text })).status).toBe(200)
  })

  it('carries a tag of project, environment, revision and digest, and answers 304 to whoever has it', async () => {
    const whole = await get(world.bearer)
    const { project, environment, revision, digest } = Datafile.parse(await whole.json())
    const etag = whole.headers.get('etag') ?? ''
    expect(etag).toBe(`"${project}/${environment}/${revision}-${digest}"`)
    const again = await get({ ...world.bearer, 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('answers anew after a publish, to whoever has the old tag', async () => {
    const etag = (await get(world.bearer)).headers.get('etag') ?? ''
    await world.turn(false)
    await until(async () => (await get({ ...world.bearer, 'if-none-match': etag })).status === 200, 'a new answer')
    const fresh = await get({ ...world.bearer, 'if-none-match': etag })
    expect(fresh.headers.get('etag')).not.toBe(etag)
  })

  it('is the same bytes plain, as gzip and as brotli', async () => {
    const plain = await raw({})
    const gzip = await raw({ 'accept-encoding': 'gzip' })
    const brotli = await raw({ 'accept-encoding': 'gzip, br' })
    expect([plain, gzip, brotli].map((one) => one.headers['content-encoding'])).toEqual([undefined, 'gzip', 'br'])
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
  })

  it('sends no encoding that was refused', async () => {
    const answer = await raw({ 'accept-encoding': 'br;q=0, gzip;q=0' })
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  it.each<[string, () => Record<string, string>, number, string]>([
    ['no key', () => ({}), 401, 'auth/token-invalid'],
    ['a key that is none', () => ({ authorization: 'Bearer hunter2' }), 401, 'auth/token-invalid'],
    ['another scheme', () => ({ authorization: 'Basic Zm9vOmJhcg==' }), 401, 'auth/token-invalid'],
    ['an unknown key', () => ({ authorization: `Bearer fan_srv_${'x'.repeat(43)}` }), 401, 'auth/token-invalid'],
    ['a client key', () => ({ authorization: `Bearer ${world.clientKey.text}` }), 403, 'auth/forbidden'],
  ])('refuses %s', async (_, headers, status, code) => {
    const refusal = await refusalOf(await get(headers()))
    expect(refusal).toMatchObject({ status, code })
    expect(refusal.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('refuses a revoked key, at once', async () => {
    const { key, text } = await world.api.keys.create.mutate({ ...world.where, kind: 'server', name: 'Short' })
    const headers = { authorization: `Bearer ${text}` }
    expect((await get(headers)).status).toBe(200)
    await world.api.keys.revoke.mutate({ project: world.project, id: key.id })
    await until(async () => (await get(headers)).status === 401, 'the refusal')
    expect((await refusalOf(await get(headers))).message).toContain('revoked')
  })

  it('notes when a key was last used', async () => {
    const [key] = (await world.api.keys.list.query({ project: world.project })).filter(
      (one) => one.id === world.serverKey.key.id,
    )
    expect(key?.lastUsedAt).not.toBeNull()
  })
})
