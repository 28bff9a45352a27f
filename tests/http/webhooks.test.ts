import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import { limits } from '../../src/shared/limits.ts'
import { aReceiver, type Message, silence } from '../support/receiver.ts'
import { anOwner, testServer } from '../support/server.ts'

let server: Server
let ada: Awaited<ReturnType<typeof anOwner>>
let base: string
let heard: Message[]
let answers: Record<string, number>

beforeAll(async () => {
  ;({ base, heard, answers } = await aReceiver())
  const started = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' })
  server = started.server
  ada = await anOwner(started.url)
})

let count = 0
/** A webhook of a new project with its own path, and the messages it received. */
async function aWebhook(settings: { actions?: string[]; environments?: string[] | null } = {}) {
  const owner = await anOwner(server.url)
  const path = `/hook-${count++}`
  const input = { project: owner.project, name: 'Hook', url: `${base}${path}`, ...settings }
  const { webhook, secret } = await owner.api.webhooks.create.mutate(input)
  const at = { project: owner.project, id: webhook.id }
  return {
    ...owner,
    at,
    path,
    secret,
    messages: () => heard.filter((message) => message.path === path),
    log: async () => (await owner.api.webhooks.deliveries.query(at)).deliveries,
    makeFlag: (key: string) => owner.api.flags.create.mutate({ project: owner.project, key, name: key }),
    settings: { ...at, name: webhook.name, url: webhook.url, actions: webhook.actions, environments: null },
  }
}
/** Makes all deliveries that wait for a retry due now. */
const dueNow = async () => {
  const { db } = server.services
  await db
    .updateTable('delivery')
    .set({ nextAttemptAt: new Date(0) })
    .where('nextAttemptAt', 'is not', null)
    .execute()
  await sql`select pg_notify('fanion_webhooks', '')`.execute(db)
}

describe('a webhook', () => {
  it('is in the audit trail, and told to other receivers, without the secret part of its address', async () => {
    const hook = await aWebhook({ actions: ['webhook.create', 'webhook.change'] })
    const secret = 'B00000000-secret-path'
    const { api, project } = hook
    const { webhook } = await api.webhooks.create.mutate({ project, name: 'Other', url: `${base}/${secret}` })
    const settings = { name: 'Other', actions: ['flag.create'], environments: null, paused: false }
    await api.webhooks.change.mutate({ project, id: webhook.id, url: `${base}/${secret}-2`, ...settings })
    await expect.poll(() => hook.messages().length).toBe(2)
    const trail = await api.audit.list.query({ project, limit: 50 })
    const [changed] = trail.events.filter(({ action }) => action === 'webhook.change')
    expect(JSON.stringify(changed?.after)).not.toBe(JSON.stringify(changed?.before))
    expect(JSON.stringify(trail.events)).not.toContain(secret)
    expect(
      hook
        .messages()
        .map(({ body }) => body)
        .join(' '),
    ).not.toContain(secret)
  })

  it('tells of an event, signed so that a Standard Webhooks library takes it', async () => {
    const hook = await aWebhook({ actions: ['flag.create'] })
    await hook.makeFlag('checkout')
    await expect.poll(() => hook.messages().length).toBe(1)
    const [message] = hook.messages()
    const verified = new Webhook(hook.secret).verify(message?.body ?? '', message?.headers ?? {})
    expect(verified).toMatchObject({
      type: 'flag.create',
      data: { subject: `${hook.project}/checkout`, project: hook.project, actor: { kind: 'user', name: 'Ada' } },
    })
  })

  it('tells of a promise that is broken, and of one that stopped a publish, as does its owner’s inbox', async () => {
    const hook = await aWebhook({ actions: ['promise.broken', 'promise.stopped'], environments: ['development'] })
    const { api, project } = hook
    await api.flags.create.mutate({ project, key: 'checkout', name: 'checkout', onIn: ['development'] })
    const sentence = 'everyone where plan is pro gets checkout on'
    const promise = { project, name: 'Pro', sentence, environments: ['development'] }
    await api.promises.save.mutate({ ...promise, key: 'pro' })
    const head = (await api.flags.get.query({ project, flag: 'checkout' })).heads['development']
    if (head === undefined) throw new Error('no head in development')
    const rules = [
      { id: 'r', when: { attribute: 'country', operator: 'is' as const, values: ['CN'] }, serve: { variant: 'off' } },
    ]
    const document = { ...head.document, rules }
    const breaking = {
      ...{ project, environment: 'development', base: head.revision, message: '' },
      entries: [{ kind: 'flag' as const, key: 'checkout', document }],
    }
    // A repeated attempt is reported once.
    for (const _ of [1, 2]) await expect(api.revisions.publish.mutate(breaking)).rejects.toThrow('This breaks')
    await api.revisions.publish.mutate({ ...breaking, break: { promises: ['pro'], reason: 'the regulator asked' } })
    await expect.poll(() => hook.messages().length).toBe(2)
    expect(hook.messages().map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'promise.stopped', data: { subject: `${project}/pro`, environment: 'development', after: { sentence } } },
      {
        type: 'promise.broken',
        data: {
          actor: { name: 'Ada' },
          after: { sentence, reason: 'the regulator asked', revision: head.revision + 1, state: { state: 'broken' } },
        },
      },
    ])
    // Users are not notified of their own actions.
    expect((await api.changes.inbox.query()).promises).toEqual([])
  })

  it('carries a signature that another secret does not make', async () => {
    const hook = await aWebhook({ actions: ['flag.create'] })
    await hook.makeFlag('checkout')
    await expect.poll(() => hook.messages().length).toBe(1)
    const [message] = hook.messages()
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`)
    expect(() => other.verify(message?.body ?? '', message?.headers ?? {})).toThrow('No matching signature')
  })

  it('tells of events in their order', async () => {
    const hook = await aWebhook({ actions: ['flag.create'] })
    for (const key of ['a', 'b', 'c', 'd', 'e']) await hook.makeFlag(key)
    await expect.poll(() => hook.messages().length).toBe(5)
    const subjects = hook.messages().map(({ body }) => JSON.parse(body).data.subject)
    expect(subjects).toEqual(['a', 'b', 'c', 'd', 'e'].map((key) => `${hook.project}/${key}`))
  })

  it('tells of its environments only, and of the whole project', async () => {
    const hook = await aWebhook({ actions: ['flag.create', 'revision.publish'], environments: ['staging'] })
    await hook.makeFlag('checkout')
    await expect.poll(() => hook.messages().length).toBe(2)
    await expect.poll(async () => (await hook.log()).every(({ state }) => state === 'delivered')).toBe(true)
    const told = hook.messages().map(({ body }) => [JSON.parse(body).type, JSON.parse(body).data.environment])
    expect(told).toEqual([
      ['flag.create', null],
      ['revision.publish', 'staging'],
    ])
  })

  it('tries eight times, then gives up, and keeps in its log what was answered', async () => {
    const hook = await aWebhook({ actions: ['flag.create'] })
    answers[hook.path] = 503
    await hook.makeFlag('checkout')
    await expect
      .poll(
        async () => {
          await dueNow()
          return (await hook.log())[0]?.state
        },
        { interval: 200 },
      )
      .toBe('dead')
    expect(await hook.log()).toMatchObject([
      {
        attempts: limits.webhookAttempts,
        status: 503,
        problem: 'The receiver responded with 503.',
        nextAttemptAt: null,
      },
    ])
    expect(new Set(hook.messages().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('is sent again on request, with the id it had', async () => {
    const hook = await aWebhook({ actions: ['flag.create'] })
    await hook.makeFlag('checkout')
    await expect.poll(async () => (await hook.log())[0]?.state).toBe('delivered')
    const deliveryId = (await hook.log())[0]?.id ?? ''
    await hook.api.webhooks.resend.mutate({ ...hook.at, deliveryId })
    await expect.poll(() => hook.messages().length).toBe(2)
    const [first, second] = hook.messages().map(({ headers }) => headers['webhook-id'])
    expect(second).toBe(first)
  })

  it('keeps what happens while it is paused, and sends it after', async () => {
    const hook = await aWebhook({ actions: ['flag.create'] })
    await hook.api.webhooks.change.mutate({ ...hook.settings, paused: true })
    await hook.makeFlag('checkout')
    await hook.api.webhooks.test.mutate(hook.at)
    expect((await hook.log()).map(({ state }) => state)).toEqual(['pending', 'pending'])
    await hook.api.webhooks.change.mutate({ ...hook.settings, paused: false })
    await expect.poll(() => hook.messages().length).toBe(2)
  })

  it('queues nothing for an act that was refused', async () => {
    const hook = await aWebhook({ actions: ['flag.create'] })
    await hook.makeFlag('checkout')
    await expect(hook.makeFlag('checkout')).rejects.toThrow('Another flag already uses this key')
    expect(await hook.log()).toHaveLength(1)
  })

  it('keeps its secret to itself', async () => {
    const hook = await aWebhook()
    const { db } = server.services
    const kept = [
      await hook.api.webhooks.list.query({ project: hook.project }),
      await db.selectFrom('webhook').selectAll().execute(),
      await db.selectFrom('event').selectAll().execute(),
    ]
    expect(JSON.stringify(kept)).not.toContain(hook.secret)
  })

  it('of another project is not found', async () => {
    const hook = await aWebhook()
    const call = ada.api.webhooks.deliveries.query({ project: ada.project, id: hook.at.id })
    await expect(call).rejects.toThrow('This webhook doesn’t exist')
  })
})

describe('without leave for private addresses', () => {
  let strict: Server
  let owner: Awaited<ReturnType<typeof anOwner>>
  beforeAll(async () => {
    strict = (await testServer()).server
    owner = await anOwner(strict.url)
  })

  it.each(['http://127.0.0.1/', 'http://localhost:4400/', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data'])(
    'a webhook to %s is refused',
    async (url) => {
      const create = owner.api.webhooks.create.mutate({ project: owner.project, name: 'x', url })
      await expect(create).rejects.toThrow('This URL isn’t allowed for a webhook')
    },
  )

  it('a delivery that comes to one in another way says so, and reaches nobody', async () => {
    const input = { project: owner.project, name: 'x', url: 'https://example.com/' }
    const { webhook } = await owner.api.webhooks.create.mutate(input)
    const { db } = strict.services
    await db
      .updateTable('webhook')
      .set({ url: `${base}/stolen` })
      .where('id', '=', webhook.id)
      .execute()
    const at = { project: owner.project, id: webhook.id }
    await owner.api.webhooks.test.mutate(at)
    const last = async () => (await owner.api.webhooks.deliveries.query(at)).deliveries[0]
    await expect.poll(async () => (await last())?.problem).toContain('127.0.0.1 isn’t a public address')
    expect(heard.filter(({ path }) => path === '/stolen')).toEqual([])
  })
})

describe('several webhooks', () => {
  it('are told at the same time, each in order, while one receiver never answers', async () => {
    const many = 40
    const project = `p-${randomBytes(4).toString('hex')}`
    await ada.api.projects.create.mutate({ key: project, name: project })
    const paths = ['/dead', '/one', '/two', '/three'].map((path) => `${path}-${project}`)
    for (const path of paths) {
      const url = `${base}${path}`
      await ada.api.webhooks.create.mutate({ project, name: path, url, actions: ['flag.update'] })
    }
    const [dead = '', ...alive] = paths
    answers[dead] = silence
    await ada.api.flags.create.mutate({ project, key: 'checkout', name: 'Checkout' })
    for (let n = 0; n < many; n++) {
      await ada.api.flags.update.mutate({ project, flag: 'checkout', name: `Checkout ${n}` })
    }
    const toldBy = (path: string) => heard.filter((message) => message.path === path)
    const all = () => alive.every((path) => toldBy(path).length === many)
    await expect.poll(all, { timeout: 50_000 }).toBe(true)
    for (const path of alive) {
      const sequences = toldBy(path).map(({ body }) => Number(JSON.parse(body).data.sequence))
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b))
    }
    // One message is waiting for its response, and no other was sent there in the meantime.
    expect(toldBy(dead).length).toBeGreaterThan(0)
    expect(new Set(toldBy(dead).map(({ headers }) => headers['webhook-id'])).size).toBeLessThan(many / 4)
  })

  it.each([301, 302, 303, 307, 308, 304])('are not delivered where the receiver answers %i', async (status) => {
    const hook = await aWebhook({ actions: ['flag.create'] })
    answers[hook.path] = status
    await hook.makeFlag('checkout')
    await expect.poll(async () => (await hook.log())[0]?.attempts).toBe(1)
    expect(await hook.log()).toMatchObject([
      { state: 'retrying', status, problem: `The receiver responded with ${status}.`, finishedAt: null },
    ])
  })
})
