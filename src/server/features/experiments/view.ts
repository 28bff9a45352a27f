import type {
  ExperimentEvent,
  ExperimentHeadline,
  ExperimentRun,
  ExperimentSummary,
} from '../../../shared/features/experiments/schemas/experiment.ts'
import type { Look } from '../../../shared/statistics/analysis-plan.ts'
import type { ExperimentRow, ExperimentRunRow, eventsOfExperiment } from './queries.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

export const experimentRunView = (row: ExperimentRunRow): ExperimentRun => ({
  ...{ run: row.run, state: row.state, setup: row.setup, change: row.change, hash: row.hash, by: row.byName },
  ...{ how: row.how, why: row.why, over: row.overAt !== null },
  proposedAt: row.proposedAt.toISOString(),
  startedAt: instant(row.startedAt),
  endsAt: instant(row.endsAt),
  stoppedAt: instant(row.stoppedAt),
})

/** An experiment as listed. `look` is the last look of its run. */
export function summaryView(
  row: ExperimentRow,
  runs: readonly ExperimentRunRow[],
  look: Pick<Look, 'results'> | undefined,
): ExperimentSummary {
  const run = runs.find((one) => one.run === row.run)
  const { setup: _, ...shown } = run ? experimentRunView(run) : { setup: null }
  return {
    ...{ key: row.key, name: row.name, environment: row.environment, flag: row.flag, state: row.state },
    // Safe cast: without its setup, a run has the form of the list.
    run: run ? (shown as ExperimentSummary['run']) : null,
    proposed: runs.find(({ state }) => state === 'proposed')?.change ?? null,
    headlines: look?.results.flatMap(headline) ?? [],
    decision: row.decision,
    createdAt: row.createdAt.toISOString(),
    by: row.byName,
  }
}

const headline = ({ role, metric, arm, verdict, lift, liftInterval }: Look['results'][number]): ExperimentHeadline[] =>
  role === 'primary'
    ? [{ metric, arm, verdict, lift, liftInterval: liftInterval === null ? null : [liftInterval[0], liftInterval[1]] }]
    : []

/** An audit event as an experiment's page shows it. */
export const eventView = ({
  at,
  action,
  actorName,
  after,
}: Awaited<ReturnType<typeof eventsOfExperiment>>[number]): ExperimentEvent => {
  const number = (name: string) => (typeof after?.[name] === 'number' ? after[name] : null)
  return {
    ...{ at: at.toISOString(), action, actor: actorName },
    ...{ run: number('run'), revision: number('revision'), change: number('change') },
    why: typeof after?.['why'] === 'string' ? after['why'] : null,
  }
}
