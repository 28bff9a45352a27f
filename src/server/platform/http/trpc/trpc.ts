import { initTRPC, TRPCError } from '@trpc/server'
import { catalogue } from '../../../../shared/errors/catalogue.ts'
import type { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SystemStatus } from '../../../../shared/features/status/schemas/system.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Permission } from '../../../../shared/permissions.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { Providers } from '../../auth/sso/providers.ts'
import { isFull } from '../../db/failure.ts'
import type { Pools } from '../../db/pools.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { LinkCtx, MeasureCtx, SecretCtx, SetUpCtx } from '../../kernel/ctx.ts'
import type { StreamsAt } from '../../live/hub.ts'
import type { Readers } from '../../live/readers.ts'
import type { Revisions } from '../../live/revision-feed.ts'
import type { Allowance } from '../../outbound/allowance.ts'
import type { UploadReader } from '../../threads/uploads/upload-reader.ts'
import { theTracer } from '../../tracing/trace.ts'
import type { NoteFailedSignIn } from '../note-failed-sign-in.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { SessionCookie } from '../session-cookie.ts'
import { toFanionError } from '../to-fanion-error.ts'
import type { Turns } from '../turns.ts'
import { costOf, heavyFrom } from './costs.ts'
import { projectIn } from './project-in.ts'
import { tellStopped } from './tell-stopped.ts'

export type TrpcCtx = SecretCtx &
  LinkCtx &
  SetUpCtx &
  MeasureCtx & {
    readonly pools: Pools
    readonly turns: Turns
    readonly uploads: UploadReader
    readonly cookie: SessionCookie
    readonly revisions: Revisions
    readonly providers: Providers
    /** Who the caller is at this moment: their session or token may have ended since the request began. */
    readonly actorNow: () => Promise<Actor>
    readonly allowPrivateAddresses: Allowance
    /** How many programs are connected to this server with each SDK key, by its id. */
    readonly streamsByKey: () => ReadonlyMap<string, number>
    /** How far the programs of an environment that are connected to this server are. */
    readonly streamsAt: (environmentId: string) => readonly StreamsAt[]
    /** Who reads an environment with another system's SDK, the newest first. */
    readonly readersOf: Readers['of']
    /** An environment at its newest revision. */
    readonly datafileOf: (environmentId: string) => Promise<Datafile>
    /** How often evaluations of a flag took more than they may, on this server. */
    readonly overBudget: (environmentId: string, flag: string) => number
    readonly system: () => Promise<SystemStatus>
    readonly noteFailedSignIn: NoteFailedSignIn
    /** Counts a call of a procedure by its cost, for the caller's address and for the caller. */
    readonly spend: (procedure: string) => void
    /** Does heavy work when it is the caller's turn. */
    readonly inTurn: <T>(act: () => Promise<T>) => Promise<T>
    /** Holds a subscription of the caller until the answer is called. */
    readonly hold: () => () => void
    /** Why nothing of this request may be done, where the request itself says so. */
    readonly refused: unknown
  }

export const t = initTRPC
  .context<TrpcCtx>()
  .meta<{ who: Permission | 'anyone' | 'someone' }>()
  .create({
    isDev: false, // never send stacks
    sse: {
      ping: { enabled: true, intervalMs: limits.streamHeartbeatMs },
      client: { reconnectAfterInactivityMs: limits.streamDeadMs },
    },
    errorFormatter({ shape, error, ctx }) {
      const refusal = toFanionError(error)
      const { code, details } = refusal
      return {
        ...shape,
        message: refusal.message,
        data: {
          code: shape.data.code,
          httpStatus: catalogue[code].status,
          path: shape.data.path,
          fanion: { code, details, requestId: ctx?.origin.requestId ?? '' },
        },
      }
    },
  })

/** Writes a span for each procedure, whichever way it is called; what is subscribed to lasts as long as its reader. */
const trace = t.middleware(({ next, path, type }) => {
  const tracer = theTracer()
  if (type === 'subscription') tracer?.streams()
  if (tracer === undefined || type === 'subscription') return next()
  return tracer.span(path, { 'rpc.method': path }, async () => {
    const result = await next()
    if (!result.ok) tracer.say({ 'error.type': toFanionError(result.error).code })
    return result
  })
})

/** Gives every refusal the status of the catalogue, and logs every fault. */
const report = t.middleware(async ({ ctx, next, path, getRawInput }) => {
  const result = await next()
  if (result.ok) return result
  // an input that cannot be read is what the error is about already
  const refusal = toFanionError(result.error, await getRawInput().catch(() => undefined))
  if (isFull(result.error.cause)) ctx.log.error({ path }, 'the disk of the database is full: nothing can be saved')
  if (refusal.code === 'server/internal') {
    ctx.log.error({ requestId: ctx.origin.requestId, path, error: describe(result.error.cause) }, 'a procedure failed')
  }
  throw asTrpcError(refusal)
})

/** Tells whose promise stopped a change. */
const tell = t.middleware(async ({ ctx, next, type, getRawInput }) => {
  const result = await next()
  if (!result.ok && type === 'mutation') {
    const input = await getRawInput().catch(() => undefined)
    await tellStopped({ ...ctx, db: ctx.pools.publish }, input, toFanionError(result.error))
  }
  return result
})

/** Counts the call, before anything is done for it; what is heavy waits for its turn. */
const count = t.middleware(({ ctx, next, path }) => {
  ctx.spend(path)
  return costOf(path) < heavyFrom ? next() : ctx.inTurn(() => next())
})

/** Refuses what no procedure needs to look at. */
const refuse = t.middleware(async ({ ctx, next, getRawInput }) => {
  if (ctx.refused !== undefined) throw ctx.refused
  // a procedure that takes no input is sent none, which cannot be read
  refuseUnstorable(await getRawInput().catch(() => undefined))
  return next()
})

/**
 * Gives each call connections of its kind: those who sign in, those who read, those who change something. The changes of
 * one project take turns, so that those who wait for a lock in it leave connections to the others.
 */
const connect = t.middleware(async ({ ctx, meta, path, type, getRawInput, next }) => {
  const { pools, turns } = ctx
  if (meta?.who === 'anyone' || path.startsWith('account.')) return next({ ctx: { ...ctx, db: pools.door } })
  if (type !== 'mutation') return next()
  const project = projectIn(await getRawInput().catch(() => undefined))
  const act = async () => {
    const result = await next({ ctx: { ...ctx, db: pools.publish } })
    pools.replica?.wrote(project, ctx.actor.id)
    return result
  }
  return project === undefined ? act() : turns.inTurn(project, act)
})

/** What every procedure begins with. */
export const base = t.procedure.use(trace).use(report).use(tell).use(count).use(refuse).use(connect)

/** A refusal as tRPC throws it. */
export const asTrpcError = (refusal: FanionError): TRPCError =>
  new TRPCError({ code: catalogue[refusal.code].trpc, message: refusal.message, cause: refusal })

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
