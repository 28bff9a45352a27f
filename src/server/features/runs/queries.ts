import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { RunState } from '../../../shared/features/runs/schemas/run.ts'
import type { RunTable } from '../../platform/db/measure-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenEnvironment, ProvenProject } from '../../platform/kernel/scope.ts'

const columns = [
  'id',
  'environmentId',
  'number',
  'flag',
  'kind',
  'state',
  'rule',
  'salt',
  'arms',
  'plan',
  'hash',
  'changeNumber',
  'versions',
  'proposedAt',
  'openedAt',
  'endedAt',
] as const

export type RunRow = Omit<Selectable<RunTable>, 'projectId'>

/**
 * Whether any ramp is open, and whether any experiment is running or being recounted. If not, no work can become due.
 */
export const readActiveRuns = async (db: Db): Promise<{ ramps: boolean; experiments: boolean }> => {
  const { rows } = await sql<{ ramps: boolean; experiments: boolean }>`
    select exists (select from ramp where state in ('running', 'waiting', 'paused')) as ramps,
      (exists (select from experiment_run where state = 'running')
        or exists (select from experiment_run join project on project.id = project_id
          where recount_at is not null and archived_at is null)) as experiments`.execute(db)
  return rows[0] ?? { ramps: true, experiments: true }
}

/** The next run number, never used before. Locks the project so that no one else takes it. */
export const nextRunNumber = async (tx: Tx, project: Pick<ProvenProject, 'id'>): Promise<number> => {
  const { lastRun } = await tx
    .updateTable('project')
    .set((eb) => ({ lastRun: eb('lastRun', '+', 1) }))
    .where('id', '=', project.id)
    .returning('lastRun')
    .executeTakeFirstOrThrow()
  return lastRun
}

export const insertRun = (tx: Tx, run: Insertable<RunTable>): Promise<RunRow> =>
  tx.insertInto('run').values(run).returning(columns).executeTakeFirstOrThrow()

export const findRun = (db: Db, project: Pick<ProvenProject, 'id'>, number: number): Promise<RunRow | undefined> =>
  db
    .selectFrom('run')
    .select(columns)
    .where('projectId', '=', project.id)
    .where('number', '=', number)
    .executeTakeFirst()

/** Reads and locks a run. Concurrent actions on it wait here. */
export const lockRun = (tx: Tx, project: Pick<ProvenProject, 'id'>, number: number): Promise<RunRow | undefined> =>
  tx
    .selectFrom('run')
    .select(columns)
    .where('projectId', '=', project.id)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst()

export const updateRun = (tx: Tx, id: number, run: Updateable<RunTable>): Promise<RunRow> =>
  tx.updateTable('run').set(run).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

export const runsOf = (
  db: Db,
  environment: ProvenEnvironment,
  { flag, state }: { flag?: string | undefined; state?: RunState | undefined } = {},
): Promise<RunRow[]> =>
  db
    .selectFrom('run')
    .select(columns)
    .where('environmentId', '=', environment.id)
    .$if(flag !== undefined, (query) => query.where('flag', '=', flag ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'open'))
    .orderBy('number', 'desc')
    .execute()

/** The first revision of an environment that a change published, which is where a run began. 0 if there is none. */
export const firstRevisionOf = async (
  db: Db,
  environment: Pick<ProvenEnvironment, 'id'>,
  change: number,
): Promise<number> => {
  const { number } = await db
    .selectFrom('revision')
    .select((eb) => eb.fn.min('number').as('number'))
    .where('environmentId', '=', environment.id)
    .where('changeNumber', '=', change)
    .executeTakeFirstOrThrow()
  // the minimum of no rows is null, although the type does not include it
  return (number as number | null) ?? 0
}
