import net from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OpenFeature } from '@openfeature/server-sdk'
import { beforeAll, describe, expect, it } from 'vitest'
import { anOwner, testServer } from '../support/server.ts'

let url: string
let owner: Awaited<ReturnType<typeof anOwner>>
let serverKey: string
let clientKey: string

const ask = (path: string, key: string, context: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/ofrep/v1/evaluate/flags${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ context }),
  })

beforeAll(async () => {
  ;({ url } = await testServer())
  owner = await anOwner(url)
  const { api, project } = owner
  const at = { project, environment: 'development' }
  serverKey = (await api.keys.create.mutate({ ...at, kind: 'server', name: 's' })).text
  const allowedOrigins = ['https://app.example.com']
  clientKey = (await api.keys.create.mutate({ ...at, kind: 'client', name: 'c', allowedOrigins })).text
  await api.flags.create.mutate({ project, key: 'open', name: 'Open', onIn: ['development'], visibleToClients: true })
  await api.flags.create.mutate({ project, key: 'hidden', name: 'Hidden', onIn: ['development'] })
})

describe('OFREP', () => {
  it('answers one flag with value, variant and reason', async () => {
    const response = await ask('/open', serverKey, { targetingKey: 'user-1' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ key: 'open', value: true, variant: 'on', reason: 'STATIC' })
  })

  it('answers FLAG_NOT_FOUND alike for a flag that is not there and one the client key may not see', async () => {
    const [missing, hidden] = await Promise.all(['/nope', '/hidden'].map((key) => ask(key, clientKey, {})))
    expect([missing?.status, hidden?.status]).toEqual([404, 404])
    expect((await hidden?.json())?.errorCode).toBe('FLAG_NOT_FOUND')
    expect((await missing?.json())?.errorCode).toBe('FLAG_NOT_FOUND')
  })

  it('shows a client key only the flags that are visible to clients', async () => {
    const keys = async (key: string) => {
      const { flags } = await (await ask('', key, { targetingKey: 'u' })).json()
      // Other tests create their own flags.
      return flags.map((flag: { key: string }) => flag.key).filter((one: string) => ['open', 'hidden'].includes(one))
    }
    expect(await keys(clientKey)).toEqual(['open'])
    expect(await keys(serverKey)).toEqual(['hidden', 'open'])
  })

  it('answers 304 while the answers for a context stay the same, and the new ones after a publish', async () => {
    const { api, project } = owner
    const first = await ask('', serverKey, { targetingKey: 'u' })
    const etag = first.headers.get('etag') ?? ''
    expect((await ask('', serverKey, { targetingKey: 'u' }, { 'if-none-match': etag })).status).toBe(304)
    const head = (await api.flags.get.query({ project, flag: 'hidden' })).heads['development']
    const at = { project, environment: 'development', flag: 'hidden' }
    await api.flags.switch.mutate({ ...at, on: false, base: head?.revision ?? 0 })
    await expect
      .poll(async () => (await ask('', serverKey, { targetingKey: 'u' }, { 'if-none-match': etag })).status)
      .toBe(200)
  })

  it('lets a client key be used from the origins on its list only', async () => {
    const good = await ask('/open', clientKey, {}, { origin: 'https://app.example.com' })
    expect(good.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    const bad = await ask('/open', clientKey, {}, { origin: 'https://evil.example' })
    expect(bad.status).toBe(403)
    expect(bad.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    ['no key', '', {}, 401],
    ['a malformed key', 'fan_srv_short', {}, 401],
    ['no context', 'server', undefined, 400],
    ['a context that is a list', 'server', [], 400],
  ])('refuses %s', async (_what, key, context, status) => {
    const response = await ask('/open', key === 'server' ? serverKey : key, context)
    expect(response.status).toBe(status)
    expect((await response.json()).errorDetails).toMatch(/\w/)
  })

  it('refuses a body over its limit and one that is no JSON', async () => {
    expect((await ask('/open', serverKey, { big: 'x'.repeat(70_000) })).status).toBe(413)
    const broken = await fetch(`${url}/ofrep/v1/evaluate/flags/open`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serverKey}`, 'content-type': 'application/json' },
      body: '{"context":',
    })
    expect(broken.status).toBe(400)
    // Reports invalid JSON instead of a missing field.
    expect((await broken.json()).errorDetails).toContain('isn’t valid JSON')
  })

  it('reads a body that comes in parts, and answers in turn what is asked on one connection', async () => {
    const { hostname, port } = new URL(url)
    const body = '{"context":{"targetingKey":"user-1"}}'
    const head = `POST /ofrep/v1/evaluate/flags/open HTTP/1.1\r\nhost: here\r\nx-api-key: ${serverKey}\r\ncontent-length: ${body.length}\r\n`
    const socket = net.connect(Number(port), hostname)
    let said = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    // The first request in three parts, the other two at once.
    for (const part of [head, `\r\n${body.slice(0, 9)}`, `${body.slice(9)}${head}\r\n${body}${head}\r\n${body}`]) {
      socket.write(part)
      await setTimeout(50)
    }
    const answers = () => said.match(/"key":"open","value":true/g)?.length
    await expect.poll(answers).toBe(3)
    socket.destroy()
  })

  it('names an event stream that tells when to ask again', async () => {
    const { api, project } = owner
    const { eventStreams } = await (await ask('', serverKey, { targetingKey: 'u' })).json()
    const stream = await fetch(eventStreams[0].url)
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    await api.flags.create.mutate({ project, key: 'later', name: 'Later' })
    const { value } = (await reader?.read()) ?? {}
    expect(value).toContain('refetchEvaluation')
    await reader?.cancel()
    expect((await fetch(eventStreams[0].url.replace('ticket=', 'ticket=x'))).status).toBe(401)
  })

  it("serves the OpenFeature community's own provider", async () => {
    const provider = new OFREPProvider({ baseUrl: url, headers: [['authorization', `Bearer ${serverKey}`]] })
    await OpenFeature.setProviderAndWait('ofrep', provider)
    const client = OpenFeature.getClient('ofrep')
    const details = await client.getBooleanDetails('open', false, { targetingKey: 'user-1' })
    expect(details).toMatchObject({ value: true, variant: 'on', reason: 'STATIC' })
    expect(await client.getBooleanValue('nope', true, { targetingKey: 'user-1' })).toBe(true)
  })
})
