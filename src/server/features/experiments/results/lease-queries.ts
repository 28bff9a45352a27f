import { sql } from 'kysely'
import { limits } from '../../../../shared/limits.ts'
import type { Db } from '../../../platform/db/pool.ts'
import { interruptedBy, isToBeGivenUp, wasInterrupted } from '../../../platform/kernel/interrupted-work.ts'

/** A run that is leased to this server: its look is due, or its newest cohorts are to be counted again, or both. */
export type LeasedRun = {
  readonly projectId: string
  readonly run: number
  readonly project: string
  readonly experiment: string
  readonly isLookDue: boolean
  readonly isRecountDue: boolean
  readonly until: Date
}

type Leasing = {
  readonly now: Date
  readonly until: Date
  readonly atMost: number
  /** Whether runs that a server stopped at are leased: all others come before them. */
  readonly interrupted: boolean
}

/** Leases runs to this server until an instant; no other server takes them before. */
export const leaseRuns = async (db: Db, { now, until, atMost, interrupted }: Leasing): Promise<LeasedRun[]> => {
  const isLookDue = sql`coalesce(experiment_run.state = 'running' and experiment_run.look_at <= ${now}, false)`
  const isRecountDue = sql`coalesce(experiment_run.recount_at <= ${now}, false)`
  const { rows } = await sql<Omit<LeasedRun, 'until'>>`
    update experiment_run set leased_until = ${until}, interrupted = ${interruptedBy('experiment_run')}
    from project, experiment
    where project.id = experiment_run.project_id and experiment.id = experiment_run.experiment_id
      and (experiment_run.project_id, experiment_run.run) in (
        select project_id, run from experiment_run
        where (${isLookDue} or ${isRecountDue}) and (leased_until is null or leased_until < ${now})
          and ${wasInterrupted} = ${interrupted} and not ${isToBeGivenUp(now)}
          and exists (select from project where project.id = project_id and archived_at is null)
        order by least(look_at, recount_at) limit ${atMost} for update skip locked
      )
    returning experiment_run.project_id, experiment_run.run, project.key as project, experiment.key as experiment,
      ${isLookDue} as is_look_due, ${isRecountDue} as is_recount_due`.execute(db)
  return rows.map((row) => ({ ...row, until }))
}

/** What is due of a run is taken at an instant at the earliest. */
const notBefore = (at: Date) => sql`
  look_at = case when look_at is not null then greatest(look_at, ${at}) end,
  recount_at = case when recount_at is not null then greatest(recount_at, ${at}) end`

/** Releases a run whose look failed and takes it again later, unless another server leased it by now. */
export const postponeRun = (db: Db, { projectId, run, until }: LeasedRun, at: Date) =>
  sql`
    update experiment_run set leased_until = null, interrupted = 0, ${notBefore(at)}
    where project_id = ${projectId} and run = ${run} and leased_until = ${until}`.execute(db)

/** Gives up runs at which as many servers in a row stopped as may, and has each tried again at an instant. */
export const giveUpRuns = async (db: Db, now: Date, at: Date): Promise<{ projectId: string; run: number }[]> => {
  const { rows } = await sql<{ projectId: string; run: number }>`
    update experiment_run set leased_until = null, interrupted = ${limits.interruptedTries}, ${notBefore(at)}
    where ${isToBeGivenUp(now)} returning project_id, run`.execute(db)
  return rows
}
