import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { costOf, costs } from '../../src/server/platform/http/trpc/costs.ts'
import { limits } from '../../src/shared/limits.ts'
import { call, procedures } from './call.ts'
import { aWorld, until, type World } from './world.ts'

// Files share a process, so modules are reset around the mocks.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

const work = vi.hoisted(() => ({ hashes: 0, atOnce: 0, mostAtOnce: 0 }))

// The real library, with calls counted.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const counted = async <T>(run: () => Promise<T>): Promise<T> => {
    work.hashes++
    work.mostAtOnce = Math.max(work.mostAtOnce, ++work.atOnce)
    try {
      return await run()
    } finally {
      work.atOnce--
    }
  }
  return {
    ...real,
    hash: (...args: Parameters<typeof real.hash>) => counted(() => real.hash(...args)),
    verify: (...args: Parameters<typeof real.verify>) => counted(() => real.verify(...args)),
  }
})

const perMinute = 600
const password = 'a long sentence of my own'

let world: World
let callers = 0
beforeAll(async () => {
  world = await aWorld({ FANION_REQUESTS_PER_MINUTE: String(perMinute), FANION_TRUST_PROXY: '1' })
})
beforeEach(() => Object.assign(work, { hashes: 0, atOnce: 0, mostAtOnce: 0 }))

/** A caller with its own address. */
const aCaller = () => {
  callers++
  return { 'x-forwarded-for': `198.51.${callers >> 8}.${callers & 255}`, 'content-type': 'application/json' }
}
/** One batch request with many calls of a mutation. */
const batch = (name: string, inputs: readonly unknown[], headers: Record<string, string>) =>
  fetch(`${world.url}/trpc/${inputs.map(() => name).join(',')}?batch=1`, {
    method: 'POST',
    headers,
    body: JSON.stringify(Object.fromEntries(inputs.map((input, at) => [at, input]))),
  })
const codesIn = async (response: Response): Promise<string[]> => {
  // Safe cast: tRPC's response to a batch.
  const answers = (await response.json()) as { error?: { data: { fanion: { code: string } } } }[]
  return answers.map(({ error }) => error?.data.fanion.code ?? 'ok')
}
const tally = (codes: readonly string[]) => {
  const sums: Record<string, number> = {}
  for (const code of codes) sums[code] = (sums[code] ?? 0) + 1
  return sums
}
const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

describe('a set-up that comes too late', () => {
  it('hashes nothing, however often it comes', async () => {
    const caller = aCaller()
    const inputs = times(20, () => ({ email: 'eve@example.com', name: 'Eve', password }))
    expect(tally(await codesIn(await batch('account.setUp', inputs, caller)))).toEqual({ 'setup/done': 20 })
    expect(work.hashes).toBe(0)
  })
})

describe('a flood of sign-ins', () => {
  it('hashes a few at a time, and refuses what finds no room with a time to come back', async () => {
    await world.server.services.db.deleteFrom('attempt').execute()
    // Many addresses and accounts, so that no sign-in limit is reached.
    const asked = limits.passwordHashesWaiting + 40
    const answers = await Promise.all(
      times(asked, (at) =>
        fetch(`${world.url}/trpc/account.signIn`, {
          method: 'POST',
          headers: aCaller(),
          body: JSON.stringify({ email: `nobody-${at}@example.com`, password: 'wrong password' }),
        }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.every(({ status }) => status === 401 || status === 429)).toBe(true)
    expect(work.mostAtOnce).toBeLessThanOrEqual(limits.passwordHashesAtOnce)
    // The dummy hash for missing accounts may be computed in the meantime.
    expect(work.hashes).toBeLessThanOrEqual(asked - refused.length + 1)
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    await world.server.services.db.deleteFrom('attempt').execute()
  })
})

describe('a batch', () => {
  it('counts as its calls, for the address', async () => {
    const caller = aCaller()
    const query = () =>
      fetch(`${world.url}/trpc/${times(20, () => 'account.status').join(',')}?batch=1`, { headers: caller })
    const codes: string[] = []
    for (let round = 0; round < perMinute / 20; round++) codes.push(...(await codesIn(await query())))
    expect(tally(codes)).toEqual({ ok: perMinute })
    const over = await query()
    expect([over.status, Number(over.headers.get('retry-after')) > 0]).toEqual([429, true])
  })

  it('counts as its calls by their cost, however its address is written', async () => {
    const caller = aCaller()
    const names = times(20, () => 'passkeys.signInOptions').join('%2C')
    const codes: string[] = []
    for (let round = 0; round < 4; round++) {
      const response = await fetch(`${world.url}/trpc/${names}?batch=1`, {
        method: 'POST',
        headers: caller,
        body: '{}',
      })
      codes.push(...(response.status === 429 ? times(20, () => 'request/rate-limited') : await codesIn(response)))
    }
    expect(tally(codes)['ok']).toBe(perMinute / costOf('passkeys.signInOptions'))
  })

  it('of heavy reads is limited for the person, from however many addresses they ask', async () => {
    const { project, owner } = world
    const member = await aMember()
    const input = encodeURIComponent(
      JSON.stringify(Object.fromEntries(times(5, (at) => [at, { project, at: new Date().toISOString() }]))),
    )
    const codes: string[] = []
    for (let round = 0; round < 4; round++) {
      const response = await fetch(
        `${world.url}/trpc/${times(5, () => 'flags.listAsOf').join(',')}?batch=1&input=${input}`,
        {
          headers: { ...aCaller(), cookie: member },
        },
      )
      codes.push(...(await codesIn(response)))
    }
    expect(tally(codes)).toEqual({ ok: perMinute / costOf('flags.listAsOf'), 'request/rate-limited': 8 })
    // No one else has to wait.
    expect((await owner.api.projects.list.query()).length).toBeGreaterThan(0)
  })
})

describe('a stranger who begins to sign in with a passkey', () => {
  it('has nothing written, and cannot use what was made for somebody else, or by nobody', async () => {
    const { db } = world.server.services
    const rows = async () => (await db.selectFrom('challenge').select('id').execute()).length
    const before = await rows()
    const caller = aCaller()
    const begun = await batch(
      'passkeys.signInOptions',
      times(20, () => undefined),
      caller,
    )
    expect(tally(await codesIn(begun))).toEqual({ ok: 20 })
    const response = {
      id: 'AA',
      rawId: 'AA',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
    }
    const { challengeId } = await world.api.passkeys.signInOptions.mutate()
    const sealed = (change: (text: string) => string) => ({ challengeId: change(challengeId), response })
    const answers = await batch(
      'passkeys.signIn',
      [sealed((text) => text), sealed((text) => `${text.slice(0, -4)}AAAA`), sealed(() => 'AAAA')],
      caller,
    )
    expect(await codesIn(answers)).toEqual(['auth/wrong-credentials', 'auth/token-expired', 'auth/token-expired'])
    expect(await rows()).toBe(before)
  })
})

describe('a person with many subscriptions', () => {
  it('is refused one more than they may have, and nobody else is', async () => {
    const { gates } = world.server.services
    const { id } = (await world.api.account.status.query()).user ?? { id: '' }
    const held = times(limits.subscriptionsPerCaller, () => gates.subscriptions.take(`user ${id}`))
    const cookie = world.owner.cookie()
    const input = { project: world.project }
    expect(await call(world.url, 'live.events', cookie, input)).toBe('request/rate-limited')
    for (const release of held) release()
    expect(await call(world.url, 'live.inbox', cookie, {})).not.toBe('request/rate-limited')
  })

  it('has as many requests answered meanwhile as without', async () => {
    const { gates } = world.server.services
    const [subscribed, asked] = [vi.spyOn(gates.subscriptions, 'take'), vi.spyOn(gates.underWay, 'take')]
    await world.api.account.status.query()
    const [address = ''] = asked.mock.calls[0] ?? []
    asked.mockRestore()
    const free = () => {
      const held: (() => void)[] = []
      try {
        for (;;) held.push(gates.underWay.take(address))
      } catch {
        return held.length
      } finally {
        for (const release of held) release()
      }
    }
    // Earlier requests of this address may still be in progress.
    const before = free()
    const events = world.api.live.inbox.subscribe({}, {})
    await until(() => subscribed.mock.results.length === 1, 'the subscription')
    await vi.waitFor(() => expect(free()).toBeGreaterThanOrEqual(before), { timeout: 20_000 })
    subscribed.mockRestore()
    events.unsubscribe()
  })
})

describe('sign-ins that fail', () => {
  const failures = async () => {
    const { db } = world.server.services
    await world.server.services.failedSignIns.tell()
    const rows = await db
      .selectFrom('event')
      .select(['subject', 'after'])
      .where('action', '=', 'account.sign-in-failed')
      .orderBy('sequence')
      .execute()
    await db.deleteFrom('attempt').execute()
    return rows
  }
  const attempt = (email: string, headers = aCaller()) =>
    fetch(`${world.url}/trpc/account.signIn`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password: 'wrong password' }),
    })

  it('are in the audit trail, added up by account, with the addresses they came from', async () => {
    await failures()
    const before = (await failures()).length
    const [one, other] = [aCaller(), aCaller()]
    await attempt('ada@example.com', one)
    await attempt('ada@example.com', other)
    await attempt('nobody@example.com', one)
    const [known, unknown, ...more] = (await failures()).slice(before)
    const addresses = [one['x-forwarded-for'], other['x-forwarded-for']]
    expect(known).toEqual({ subject: 'ada@example.com', after: { attempts: 2, addresses } })
    expect(unknown).toMatchObject({ subject: 'other accounts', after: { attempts: 1, accounts: 1 } })
    expect(more).toEqual([])
  })

  it('do not fill it, however many accounts are tried', async () => {
    const before = (await failures()).length
    const { failedSignIns } = world.server.services
    for (let at = 0; at < 5_000; at++) failedSignIns.note(`nobody-${at}@example.com`, `198.51.100.${at % 256}`)
    expect((await failures()).length - before).toBe(1)
  })
})

describe('a session', () => {
  it('slides on while it is used', async () => {
    const { db } = world.server.services
    const longAgo = new Date(Date.now() - 10 * 60_000)
    const soon = new Date(Date.now() + 60_000)
    await db.updateTable('session').set({ seenAt: longAgo, expiresAt: soon }).execute()
    await world.api.projects.list.query()
    const { seenAt, expiresAt } = await db
      .selectFrom('session')
      .select(['seenAt', 'expiresAt'])
      .orderBy('seenAt', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(seenAt.getTime()).toBeGreaterThan(longAgo.getTime())
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + limits.sessionMs - 60_000)
  })
})

describe('what a person tells everybody', () => {
  it('is told so often a minute: each open page of the project hears it', async () => {
    const { api, project, server } = world
    const { tells } = server.services.gates
    const take = vi.spyOn(tells, 'take')
    const tell = () => api.presence.tell.mutate({ project, flag: 'checkout', tab: 'a-tab', editing: null, here: false })
    await tell()
    expect(take).toHaveBeenCalledTimes(1)
    const [caller = ''] = take.mock.calls[0] ?? []
    tells.count(caller, Date.now(), limits.presenceTellsPerMinute - 1)
    await expect(tell()).rejects.toThrow('Too many requests')
    take.mockRestore()
  })
})

describe('the costs of calls', () => {
  it('are those of the states of all flags, too, where a filter asks for them', async () => {
    const take = vi.spyOn(world.server.services.gates.callers, 'take')
    const { api, project } = world
    for (const list of [api.flags.keys, api.flags.list]) {
      take.mockClear()
      await list.query({ project, query: 'checkout' })
      await list.query({ project, query: '-is:stale' })
      expect(take.mock.calls.map(([, , cost]) => cost)).toEqual([10, 10, costOf('insights.states')])
    }
    take.mockRestore()
  })

  it('are of procedures that there are', () => {
    const known = new Set(procedures.map(([name]) => name))
    expect(Object.keys(costs).filter((name) => !known.has(name))).toEqual([])
  })
})

/** Creates a viewer of the project and returns their session cookie. */
async function aMember(): Promise<string> {
  const { api, project } = world
  const { link } = await api.invitations.create.mutate({
    project,
    email: 'vera@example.com',
    role: 'viewer',
    environments: null,
  })
  const response = await fetch(`${world.url}/trpc/invitations.accept`, {
    method: 'POST',
    headers: aCaller(),
    body: JSON.stringify({ token: link.split('/').at(-1), name: 'Vera', password }),
  })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
