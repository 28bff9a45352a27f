import { createServer } from 'node:net'
import type { Config } from './config.ts'
import { clockSetBack } from './platform/db/clock.ts'
import { isDatabaseFull } from './platform/db/failure.ts'
import type { Db } from './platform/db/pool.ts'
import { type OpenStore, switchEngine } from './platform/event-store/open-store.ts'
import type { Log } from './platform/kernel/ctx.ts'
import { StartError } from './start-error.ts'

/** Throws a StartError because the database cannot be used. */
export function refuseUnreachable(error: unknown): never {
  throw error instanceof StartError ? error : unreachable(error)
}

/** The error for a database that cannot be used. */
export function unreachable(error: unknown): StartError {
  if (isDatabaseFull(error))
    return new StartError(
      'The database’s disk is full. Make room there and start again: what was saved is still there.',
      {
        cause: error,
      },
    )
  const reason = error instanceof AggregateError ? String(error.errors[0]) : String(error)
  return new StartError(
    `Can’t use the database: ${reason}. Check that PostgreSQL is running, and that DATABASE_URL has its host, ` +
      'port, user, password and database.',
    { cause: error },
  )
}

/**
 * Throws a StartError for problems that can be found without the database, before the first migration, so that a
 * rejected start changes nothing.
 */
export async function refuseEarly(config: Config, measured: OpenStore, log: Log): Promise<void> {
  await refuseTakenPorts(config)
  await refuseUnfitStore(measured, log)
}

/**
 * Throws a StartError if the event store responds but cannot be used. A store that is down is only logged, because
 * flags are served without it.
 */
async function refuseUnfitStore({ check }: OpenStore, log: Log): Promise<void> {
  const problem = await check().catch((error: unknown) => warnAway(log, error))
  if (problem !== null) throw new StartError(`${problem} Nothing was changed.`)
}

function warnAway(log: Log, error: unknown): null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined
  log.warn(
    { error: String(error), ...(cause !== undefined && { cause }) },
    'ClickHouse does not answer; what programs measure waits with them until it does',
  )
  return null
}

/**
 * Throws a StartError if the event store cannot be used, or if the data of open runs is in the other store. A store
 * that is down does not prevent a start, because flags are served without it; nor does a clock that was set back, which
 * is logged.
 */
export async function requireUsableEventStore({ store, prepare }: OpenStore, db: Db, log: Log): Promise<void> {
  const elsewhere = await switchEngine(db, store.engine)
  if (elsewhere !== null) throw new StartError(elsewhere)
  const problem = await prepare().catch((error: unknown) => warnAway(log, error))
  if (problem !== null) throw new StartError(problem)
  const setBack = await clockSetBack(db, new Date())
  if (setBack !== undefined) log.error({}, setBack)
}

/** Throws a StartError if a port cannot be listened on. */
async function refuseTakenPorts(config: Config): Promise<void> {
  for (const port of [config.port, config.flagdPort]) {
    // 0: any free port, or no gRPC
    if (port === 0) continue
    const probe = createServer()
    const listening = new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ port, host: config.host, exclusive: true }, resolve)
    })
    await listening.catch(refuseTakenPort({ ...config, port }))
    await new Promise((resolve) => probe.close(resolve))
  }
}

/** Throws a StartError if the address cannot be listened on. */
export const refuseTakenPort =
  (config: Config) =>
  (error: unknown): never => {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'EADDRINUSE') {
      const next = `PORT=${config.port + 1} npm start`
      throw new StartError(`Port ${config.port} on ${config.host} is already in use. Choose another port: ${next}`)
    }
    if (error.code === 'EACCES' || error.code === 'EADDRNOTAVAIL') {
      throw new StartError(
        `Can’t listen on ${config.host}:${config.port} (${error.code}). Set a different HOST or PORT.`,
      )
    }
    throw error
  }

/** Printed if the database does not respond at startup but SDKs can be served without it. */
export const databaseAwayNotice =
  '\n  The database does not answer. Programs are answered from the last state in the data folder; people are told to come back.\n'
