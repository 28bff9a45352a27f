import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { RampTable } from '../../platform/db/ramp-tables.ts'
import type { ProvenEnvironment, ProvenProject } from '../../platform/kernel/scope.ts'
import { lacksRampApprovals } from './approval-queries.ts'

const openStates = ['running', 'waiting', 'paused'] as const

const columns = [
  'ramp.id',
  'ramp.projectId',
  'ramp.number',
  'ramp.environmentId',
  'ramp.flag',
  'ramp.changeId',
  'ramp.plan',
  'ramp.ground',
  'ramp.state',
  'ramp.step',
  'ramp.why',
  'ramp.held',
  'ramp.byName',
  'ramp.personId',
  'ramp.tokenId',
  'ramp.headNumber',
  'ramp.proposedAt',
  'ramp.startedAt',
  'ramp.enteredAt',
  'ramp.dueAt',
  'ramp.endedAt',
  'ramp.lookAt',
  'ramp.looks',
  'ramp.leasedUntil',
  'ramp.interrupted',
  'ramp.overruled',
  'ramp.version',
] as const

/** Ramps with their environment and the number of the change that proposed them. */
const ramps = (db: Db) =>
  db
    .selectFrom('ramp')
    .innerJoin('environment', 'environment.id', 'ramp.environmentId')
    .innerJoin('change', 'change.id', 'ramp.changeId')
    .select([...columns, 'environment.key as environment', 'change.number as change'])

export type RampRow = Selectable<RampTable> & { environment: string; change: number }

export const findRamp = (db: Db, project: ProvenProject, number: number): Promise<RampRow | undefined> =>
  ramps(db).where('ramp.projectId', '=', project.id).where('ramp.number', '=', number).executeTakeFirst()

/** Reads and locks a ramp. Concurrent actions on it wait here. */
export const lockRamp = (tx: Tx, project: ProvenProject, number: number): Promise<RampRow | undefined> =>
  ramps(tx)
    .where('ramp.projectId', '=', project.id)
    .where('ramp.number', '=', number)
    .forUpdate('ramp')
    .executeTakeFirst()

/** Locks an open ramp by id. Undefined if it has ended or is locked by someone else. */
export const claimRamp = (tx: Tx, id: string): Promise<RampRow | undefined> =>
  ramps(tx)
    .where('ramp.id', '=', id)
    .where('ramp.state', 'in', openStates)
    .forUpdate('ramp')
    .skipLocked()
    .executeTakeFirst()

export const rampOfChange = (db: Db, changeId: string): Promise<RampRow | undefined> =>
  ramps(db).where('ramp.changeId', '=', changeId).executeTakeFirst()

export const openRampOf = (
  db: Db,
  environment: Pick<ProvenEnvironment, 'id'>,
  flag: string,
): Promise<RampRow | undefined> =>
  ramps(db)
    .where('ramp.environmentId', '=', environment.id)
    .where('ramp.flag', '=', flag)
    .where('ramp.state', 'in', openStates)
    .executeTakeFirst()

export const countOpen = async (db: Db, environment: Pick<ProvenEnvironment, 'id'>): Promise<number> => {
  const { count } = await db
    .selectFrom('ramp')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('environmentId', '=', environment.id)
    .where('state', 'in', openStates)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type RampFilter = {
  open: boolean
  flag?: string | undefined
  environmentId?: string | undefined
  before?: number | undefined
  limit: number
}

/** The project's ramps with numbers below `before`, newest first. */
export const rampsOf = (db: Db, project: ProvenProject, filter: RampFilter): Promise<RampRow[]> => {
  const { open, flag, environmentId, before, limit } = filter
  return ramps(db)
    .where('ramp.projectId', '=', project.id)
    .$if(open, (query) => query.where('ramp.state', 'in', ['proposed', ...openStates]))
    .$if(flag !== undefined, (query) => query.where('ramp.flag', '=', flag ?? ''))
    .$if(environmentId !== undefined, (query) => query.where('ramp.environmentId', '=', environmentId ?? ''))
    .$if(before !== undefined, (query) => query.where('ramp.number', '<', before ?? 0))
    .orderBy('ramp.number', 'desc')
    .limit(limit)
    .execute()
}

/** SQL condition for ramps whose hold ended by a time but that are still held. */
const heldPast = (by: Date) =>
  sql<boolean>`ramp.state = 'running' and ramp.held is not null and ramp.entered_at
    + extract(epoch from (ramp.plan -> 'steps' -> ramp.step ->> 'hold')::interval) * interval '1 second' <= ${by}`

/**
 * The ramps of the given projects that wait for a decision or are still held although their hold ended by `heldBy`,
 * then those undone since a time. Most recently stopped first.
 */
export const stoppedRamps = async (
  db: Db,
  projectIds: readonly string[],
  { since, heldBy }: { since: Date; heldBy: Date },
  limit: number,
): Promise<RampRow[]> => {
  if (projectIds.length === 0) return []
  return ramps(db)
    .where('ramp.projectId', 'in', projectIds)
    .where((eb) =>
      eb.or([
        eb('ramp.state', 'in', ['waiting', 'paused']),
        heldPast(heldBy),
        eb.and([eb('ramp.state', '=', 'rolled-back'), eb('ramp.endedAt', '>=', since)]),
      ]),
    )
    .orderBy('ramp.endedAt', (order) => order.desc().nullsFirst())
    .orderBy('ramp.enteredAt', 'desc')
    .orderBy('ramp.number', 'desc')
    .limit(limit)
    .execute()
}

/**
 * The open ramps that need processing: running ones that are due, those whose flag has a new revision, and those that
 * lack approvals now required by their environment.
 */
export const rampsDue = async (db: Db, now: Date): Promise<{ id: string; project: string }[]> =>
  db
    .selectFrom('ramp')
    .innerJoin('project', 'project.id', 'ramp.projectId')
    .innerJoin('environment', 'environment.id', 'ramp.environmentId')
    .innerJoin('change', 'change.id', 'ramp.changeId')
    .leftJoin('head', (join) =>
      join
        .onRef('head.environmentId', '=', 'ramp.environmentId')
        .onRef('head.key', '=', 'ramp.flag')
        .on('head.kind', '=', 'flag'),
    )
    .select(['ramp.id', 'project.key as project'])
    .where('ramp.state', 'in', openStates)
    .where('project.archivedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('ramp.state', '=', 'running'), eb('ramp.dueAt', '<=', now)]),
        eb('head.number', 'is distinct from', eb.ref('ramp.headNumber')),
        eb.and([eb('ramp.state', '!=', 'paused'), lacksRampApprovals]),
      ]),
    )
    .orderBy('ramp.dueAt')
    .execute()

/** The flag's current document in an environment and its revision. Undefined if it is not there. */
export const flagInEnvironment = async (db: Db, environmentId: string, flag: string) => {
  const row = await db
    .selectFrom('head')
    .select(['number', 'document'])
    .where('environmentId', '=', environmentId)
    .where('kind', '=', 'flag')
    .where('key', '=', flag)
    .executeTakeFirst()
  // Safe cast: the head of a flag.
  return row && { number: row.number, document: row.document as FlagDocument }
}

/** The newest revision that touched a flag, including its removal, and its actor. */
export const lastTouchOf = (db: Db, environmentId: string, flag: string) =>
  db
    .selectFrom('entry')
    .innerJoin('revision', (join) =>
      join.onRef('revision.environmentId', '=', 'entry.environmentId').onRef('revision.number', '=', 'entry.number'),
    )
    .select(['revision.number', 'revision.actorName'])
    .where('entry.environmentId', '=', environmentId)
    .where('entry.kind', '=', 'flag')
    .where('entry.key', '=', flag)
    .orderBy('entry.number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whether the run's flag was off in any revision since the last one that the run checked. */
export const wasFlagOffSince = async (
  db: Db,
  { environmentId, flag, headNumber }: Pick<RampRow, 'environmentId' | 'flag' | 'headNumber'>,
): Promise<boolean> => {
  const row = await db
    .selectFrom('entry')
    .select('number')
    .where('environmentId', '=', environmentId)
    .where('kind', '=', 'flag')
    .where('key', '=', flag)
    .where('number', '>', headNumber)
    .where(sql<boolean>`(document ->> 'on')::boolean is not true`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const lastGuardCheck = (db: Db, project: Pick<ProvenProject, 'id'>, number: number) =>
  db
    .selectFrom('runLook')
    .select(['number', 'at', 'body'])
    .where('projectId', '=', project.id)
    .where('run', '=', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const rampById = (db: Db, id: string): Promise<RampRow | undefined> =>
  ramps(db).where('ramp.id', '=', id).executeTakeFirst()

export const guardSourcesIn = (db: Db, project: Pick<ProvenProject, 'id'>) =>
  db.selectFrom('guardSource').select(['key', 'kind']).where('projectId', '=', project.id).orderBy('key').execute()

/** The project's ramps that query other systems or may do so: proposed and open ones, newest first. */
export const rampsQueryingSources = (db: Db, project: Pick<ProvenProject, 'id'>): Promise<RampRow[]> =>
  ramps(db)
    .where('ramp.projectId', '=', project.id)
    .where('ramp.state', 'in', ['proposed', ...openStates])
    .orderBy('ramp.number', 'desc')
    .execute()

export const insertRamp = (tx: Tx, ramp: Insertable<RampTable>) => tx.insertInto('ramp').values(ramp).execute()

/** Updates a ramp. A change of its state or step also increments its version. */
export const updateRamp = (tx: Tx, id: string, ramp: Updateable<RampTable>) => {
  const isTransition = ramp.state !== undefined || ramp.step !== undefined
  const update = tx.updateTable('ramp').set(ramp).where('id', '=', id)
  return (isTransition ? update.set((eb) => ({ version: eb('version', '+', 1) })) : update).execute()
}

/** Reads and locks the open ramps of an environment. Must be called before locking the environment. */
export const lockOpenRamps = (tx: Tx, environment: Pick<ProvenEnvironment, 'id'>): Promise<RampRow[]> =>
  ramps(tx)
    .where('ramp.environmentId', '=', environment.id)
    .where('ramp.state', 'in', openStates)
    .orderBy('ramp.number')
    .forUpdate('ramp')
    .execute()
