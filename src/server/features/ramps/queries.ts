import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { RampTable } from '../../platform/db/ramp-tables.ts'
import type { ProvenEnvironment, ProvenProject } from '../../platform/kernel/scope.ts'
import { lacksApprovals } from './approval-queries.ts'

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
  'ramp.overruled',
  'ramp.version',
] as const

/** A ramp with the environment and the number of the change that it is named by. */
const ramps = (db: Db) =>
  db
    .selectFrom('ramp')
    .innerJoin('environment', 'environment.id', 'ramp.environmentId')
    .innerJoin('change', 'change.id', 'ramp.changeId')
    .select([...columns, 'environment.key as environment', 'change.number as change'])

export type RampRow = Selectable<RampTable> & { environment: string; change: number }

/** A ramp by its number in the project. */
export const findRamp = (db: Db, project: ProvenProject, number: number): Promise<RampRow | undefined> =>
  ramps(db).where('ramp.projectId', '=', project.id).where('ramp.number', '=', number).executeTakeFirst()

/** The same, locked for this transaction: whoever acts on a ramp waits here for the act before. */
export const lockRamp = (tx: Tx, project: ProvenProject, number: number): Promise<RampRow | undefined> =>
  ramps(tx)
    .where('ramp.projectId', '=', project.id)
    .where('ramp.number', '=', number)
    .forUpdate('ramp')
    .executeTakeFirst()

/** An open ramp by its id, locked; undefined where it is over by now, or somebody else acts on it. */
export const claimRamp = (tx: Tx, id: string): Promise<RampRow | undefined> =>
  ramps(tx)
    .where('ramp.id', '=', id)
    .where('ramp.state', 'in', openStates)
    .forUpdate('ramp')
    .skipLocked()
    .executeTakeFirst()

/** The ramp that a change proposes or started. */
export const rampOfChange = (db: Db, changeId: string): Promise<RampRow | undefined> =>
  ramps(db).where('ramp.changeId', '=', changeId).executeTakeFirst()

/** The open ramp of a flag in an environment. */
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

/** How many ramps are open in an environment. */
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

/** The project's ramps, newest first, from `before` down. */
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

/** The ramps whose hold was over by an instant and that are held all the same. */
const heldPast = (by: Date) =>
  sql<boolean>`ramp.state = 'running' and ramp.held is not null and ramp.entered_at
    + extract(epoch from (ramp.plan -> 'steps' -> ramp.step ->> 'hold')::interval) * interval '1 second' <= ${by}`

/**
 * The ramps of these projects that stand still until somebody decides, or are held though their hold was over by `heldBy`,
 * then those that were rolled back since an instant; of each the one that stopped last first.
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
 * The open ramps that something is to be done about: running ones whose time has come, those whose flag has moved since they
 * looked at it last, and those whose environment came to require more approvals than their plan has.
 */
export const rampsToLookAt = async (db: Db, now: Date): Promise<{ id: string; project: string }[]> =>
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
        eb.and([eb('ramp.state', '!=', 'paused'), lacksApprovals]),
      ]),
    )
    .orderBy('ramp.dueAt')
    .execute()

/** The flag as an environment has it now, and the revision that left it so; undefined where it is not there. */
export const flagThere = async (db: Db, environmentId: string, flag: string) => {
  const row = await db
    .selectFrom('head')
    .select(['number', 'document'])
    .where('environmentId', '=', environmentId)
    .where('kind', '=', 'flag')
    .where('key', '=', flag)
    .executeTakeFirst()
  // what stands under a flag is a flag
  return row && { number: row.number, document: row.document as FlagDocument }
}

/** Who published the newest revision about a flag, also one that took it away. */
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

/** Whether the flag of a run was off in any revision since the one that the run knows of. */
export const wasOffSince = async (
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

/** What was seen last of a ramp. */
export const lastLook = (db: Db, project: Pick<ProvenProject, 'id'>, number: number) =>
  db
    .selectFrom('runLook')
    .select(['number', 'at', 'body'])
    .where('projectId', '=', project.id)
    .where('run', '=', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A ramp by its id. */
export const rampById = (db: Db, id: string): Promise<RampRow | undefined> =>
  ramps(db).where('ramp.id', '=', id).executeTakeFirst()

/** The open ramps whose guards are to be looked at, leased to this server until then; nobody else looks meanwhile. */
export const leaseLooks = async (
  db: Db,
  { now, until, atMost }: { now: Date; until: Date; atMost: number },
): Promise<{ id: string; project: string }[]> => {
  const { rows } = await sql<{ id: string; project: string }>`
    update ramp set leased_until = ${until} from project
    where project.id = ramp.project_id and ramp.id in (
      select id from ramp
      where look_at <= ${now} and state in ('running', 'waiting', 'paused')
        and (leased_until is null or leased_until < ${now})
        and exists (select from project where project.id = project_id and archived_at is null)
      order by look_at limit ${atMost} for update skip locked
    )
    returning ramp.id, project.key as project`.execute(db)
  return rows
}

/** The systems that guards of a project may ask. */
export const guardSourcesIn = (db: Db, project: Pick<ProvenProject, 'id'>) =>
  db.selectFrom('guardSource').select(['key', 'kind']).where('projectId', '=', project.id).orderBy('key').execute()

/** The ramps of a project that ask or may come to ask other systems: proposed and open ones, newest first. */
export const rampsAsking = (db: Db, project: Pick<ProvenProject, 'id'>): Promise<RampRow[]> =>
  ramps(db)
    .where('ramp.projectId', '=', project.id)
    .where('ramp.state', 'in', ['proposed', ...openStates])
    .orderBy('ramp.number', 'desc')
    .execute()

export const insertRamp = (tx: Tx, ramp: Insertable<RampTable>) => tx.insertInto('ramp').values(ramp).execute()

/** Changes a ramp. A change of its state or step is a transition, which counts its version up. */
export const updateRamp = (tx: Tx, id: string, ramp: Updateable<RampTable>) => {
  const isTransition = ramp.state !== undefined || ramp.step !== undefined
  const update = tx.updateTable('ramp').set(ramp).where('id', '=', id)
  return (isTransition ? update.set((eb) => ({ version: eb('version', '+', 1) })) : update).execute()
}

/** The open ramps of an environment, locked as by whoever acts on one: before the environment. */
export const lockOpenRamps = (tx: Tx, environment: Pick<ProvenEnvironment, 'id'>): Promise<RampRow[]> =>
  ramps(tx)
    .where('ramp.environmentId', '=', environment.id)
    .where('ramp.state', 'in', openStates)
    .orderBy('ramp.number')
    .forUpdate('ramp')
    .execute()
