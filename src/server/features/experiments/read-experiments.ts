import type { z } from 'zod'
import type {
  Experiment,
  ExperimentList,
  ExperimentRuns,
  ListExperimentRunsInput,
  ListExperimentsInput,
} from '../../../shared/features/experiments/schemas/experiment.ts'
import type { Look } from '../../../shared/statistics/analysis-plan.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { possibleExperimentActs } from './authorize-experiment.ts'
import { getExperiment } from './experiment-ctx.ts'
import {
  type ExperimentRow,
  eventsOfExperiment,
  experimentsOf,
  lastLooksOf,
  latestRunsOf,
  runsOfExperiment,
} from './queries.ts'
import { eventView, experimentRunView, summaryView } from './view.ts'

/** The stored form of a look. */
type StoredLook = { readonly look: Look }

/** Returns an experiment with its runs, events and the caller's possible actions. Throws `experiment/not-found`. */
export async function readExperiment(ctx: ProjectCtx, input: { experiment: string }): Promise<Experiment> {
  const { ctx: there, experiment } = await getExperiment(ctx, input.experiment)
  const { row, runs } = experiment
  const [look] = row.run === null ? [] : await lastLooksOf(ctx.db, ctx.project, [row.run])
  const page = await runsPage(ctx, row, {})
  const events = await eventsOfExperiment(ctx.db, ctx.project, row.key)
  return {
    // Safe cast: the look of an experiment run has this form.
    ...summaryView(row, runs, (look?.body as unknown as StoredLook | undefined)?.look),
    setup: row.setup,
    runs: page.runs,
    nextRun: page.next,
    current: runs.filter((one) => one.run === row.run).map(experimentRunView)[0] ?? null,
    events: events.map(eventView),
    can: possibleExperimentActs(there, experiment),
  }
}

const runsAtOnce = 20

async function runsPage(
  { db }: ProjectCtx,
  { id }: ExperimentRow,
  { before }: { before?: number | undefined },
): Promise<ExperimentRuns> {
  const found = await runsOfExperiment(db, id, { before, limit: runsAtOnce + 1 })
  const runs = found.slice(0, runsAtOnce)
  return { runs: runs.map(experimentRunView), next: found.length > runsAtOnce ? (runs.at(-1)?.run ?? null) : null }
}

/** Lists a page of an experiment's runs, newest first. Throws `experiment/not-found`. */
export async function listRuns(
  ctx: ProjectCtx,
  { experiment: key, cursor }: Omit<z.output<typeof ListExperimentRunsInput>, 'project'>,
): Promise<ExperimentRuns> {
  const { experiment } = await getExperiment(ctx, key)
  return runsPage(ctx, experiment.row, { before: cursor ?? undefined })
}

export async function listExperiments(
  ctx: ProjectCtx,
  input: z.output<typeof ListExperimentsInput>,
): Promise<ExperimentList> {
  const { environment: environmentKey, limit, ...filter } = input
  const environment =
    environmentKey === undefined ? undefined : await proveEnvironment(ctx.db, ctx.project, environmentKey)
  const found = await experimentsOf(ctx.db, ctx.project, {
    ...filter,
    environmentId: environment?.id,
    limit: limit + 1,
  })
  const rows = found.slice(0, limit)
  const runs = await latestRunsOf(ctx.db, rows)
  const numbers = rows.flatMap(({ run }) => (run === null ? [] : [run]))
  const looks = await lastLooksOf(ctx.db, ctx.project, numbers)
  return {
    experiments: rows.map((row) => {
      const look = looks.find(({ run }) => run === row.run)
      return summaryView(
        row,
        runs.filter(({ experimentId }) => experimentId === row.id),
        (look?.body as unknown as StoredLook | undefined)?.look,
      )
    }),
    next: found.length > limit ? (rows.at(-1)?.key ?? null) : null,
  }
}
