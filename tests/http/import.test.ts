import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { ImportSource } from '../../src/shared/features/imports/schemas/import.ts'
import { limits } from '../../src/shared/limits.ts'
import { bundleOf, flagdFlag } from '../support/bundles.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'

let url: string
let owner: Awaited<ReturnType<typeof anOwner>>
beforeAll(async () => {
  ;({ url } = await testServer({ FANION_REQUESTS_PER_MINUTE: '0' }))
  owner = await anOwner(url, 'shop')
})

const bytes = (files: Readonly<Record<string, unknown>>) => new Uint8Array(bundleOf(files))
const some = () =>
  bytes({ 'flags.production.json': { flags: { [`flag-${randomBytes(4).toString('hex')}`]: flagdFlag() } } })
const send = async (body: Uint8Array, query = 'project=shop', headers: Record<string, string> = {}) => {
  const response = await owner.fetch(`${url}/import/v1/bundles?${query}`, {
    method: 'POST',
    body: body as BodyInit,
    headers,
  })
  const answer: unknown = await response.json()
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return { status: response.status, code, answer }
}

/** Returns the status of an upload whose headers alone were sent: a body in progress could hide the response. */
const answerToHead = async (headers: Record<string, string>) => {
  const sent = request(`${url}/import/v1/bundles?project=shop`, { method: 'POST', headers })
  sent.flushHeaders()
  // A request emits `response` with one message.
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  sent.on('error', () => undefined).destroy()
  return answer.statusCode
}

describe('POST /import/v1/bundles', () => {
  it('answers with the preview, of files that are packed or not', async () => {
    for (const body of [some(), new Uint8Array(gzipSync(some()))]) {
      const { status, answer } = await send(body)
      expect(status).toBe(200)
      expect(ImportSource.parse(answer).run).toMatchObject({ state: 'previewed', summary: { flags: 1 } })
    }
  })

  it.each([
    ['nothing at all', new Uint8Array(), 'project=shop', 400, 'request/invalid'],
    ['what is no bundle', new Uint8Array(randomBytes(500)), 'project=shop', 422, 'import/unreadable'],
    ['JSON of another shape', new Uint8Array(Buffer.from('[1,2]')), 'project=shop', 422, 'import/unreadable'],
    ['no project', some(), '', 400, 'request/invalid'],
    ['another project', some(), 'project=elsewhere', 404, 'project/not-found'],
    ['a source that is not there', some(), 'project=shop&source=99', 404, 'import/not-found'],
    ['options that are none', some(), 'project=shop&options={"generation":"v9"}', 400, 'request/invalid'],
    ['options that are no JSON', some(), 'project=shop&options=x', 400, 'request/invalid'],
  ])('refuses %s', async (_, body, query, status, code) => {
    expect(await send(body, query)).toMatchObject({ status, code })
  })

  it('takes no source of another project', async () => {
    await owner.api.projects.create.mutate({ key: 'other', name: 'other' })
    const made = ImportSource.parse((await send(some(), 'project=other')).answer)
    await send(some(), 'project=other')
    expect(await send(some(), `project=shop&source=${made.number + 50}`)).toMatchObject({ code: 'import/not-found' })
  })

  it('refuses what is too large, and what nobody may send, before any of it was sent', async () => {
    const large = { 'content-length': String(limits.bundleBytes + 1) }
    expect(await answerToHead({ ...large, cookie: owner.cookie(), origin: url })).toBe(413)
    expect(await answerToHead(large)).toBe(401)
  })

  it('is for admins, and for pages of this server', async () => {
    const { link } = await owner.api.invitations.create.mutate({
      project: 'shop',
      email: 'eda@example.com',
      role: 'publisher',
    })
    const eda = aBrowser(url)
    await eda.api.invitations.accept.mutate({
      token: link.split('/').at(-1) ?? '',
      name: 'Eda',
      password: 'a long sentence of my own',
    })
    const refused = await eda.fetch(`${url}/import/v1/bundles?project=shop`, {
      method: 'POST',
      body: some() as BodyInit,
    })
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'auth/forbidden' } }])
    expect(await send(some(), 'project=shop', { origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      code: 'auth/forbidden',
    })
  })

  it('answers while it reads: an upload never holds the server up', async () => {
    const many = bytes({
      'flags.production.json': {
        flags: Object.fromEntries(Array.from({ length: 4_000 }, (_, i) => [`flag-${i}`, flagdFlag()])),
      },
    })
    let [answers, over] = [0, false]
    const reading = send(many).finally(() => {
      over = true
    })
    while (!over) {
      expect((await fetch(`${url}/healthz`)).status).toBe(200)
      answers += 1
    }
    expect((await reading).status).toBe(200)
    expect(answers).toBeGreaterThan(10)
  })
})
