import { beforeAll, describe, expect, it } from 'vitest'
import { catalogue } from '../../src/shared/errors/catalogue.ts'
import type { RevisionEvent } from '../../src/shared/features/publishing/schemas/revision.ts'
import { limits } from '../../src/shared/limits.ts'
import { aBrowser } from '../support/server.ts'
import { aWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await aWorld()
})

type Refusal = {
  message: string
  data: {
    code: string
    httpStatus: number
    fanion: { code: keyof typeof catalogue; details: Record<string, unknown>; requestId: string }
  }
}

type Request = { method?: 'POST'; body?: string; headers?: Record<string, string> }
const send = async (path: string, init: Request = {}) => {
  const headers = { cookie: world.owner.cookie(), 'content-type': 'application/json', ...init.headers }
  const response = await fetch(`${world.url}/trpc/${path}`, { ...init, headers })
  // Safe cast: this file verifies that every error has this format.
  const answer = (await response.json()) as { error: Refusal }
  return { status: response.status, headers: response.headers, error: answer.error }
}
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers })
const inProject = (more: object) => ({ project: world.project, ...more })

describe('a refusal over tRPC', () => {
  it.each<[string, () => ReturnType<typeof send>, keyof typeof catalogue]>([
    ['an input that does not fit', () => post('projects.create', { key: 'No Spaces', name: 'x' }), 'request/invalid'],
    ['a body that is no JSON', () => post('projects.create', '{"key":'), 'request/invalid'],
    ['no input at all', () => send('flags.list'), 'request/invalid'],
    ['an unknown procedure', () => send('flags.launder'), 'request/invalid'],
    ['the wrong method', () => send(`projects.create?input=${encodeURIComponent('{}')}`), 'request/invalid'],
    ['a key that is taken', () => post('flags.create', inProject({ key: 'CHECKOUT', name: 'x' })), 'flag/key-taken'],
    ['a flag that is not there', () => post('flags.archive', inProject({ flag: 'nowhere' })), 'flag/not-found'],
    [
      'lists within lists',
      () => post('flags.create', `{"variants":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
      'limit/reached',
    ],
    ['no session', () => send('projects.list', { headers: { cookie: '' } }), 'auth/sign-in-required'],
    [
      'a page of another site',
      () => post('account.signOut', '{}', { origin: 'https://evil.example' }),
      'auth/forbidden',
    ],
    [
      'a page at another port of this host',
      () =>
        post('account.signOut', '{}', { origin: `${new URL(world.url).protocol}//${new URL(world.url).hostname}:1` }),
      'auth/forbidden',
    ],
    ['a page without an address', () => post('account.signOut', '{}', { origin: 'null' }), 'auth/forbidden'],
    [
      'a body over its limit',
      () => post('projects.create', { key: 'big', name: 'x'.repeat(limits.trpcBodyBytes) }),
      'request/too-large',
    ],
    [
      'a text with a character nobody can store',
      () => post('projects.create', { key: 'nul', name: 'a\0b' }),
      'request/invalid',
    ],
  ])('of %s carries the code, status, sentence and request id of the catalogue', async (_, ask, code) => {
    const { status, error } = await ask()
    expect(error.data.fanion.code).toBe(code)
    expect([status, error.data.httpStatus]).toEqual([catalogue[code].status, catalogue[code].status])
    expect(error.data.code).toMatch(/^[A-Z_]+$/)
    expect(error.message.length).toBeGreaterThan(10)
    expect(error.data.fanion.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(error.data).not.toHaveProperty('stack')
  })

  it('names the field, what is wrong and what would be right', async () => {
    const { error } = await post('projects.create', { key: 'No Spaces', name: '' })
    expect(error.data.fanion.details['problems']).toMatchObject([
      { path: 'key', expected: expect.stringContaining('lower-case letters') },
      { path: 'name' },
    ])
    const nul = await post('projects.create', { key: 'nul', name: 'a\0b' })
    expect(nul.error.data.fanion.details['problems']).toMatchObject([{ path: 'name' }])
  })

  it('of another site leaves the session as it was', async () => {
    await post('account.signOut', '{}', { origin: 'https://evil.example' })
    expect((await world.api.account.status.query()).user).not.toBeNull()
  })
})

describe('a page of this very server', () => {
  it('may act', async () => {
    const response = await fetch(`${world.url}/trpc/flags.update`, {
      method: 'POST',
      headers: { cookie: world.owner.cookie(), 'content-type': 'application/json', origin: world.url },
      body: JSON.stringify(inProject({ flag: 'checkout', name: 'Checkout!' })),
    })
    expect(response.status).toBe(200)
  })
})

describe('a session cookie', () => {
  it('is out of reach for scripts and for other sites', async () => {
    const { email, password } = world.owner.credentials
    const response = await fetch(`${world.url}/trpc/account.signIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly/i)
    expect(cookie).toMatch(/; SameSite=Lax/i)
  })

  it('is of no use after signing out', async () => {
    const { email, password } = world.owner.credentials
    const browser = aBrowser(world.url)
    await browser.api.account.signIn.mutate({ email, password })
    const copy = aBrowser(world.url, browser.cookie())
    await browser.api.account.signOut.mutate()
    expect((await copy.api.account.status.query()).user).toBeNull()
  })
})

describe('the subscription to events', () => {
  it('tells of every change that is made, moved or discussed', async () => {
    const { api } = world.owner
    const other = await api.projects.create.mutate({ key: 'quiet', name: 'Quiet' })
    const heard: (number | null)[] = []
    const elsewhere: unknown[] = []
    let connected = 0
    const listen = (project: string, onChange: (change: number | null) => void) =>
      world.api.live.events.subscribe(
        { project },
        {
          onConnectionStateChange: ({ state }) => {
            if (state === 'pending') connected++
          },
          onData: ({ data }) => {
            if (data.kind === 'change') onChange(data.change)
          },
        },
      )
    const subscriptions = [
      listen(world.project, (change) => heard.push(change)),
      listen(other.key, (change) => elsewhere.push(change)),
    ]
    await until(() => connected >= 2, 'the connections')
    const { heads } = await api.flags.get.query({ project: world.project, flag: 'checkout' })
    const head = heads['development']
    if (!head) throw new Error('checkout is in development')
    const place = { environment: 'development', kind: 'flag' as const, key: 'checkout', base: head.revision }
    const entries = [{ ...place, document: head.document }]
    const { number } = await api.changes.save.mutate({ project: world.project, title: 'A change', entries })
    await until(() => heard.length === 1, 'word of the change')
    await api.changes.comment.mutate({ project: world.project, change: number, body: 'Why?' })
    await until(() => heard.length === 2, 'word of the comment')
    await api.changes.withdraw.mutate({ project: world.project, change: number })
    await until(() => heard.length === 3, 'word of its end')
    for (const subscription of subscriptions) subscription.unsubscribe()
    expect([heard, elsewhere]).toEqual([[number, number, number], []])
  })

  it('tells of every publish of its project in order, and of no other', async () => {
    const other = await world.owner.api.projects.create.mutate({ key: 'other', name: 'Other' })
    const heard: RevisionEvent[] = []
    let connected = false
    const subscription = world.api.live.events.subscribe(
      { project: world.project },
      {
        onConnectionStateChange: ({ state }) => {
          if (state === 'pending') connected = true
        },
        onData: ({ data }) => {
          if (data.kind === 'revision') heard.push(data)
        },
      },
    )
    await until(() => connected, 'the connection')
    await world.api.flags.create.mutate({ project: other.key, key: 'elsewhere', name: 'Elsewhere' })
    const numbers = [await world.turn(false), await world.turn(true)]
    await until(() => heard.length >= 2, 'two events')
    subscription.unsubscribe()
    expect(heard.map(({ project, environment, number }) => ({ project, environment, number }))).toEqual(
      numbers.map((number) => ({ project: world.project, environment: 'development', number })),
    )
    expect(heard[0]).toMatchObject({
      actor: { kind: 'user', name: 'Ada' },
      subjects: [{ kind: 'flag', key: 'checkout' }],
    })
  })

  it('misses nothing for whoever asks where it began: a publish is in the first event, or told after it', async () => {
    const reached: number[] = []
    for (let round = 0; round < 10; round++) {
      const told: number[] = []
      let stood: number | undefined
      const subscription = world.api.live.events.subscribe(
        { project: world.project, heads: true },
        {
          onData: ({ data }) => {
            if (data.kind === 'heads') stood = data.revisions['development']
            else if (data.kind === 'revision') told.push(data.number)
          },
        },
      )
      const number = await world.turn(round % 2 === 0)
      await until(() => stood !== undefined && (stood >= number || told.includes(number)), `revision ${number}`)
      subscription.unsubscribe()
      reached.push(number)
    }
    expect(reached).toEqual(reached.map((_, index) => (reached[0] ?? 0) + index))
  })
})
