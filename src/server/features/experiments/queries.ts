import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ExperimentState } from '../../../shared/features/experiments/schemas/experiment.ts'
import type { ExperimentRunTable, ExperimentTable } from '../../platform/db/experiment-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenEnvironment, ProvenProject } from '../../platform/kernel/scope.ts'

type InProject = Pick<ProvenProject, 'id'>

export type ExperimentRow = Selectable<ExperimentTable> & { environment: string }

/** A run with the number of the change that starts it and the hash of its plan, which is '' if its flag was deleted. */
export type ExperimentRunRow = Selectable<ExperimentRunTable> & { change: number; hash: string }

const experiments = (db: Db, project: InProject) =>
  db
    .selectFrom('experiment')
    .innerJoin('environment', 'environment.id', 'experiment.environmentId')
    .selectAll('experiment')
    .select('environment.key as environment')
    .where('experiment.projectId', '=', project.id)

/** Prevents others from creating an experiment in the project until the transaction ends. */
export const lockExperimentKeys = (tx: Tx, project: InProject) =>
  sql`select pg_advisory_xact_lock(hashtext('fanion.experiments.' || ${project.id}::text))`.execute(tx)

export const findExperiment = (db: Db, project: InProject, key: string): Promise<ExperimentRow | undefined> =>
  experiments(db, project).where('experiment.key', '=', key).executeTakeFirst()

/** Reads and locks an experiment. Concurrent actions on it wait here. */
export const lockExperiment = (tx: Tx, project: InProject, key: string): Promise<ExperimentRow | undefined> =>
  experiments(tx, project).where('experiment.key', '=', key).forUpdate('experiment').executeTakeFirst()

/** Reads and locks an experiment by id. With `skip`, undefined if it is already locked. */
export const lockExperimentById = (tx: Tx, project: InProject, id: string, skip = false) =>
  experiments(tx, project)
    .where('experiment.id', '=', id)
    .forUpdate('experiment')
    .$if(skip, (query) => query.skipLocked())
    .executeTakeFirst()

export const countExperiments = async (db: Db, project: InProject): Promise<number> => {
  const { count } = await db
    .selectFrom('experiment')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('projectId', '=', project.id)
    .where('state', '<>', 'archived')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type ExperimentFilter = {
  state?: ExperimentState | undefined
  flag?: string | undefined
  environmentId?: string | undefined
  q?: string | undefined
  after?: string | undefined
  limit: number
}

/** A page of the project's experiments by key. Archived ones only if `state` asks for them. */
export const experimentsOf = (db: Db, project: InProject, filter: ExperimentFilter): Promise<ExperimentRow[]> => {
  const { state, flag, environmentId, q, after, limit } = filter
  const like = `%${(q ?? '').replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`
  return experiments(db, project)
    .$if(state !== undefined, (query) => query.where('experiment.state', '=', state ?? 'draft'))
    .$if(state === undefined, (query) => query.where('experiment.state', '<>', 'archived'))
    .$if(flag !== undefined, (query) => query.where('experiment.flag', '=', flag ?? ''))
    .$if(environmentId !== undefined, (query) => query.where('experiment.environmentId', '=', environmentId ?? ''))
    .$if(q !== undefined && q !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('experiment.key', 'ilike', like),
          eb('experiment.name', 'ilike', like),
          eb('experiment.flag', 'ilike', like),
        ]),
      ),
    )
    .$if(after !== undefined, (query) => query.where('experiment.key', '>', after ?? ''))
    .orderBy('experiment.key')
    .limit(limit)
    .execute()
}

export const insertExperiment = (tx: Tx, row: Insertable<ExperimentTable>) =>
  tx.insertInto('experiment').values(row).execute()

export const updateExperiment = (tx: Tx, id: string, row: Updateable<ExperimentTable>) =>
  tx.updateTable('experiment').set(row).where('id', '=', id).execute()

const runs = (db: Db) =>
  db
    .selectFrom('experimentRun')
    .innerJoin('change', 'change.id', 'experimentRun.changeId')
    .leftJoin('run', (join) =>
      join.onRef('run.projectId', '=', 'experimentRun.projectId').onRef('run.number', '=', 'experimentRun.run'),
    )
    .selectAll('experimentRun')
    .select((eb) => ['change.number as change', eb.fn.coalesce('run.hash', sql<string>`''`).as('hash')])

/** A page of an experiment's runs, newest first: those before a number, if given. */
export const runsOfExperiment = (
  db: Db,
  id: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ExperimentRunRow[]> =>
  runs(db)
    .where('experimentRun.experimentId', '=', id)
    .$if(before !== undefined, (query) => query.where('experimentRun.run', '<', before ?? 0))
    .orderBy('experimentRun.run', 'desc')
    .limit(limit)
    .execute()

export const runNumbersOf = async (db: Db, id: string): Promise<number[]> =>
  (await db.selectFrom('experimentRun').select('run').where('experimentId', '=', id).execute()).map(({ run }) => run)

/** For each given experiment, the current or last run and the proposed one. */
export const latestRunsOf = async (
  db: Db,
  experiments: readonly Pick<ExperimentRow, 'id' | 'run'>[],
): Promise<ExperimentRunRow[]> => {
  if (experiments.length === 0) return []
  const numbers = experiments.flatMap(({ run }) => (run === null ? [] : [run]))
  return runs(db)
    .where(
      'experimentRun.experimentId',
      'in',
      experiments.map(({ id }) => id),
    )
    .where((eb) =>
      eb.or([
        eb('experimentRun.state', '=', 'proposed'),
        ...(numbers.length > 0 ? [eb('experimentRun.run', 'in', numbers)] : []),
      ]),
    )
    .execute()
}

export const findExperimentRun = (db: Db, project: InProject, run: number): Promise<ExperimentRunRow | undefined> =>
  runs(db).where('experimentRun.projectId', '=', project.id).where('experimentRun.run', '=', run).executeTakeFirst()

/** The run that a change proposes or started, with its flag and environment. */
export const experimentRunOfChange = (
  db: Db,
  changeId: string,
): Promise<(ExperimentRunRow & Pick<ExperimentRow, 'environmentId' | 'flag'>) | undefined> =>
  runs(db)
    .innerJoin('experiment', 'experiment.id', 'experimentRun.experimentId')
    .select(['experiment.environmentId', 'experiment.flag'])
    .where('experimentRun.changeId', '=', changeId)
    .executeTakeFirst()

export const insertExperimentRun = (tx: Tx, row: Insertable<ExperimentRunTable>) =>
  tx.insertInto('experimentRun').values(row).execute()

export const updateExperimentRun = (
  tx: Tx,
  { projectId, run }: Pick<ExperimentRunRow, 'projectId' | 'run'>,
  row: Updateable<ExperimentRunTable>,
) => tx.updateTable('experimentRun').set(row).where('projectId', '=', projectId).where('run', '=', run).execute()

/**
 * Schedules a second count of the cohorts computed since a time. If one is already scheduled, its start is kept and its
 * time is postponed.
 */
export const markRecount = (db: Db, project: InProject, run: number, { since, at }: { since: Date; at: Date }) =>
  db
    .updateTable('experimentRun')
    .set((eb) => ({ recountSince: eb.fn.coalesce('recountSince', eb.val(since)), recountAt: at }))
    .where('projectId', '=', project.id)
    .where('run', '=', run)
    .execute()

export const runningExperimentOn = (
  db: Db,
  environment: Pick<ProvenEnvironment, 'id'>,
  flag: string,
): Promise<(ExperimentRunRow & { key: string })[]> =>
  runs(db)
    .innerJoin('experiment', 'experiment.id', 'experimentRun.experimentId')
    .select('experiment.key')
    .where('experiment.environmentId', '=', environment.id)
    .where('experiment.flag', '=', flag)
    .where('experimentRun.state', '=', 'running')
    .execute()

/** Reads and locks the running experiments of an environment. Must be called before locking the environment. */
export const lockRunningExperiments = (tx: Tx, environment: Pick<ProvenEnvironment, 'id' | 'projectId'>) =>
  experiments(tx, { id: environment.projectId })
    .where('experiment.environmentId', '=', environment.id)
    .where('experiment.state', '=', 'running')
    .orderBy('experiment.key')
    .forUpdate('experiment')
    .execute()

/**
 * The experiments of the given projects that need a decision, most recently started first: over but undecided, with a
 * harmful guard, with a sample ratio mismatch at the last look, or stopped since a time.
 */
export const experimentsToDecide = async (
  db: Db,
  projectIds: readonly string[],
  { since, limit }: { since: Date; limit: number },
): Promise<ExperimentRow[]> => {
  if (projectIds.length === 0) return []
  return db
    .selectFrom('experiment')
    .innerJoin('environment', 'environment.id', 'experiment.environmentId')
    .innerJoin('experimentRun', (join) =>
      join
        .onRef('experimentRun.projectId', '=', 'experiment.projectId')
        .onRef('experimentRun.run', '=', 'experiment.run'),
    )
    .selectAll('experiment')
    .select('environment.key as environment')
    .where('experiment.projectId', 'in', projectIds)
    .where((eb) =>
      eb.or([
        eb.and([eb('experiment.state', '=', 'stopped'), eb('experimentRun.stoppedAt', '>=', since)]),
        eb.and([
          eb('experiment.state', '=', 'running'),
          eb.or([
            eb('experimentRun.overAt', 'is not', null),
            sql<boolean>`experiment_run.guards::jsonb @> '[{"state":"against"}]'`,
            sql<boolean>`(
              select body::jsonb -> 'look' -> 'results' @> '[{"verdict":"samples-off"}]' from run_look
              where run_look.project_id = experiment_run.project_id and run_look.run = experiment_run.run
              order by number desc limit 1
            )`,
          ]),
        ]),
      ]),
    )
    .orderBy('experimentRun.startedAt', 'desc')
    .limit(limit)
    .execute()
}

/** The audit events of an experiment, oldest first. */
export const eventsOfExperiment = (db: Db, project: Pick<ProvenProject, 'id' | 'key'>, key: string) =>
  db
    .selectFrom('event')
    .select(['at', 'action', 'actorName', sql<Record<string, unknown> | null>`after`.as('after')])
    .where('projectId', '=', project.id)
    .where('subject', '=', `${project.key}/experiments/${key}`)
    .orderBy('sequence')
    .execute()

export const lastLooksOf = async (db: Db, project: InProject, numbers: readonly number[]) => {
  if (numbers.length === 0) return []
  return db
    .selectFrom('runLook')
    .distinctOn('run')
    .select(['run', 'number', 'at', 'body'])
    .where('projectId', '=', project.id)
    .where('run', 'in', numbers)
    .orderBy('run')
    .orderBy('number', 'desc')
    .execute()
}

/** Active runs whose flag has changed since they last checked it. */
export const runsOfChangedFlags = (db: Db): Promise<{ experimentId: string; project: string }[]> =>
  db
    .selectFrom('experimentRun')
    .innerJoin('experiment', 'experiment.id', 'experimentRun.experimentId')
    .innerJoin('project', 'project.id', 'experimentRun.projectId')
    .leftJoin('head', (join) =>
      join
        .onRef('head.environmentId', '=', 'experiment.environmentId')
        .onRef('head.key', '=', 'experiment.flag')
        .on('head.kind', '=', 'flag'),
    )
    .select(['experimentRun.experimentId', 'project.key as project'])
    .where('experimentRun.state', '=', 'running')
    .where('project.archivedAt', 'is', null)
    .where((eb) => eb('head.number', 'is distinct from', eb.ref('experimentRun.headNumber')))
    .execute()
