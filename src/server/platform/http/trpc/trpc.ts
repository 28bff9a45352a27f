import { initTRPC, TRPCError } from '@trpc/server'
import { catalogue } from '../../../../shared/errors/catalogue.ts'
import type { FanionError } from '../../../../shared/errors/fanion-error.ts'
import type { SystemStatus } from '../../../../shared/features/status/schemas/system.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Permission } from '../../../../shared/permissions.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { Providers } from '../../auth/sso/providers.ts'
import { isDatabaseFull } from '../../db/failure.ts'
import type { Pools } from '../../db/pools.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { EventStoreCtx, LinkCtx, SecretCtx, SetUpCtx } from '../../kernel/ctx.ts'
import type { StreamsAt } from '../../live/hub.ts'
import type { Revisions } from '../../live/revision-feed.ts'
import type { VendorFormatReaders } from '../../live/vendor-format-readers.ts'
import type { PrivateAddressAllowance } from '../../outbound/allowance.ts'
import type { UploadReader } from '../../threads/uploads/upload-reader.ts'
import { theTracer } from '../../tracing/trace.ts'
import type { KeyedSemaphore } from '../keyed-semaphore.ts'
import type { NoteFailedSignIn } from '../note-failed-sign-in.ts'
import { refuseUnstorable } from '../refuse-unstorable.ts'
import type { SessionCookie } from '../session-cookie.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { costOf, heavyCallCost } from './costs.ts'
import { projectIn } from './project-in.ts'
import { reportStoppedPublish } from './report-stopped-publish.ts'

export type TrpcCtx = SecretCtx &
  LinkCtx &
  SetUpCtx &
  EventStoreCtx & {
    readonly pools: Pools
    readonly turns: KeyedSemaphore
    readonly uploads: UploadReader
    readonly cookie: SessionCookie
    readonly revisions: Revisions
    readonly providers: Providers
    /** Reads the caller again: their session or token may have ended since the request started. */
    readonly actorNow: () => Promise<Actor>
    readonly allowPrivateAddresses: PrivateAddressAllowance
    /** Number of SDKs connected to this server, by key id. */
    readonly streamsByKey: () => ReadonlyMap<string, number>
    /** The revisions of an environment's SDKs that are connected to this server. */
    readonly streamsAt: (environmentId: string) => readonly StreamsAt[]
    /** Returns which other vendors' SDKs read an environment, the most recent first. */
    readonly readersOf: VendorFormatReaders['of']
    /** Returns the latest datafile of an environment. */
    readonly datafileOf: (environmentId: string) => Promise<Datafile>
    /** Number of evaluations of a flag on this server that exceeded the step budget. */
    readonly overBudget: (environmentId: string, flag: string) => number
    readonly system: () => Promise<SystemStatus>
    readonly noteFailedSignIn: NoteFailedSignIn
    /** Counts a call by its cost, for the caller's address and the caller. */
    readonly spend: (procedure: string) => void
    /** Runs heavy work when it is the caller's turn. */
    readonly inTurn: <T>(act: () => Promise<T>) => Promise<T>
    /** Takes a subscription slot until the returned function is called. */
    readonly hold: () => () => void
    /** An error that applies to the whole request, if any. */
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

/**
 * Creates a span for each procedure, for every transport. A subscription lasts as long as its reader, so its span ends
 * early.
 */
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

/** Maps errors to the catalogue's codes and logs unexpected ones. */
const report = t.middleware(async ({ ctx, next, path, getRawInput }) => {
  const result = await next()
  if (result.ok) return result
  // If the input cannot be read, the error is already about that.
  const refusal = toFanionError(result.error, await getRawInput().catch(() => undefined))
  if (isDatabaseFull(result.error.cause))
    ctx.log.error({ path }, 'the disk of the database is full: nothing can be saved')
  if (refusal.code === 'server/internal') {
    ctx.log.error({ requestId: ctx.origin.requestId, path, error: describe(result.error.cause) }, 'a procedure failed')
  }
  throw asTrpcError(refusal)
})

/** Audits which invariant stopped a mutation. */
const auditStoppedMutation = t.middleware(async ({ ctx, next, type, getRawInput }) => {
  const result = await next()
  if (!result.ok && type === 'mutation') {
    const input = await getRawInput().catch(() => undefined)
    await reportStoppedPublish({ ...ctx, db: ctx.pools.publish }, input, toFanionError(result.error))
  }
  return result
})

/** Counts the call before it runs. Heavy calls wait in the queue. */
const count = t.middleware(({ ctx, next, path }) => {
  ctx.spend(path)
  return costOf(path) < heavyCallCost ? next() : ctx.inTurn(() => next())
})

/** Rejects requests that are invalid for every procedure (wrong origin, text PostgreSQL cannot store). */
const refuse = t.middleware(async ({ ctx, next, getRawInput }) => {
  if (ctx.refused !== undefined) throw ctx.refused
  // Procedures without input receive none, and reading it rejects.
  refuseUnstorable(await getRawInput().catch(() => undefined))
  return next()
})

/**
 * Gives each call a connection of the right pool: authentication, reads or changes. Changes of one project run one at a
 * time, so that those waiting for a lock leave connections for other projects.
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

/** Common middleware of all procedures. */
export const base = t.procedure.use(trace).use(report).use(auditStoppedMutation).use(count).use(refuse).use(connect)

/** Wraps an error for tRPC. */
export const asTrpcError = (refusal: FanionError): TRPCError =>
  new TRPCError({ code: catalogue[refusal.code].trpc, message: refusal.message, cause: refusal })

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
