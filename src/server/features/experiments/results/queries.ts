import { type Insertable, sql } from 'kysely'
import type { CohortPeople, Look } from '../../../../shared/statistics/analysis-plan.ts'
import type { CohortNumbers, CohortTable } from '../../../platform/db/experiment-tables.ts'
import type { Db, Tx } from '../../../platform/db/pool.ts'
import type { ProvenProject } from '../../../platform/kernel/scope.ts'

type InProject = Pick<ProvenProject, 'id'>

/** A stored look, with the number of units in each arm at that time. */
export type LookWithUsers = { readonly look: Look; readonly people: readonly CohortPeople[] }

/** The looks of a run, oldest first. */
export const readLooksOfRun = async (db: Db, project: InProject, run: number): Promise<LookWithUsers[]> => {
  const rows = await db
    .selectFrom('runLook')
    // Safe cast: the look of an experiment run has this form.
    .select(sql<LookWithUsers>`body`.as('kept'))
    .where('projectId', '=', project.id)
    .where('run', '=', run)
    .orderBy('number')
    .execute()
  return rows.map(({ kept }) => kept)
}

/**
 * The looks of a run until a time, oldest first, as later looks need them. An open-ended run can have thousands, so all
 * but its last look contain only time, evidence, and the results that they decided.
 */
export const looksOf = async (
  db: Db,
  project: InProject,
  { run, until, isOpenEnded }: { run: number; until: Date; isOpenEnded: boolean },
): Promise<Look[]> => {
  const results = sql`
    case when ${isOpenEnded} and number < max(number) over () then coalesce((
      select json_agg(one) from json_array_elements(look -> 'results') as one where one ->> 'decidedAt' is not null
    ), '[]') else look -> 'results' end`
  const { rows } = await sql<Look>`
    select number, (look ->> 'atMs')::double precision as at_ms, (look ->> 'time')::double precision as time,
      (look ->> 'ratioEvidence')::double precision as ratio_evidence, ${results} as results
    from (
      select number, body -> 'look' as look from run_look
      where project_id = ${project.id} and run = ${run} and at <= ${until}
    ) as kept order by number`.execute(db)
  return rows
}

/** The results of some looks of a run for some metrics, oldest first. */
export const pointsOf = async (
  db: Db,
  project: InProject,
  { run, numbers, metrics }: { run: number; numbers: readonly number[]; metrics: readonly string[] },
): Promise<Pick<Look, 'number' | 'atMs' | 'results'>[]> => {
  const { rows } = await sql<Pick<Look, 'number' | 'atMs' | 'results'>>`
    select number, (body -> 'look' ->> 'atMs')::double precision as at_ms, coalesce((
      select json_agg(one) from json_array_elements(body -> 'look' -> 'results') as one where one ->> 'metric' = any(${metrics})
    ), '[]') as results
    from run_look where project_id = ${project.id} and run = ${run} and number = any(${numbers}) order by number`.execute(
    db,
  )
  return rows
}

/** Number of users in each arm at a look. Undefined if the look does not exist. */
export const usersAtLook = async (
  db: Db,
  project: InProject,
  run: number,
  number: number,
): Promise<readonly CohortPeople[] | undefined> => {
  const row = await db
    .selectFrom('runLook')
    .select(sql<LookWithUsers['people']>`body -> 'people'`.as('people'))
    .where('projectId', '=', project.id)
    .where('run', '=', run)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.people
}

export const insertRunLook = (tx: Tx, project: InProject, run: number, { look, people }: LookWithUsers) =>
  tx
    .insertInto('runLook')
    .values({
      ...{ projectId: project.id, run, number: look.number, at: new Date(look.atMs), decisive: true },
      body: JSON.stringify({ look, people }),
    })
    .execute()

export type CohortRow = {
  metric: string
  cohort: number
  arm: number
  told: boolean
  sums: CohortNumbers
}

/** The computed cohorts of a run: of all units, and for some metrics also of the units reported by servers. */
export const cohortsOfRun = (
  db: Db,
  project: InProject,
  run: number,
  toldOf: readonly string[] = [],
): Promise<CohortRow[]> =>
  db
    .selectFrom('cohort')
    .select(['metric', 'cohort', 'arm', 'told', 'sums'])
    .where('projectId', '=', project.id)
    .where('run', '=', run)
    .where((eb) => eb.or([eb('told', '=', false), eb('metric', '=', eb.fn.any(eb.val(toldOf)))]))
    .orderBy('metric')
    .orderBy('cohort')
    .orderBy('arm')
    .execute()

/** The newest computed cohort of each metric. */
export const newestCohorts = async (db: Db, project: InProject, run: number): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('cohort')
    .select(['metric', (eb) => eb.fn.max('cohort').as('last')])
    .where('projectId', '=', project.id)
    .where('run', '=', run)
    .groupBy('metric')
    .execute()
  return new Map(rows.map(({ metric, last }) => [metric, last]))
}

/** The days of each metric that were computed since a time. They are consecutive. */
export const cohortsComputedSince = (
  db: Db,
  project: InProject,
  run: number,
  since: Date,
): Promise<{ metric: string; from: number; until: number }[]> =>
  db
    .selectFrom('cohort')
    .select(({ fn }) => ['metric', fn.min('cohort').as('from'), fn.max('cohort').as('until')])
    .where('projectId', '=', project.id)
    .where('run', '=', run)
    .where('reckonedAt', '>=', since)
    .groupBy('metric')
    .execute()

/** Replaces the cohorts of the same metrics and days. Deletes and inserts, because the table rejects updates. */
export async function replaceCohorts(
  tx: Tx,
  project: InProject,
  run: number,
  rows: readonly Insertable<CohortTable>[],
) {
  const keys = JSON.stringify(rows.map(({ metric, cohort }) => ({ metric, cohort })))
  await sql`
    delete from cohort using json_to_recordset(${keys}) as again(metric text, cohort integer)
    where cohort.project_id = ${project.id} and cohort.run = ${run}
      and cohort.metric = again.metric and cohort.cohort = again.cohort`.execute(tx)
  await insertCohorts(tx, rows)
}

/** Replaces the looks of a run, starting with the first given one. */
export async function replaceLooks(tx: Tx, project: InProject, run: number, looks: readonly LookWithUsers[]) {
  const [first] = looks
  if (!first) return
  await tx
    .deleteFrom('runLook')
    .where('projectId', '=', project.id)
    .where('run', '=', run)
    .where('number', '>=', first.look.number)
    .execute()
  for (const look of looks) await insertRunLook(tx, project, run, look)
}

/** Inserts cohorts. Existing ones stay unchanged. */
export const insertCohorts = async (db: Db, rows: readonly Insertable<CohortTable>[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await db
      .insertInto('cohort')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
const rowsAtOnce = 1_000
