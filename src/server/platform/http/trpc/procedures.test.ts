import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { Actor } from '../../kernel/actor.ts'
import { type Tracer, traceBy } from '../../tracing/trace.ts'
import { noCookie } from '../session-cookie.ts'
import { fromReplica } from './from-replica.ts'
import { instanceProcedure, publicProcedure, requireConfirmedSession, signedInProcedure } from './procedures.ts'
import { setSessionCookie } from './set-session-cookie.ts'
import { type TrpcCtx, t } from './trpc.ts'

const asked = z.object({ project: z.string().optional(), fails: z.unknown().optional() }).optional()
/** Returns the database it was called with, or throws as its input says. */
const act = ({ ctx, input }: { ctx: { db: unknown }; input: z.infer<typeof asked> }) => {
  if (input?.fails !== undefined) throw input.fails
  return ctx.db
}
const router = t.router({
  open: publicProcedure.input(asked).query(act),
  account: t.router({
    mine: signedInProcedure.input(asked).query(act),
    change: signedInProcedure.input(asked).mutation(act),
  }),
  things: t.router({
    read: signedInProcedure.input(asked).query(act),
    write: signedInProcedure.input(asked).mutation(act),
    copy: signedInProcedure.input(asked).use(fromReplica).query(act),
    here: instanceProcedure('audit.read').input(asked).query(act),
    proven: signedInProcedure.use(requireConfirmedSession).input(asked).query(act),
  }),
  history: t.router({ asOf: signedInProcedure.input(asked).query(act) }),
})

const ada: Actor = {
  ...{ kind: 'user', id: 'ada', name: 'Ada', email: 'ada@example.com', instanceRole: 'owner' },
  session: { id: 's', authenticatedAt: new Date(0) },
}

/** A caller for procedures that records what they log. */
const aCaller = (more: object = {}) => {
  const noted: unknown[] = []
  const error = vi.fn<(details: object, message: string) => void>()
  const replica = {
    for: (project: string | undefined) => (project === 'copied' ? 'the copy' : undefined),
    wrote: (project: string | undefined, actor: string) => void noted.push(['wrote', project, actor]),
    failed: (problem: unknown) => void noted.push(['failed', problem]),
  }
  const ctx = {
    ...{ db: 'the database', pools: { door: 'the door', publish: 'for changes', replica }, actor: ada },
    turns: {
      inTurn: (project: string, run: () => unknown) => {
        noted.push(['turn', project])
        return run()
      },
    },
    spend: (path: string) => void noted.push(['spent', path]),
    inTurn: (run: () => unknown) => {
      noted.push(['heavy'])
      return run()
    },
    origin: { requestId: 'r' },
    log: { error, warn: () => {} },
    now: () => new Date(60_000),
    ...more,
  } as unknown as TrpcCtx // only these fields are used
  return { call: t.createCallerFactory(router)(ctx), noted, error }
}

describe('a procedure', () => {
  it('has connections of its kind: of those who sign in, who read, who change; changes of one project take turns', async () => {
    const { call, noted } = aCaller()
    expect([await call.open(), await call.account.mine(), await call.account.change()]).toEqual(
      Array(3).fill('the door'),
    )
    expect(await call.things.read({ project: 'shop' })).toBe('the database')
    noted.length = 0
    expect(await call.things.write()).toBe('for changes')
    expect(noted).toEqual([
      ['spent', 'things.write'],
      ['wrote', undefined, 'ada'],
    ])
    noted.length = 0
    expect(await call.things.write({ project: 'shop' })).toBe('for changes')
    expect(noted).toEqual([
      ['spent', 'things.write'],
      ['turn', 'shop'],
      ['wrote', 'shop', 'ada'],
    ])
    const without = aCaller({ pools: { publish: 'for changes' } })
    expect(await without.call.things.write()).toBe('for changes')
  })

  it('is counted before it is done, and one that is heavy waits for its turn', async () => {
    const { call, noted } = aCaller()
    await call.history.asOf()
    await call.things.read()
    expect(noted).toEqual([['spent', 'history.asOf'], ['heavy'], ['spent', 'things.read']])
    const spent = aCaller({
      spend: () => {
        throw new FanionError('request/rate-limited', { retryAfterSeconds: 1 })
      },
    })
    await expect(spent.call.things.read({ fails: new Error('reached') })).rejects.toMatchObject({
      cause: { code: 'request/rate-limited' },
    })
  })

  it('is not done where the request itself is refused, or brings what cannot be stored', async () => {
    const refused = new FanionError('auth/forbidden')
    const { call } = aCaller({ refused })
    await expect(call.open({ fails: new Error('reached') })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      cause: refused,
    })
    const nul = aCaller().call.things.read({ project: '\0' })
    await expect(nul).rejects.toMatchObject({ cause: { code: 'request/invalid' } })
  })

  it('is for whom it says: anybody, whoever is somebody, owners; and those who proved it within the hour', async () => {
    const nobody = aCaller({ actor: { kind: 'anonymous', id: null, name: '' } }).call
    expect(await nobody.open()).toBe('the door')
    for (const call of [nobody.things.read, nobody.things.write, nobody.things.here])
      await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const bob = aCaller({ actor: { ...ada, instanceRole: 'member' } }).call
    expect(await bob.things.read()).toBe('the database')
    await expect(bob.things.here()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await aCaller().call.things.here()).toBe('the database')
    expect(await aCaller().call.things.proven()).toBe('the database')
    const late = aCaller({ now: () => new Date(3_600_001) }).call
    await expect(late.things.proven()).rejects.toMatchObject({ cause: { code: 'auth/confirm-required' } })
  })

  it('that fails tells its caller no word of it, and the log all; a refusal is as it is, and not logged', async () => {
    const { call, error } = aCaller()
    const fault = call.things.read({ fails: new TypeError('broken') })
    await expect(fault).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR', cause: { code: 'server/internal' } })
    await expect(fault).rejects.not.toThrow('broken')
    expect(error.mock.calls).toEqual([
      [{ requestId: 'r', path: 'things.read', error: expect.stringContaining('broken') }, 'a procedure failed'],
    ])
    error.mockClear()
    const missing = call.things.read({ fails: new FanionError('flag/not-found') })
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND', cause: { code: 'flag/not-found' } })
    expect(error).not.toHaveBeenCalled()
    const full = call.things.read({ fails: Object.assign(new Error('full'), { code: '53100' }) })
    await expect(full).rejects.toMatchObject({ cause: { code: 'server/unavailable' } })
    expect(error.mock.calls).toEqual([[{ path: 'things.read' }, expect.stringContaining('disk')]])
  })

  it('has a span by its name where calls are traced, with the code of its refusal', async () => {
    const said: unknown[] = []
    traceBy({
      span: (name: string, more: object, run: () => Promise<unknown>) => {
        said.push([name, more])
        return run()
      },
      say: (more: object) => void said.push(more),
    } as unknown as Tracer) // only these methods are used
    onTestFinished(() => traceBy(undefined))
    await aCaller().call.things.read()
    await expect(aCaller().call.things.read({ fails: new FanionError('flag/not-found') })).rejects.toThrow('flag')
    const span = ['things.read', { 'rpc.method': 'things.read' }]
    expect(said).toEqual([span, span, { 'error.type': 'flag/not-found' }])
  })
})

describe('what may be read from a copy', () => {
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' })

  it('is read there where there is one that is far enough', async () => {
    const { call } = aCaller()
    expect(await call.things.copy({ project: 'copied' })).toBe('the copy')
    expect(await call.things.copy({ project: 'changed' })).toBe('the database')
    expect(await aCaller({ pools: {} }).call.things.copy({ project: 'copied' })).toBe('the database')
  })

  it('is asked of the database where the copy is away, which is noted; a refusal is one', async () => {
    const { call, noted } = aCaller()
    await expect(call.things.copy({ project: 'copied', fails: away })).rejects.toMatchObject({
      cause: { code: 'server/unavailable' },
    })
    expect(noted).toEqual([
      ['spent', 'things.copy'],
      ['failed', away],
    ])
    noted.length = 0
    const missing = call.things.copy({ project: 'copied', fails: new FanionError('flag/not-found') })
    await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(noted).toEqual([['spent', 'things.copy']])
  })
})

it('a session that was opened is the browser’s, and its token in no answer', async () => {
  const set = vi.fn<(token: string) => void>()
  const user = { id: 'ada' } as never
  const cookie = { ...noCookie, set }
  expect(await setSessionCookie(cookie, Promise.resolve({ user, token: 'secret' }))).toBe(user)
  expect(await setSessionCookie(cookie, Promise.resolve({ user, token: null }))).toBe(user)
  expect(set.mock.calls).toEqual([['secret']])
})
