import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Tx } from '../../platform/db/pool.ts'
import { audit } from '../../platform/kernel/audit.ts'
import type { EnvironmentCtx, ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveEnvironment } from '../../platform/kernel/scope.ts'
import { lockEnvironment } from '../publishing/queries.ts'
import { flagInEnvironment } from '../ramps/queries.ts'
import { type ExperimentRow, type ExperimentRunRow, findExperiment, latestRunsOf, lockExperiment } from './queries.ts'

/** A context with a locked experiment and its environment, which is locked too. */
export type ExperimentCtx = EnvironmentCtx & { readonly db: Tx }

/** An experiment with its current or last run, its proposed run, and its flag's current document. */
export type LoadedExperiment = {
  readonly row: ExperimentRow
  readonly runs: readonly ExperimentRunRow[]
  /** Undefined if the flag is archived. */
  readonly there: { readonly number: number; readonly document: FlagDocument } | undefined
}

const noSuchExperiment = ({ project }: Pick<ProjectCtx, 'project'>, key: string): FanionError =>
  new FanionError('experiment/not-found', { experiment: key }, `${project.name} has no experiment "${key}".`)

/** Returns the experiment of this key with its runs. Throws `experiment/not-found`. */
export async function getExperiment(
  ctx: ProjectCtx,
  key: string,
): Promise<{ ctx: EnvironmentCtx; experiment: LoadedExperiment }> {
  const row = await findExperiment(ctx.db, ctx.project, key)
  if (!row) throw noSuchExperiment(ctx, key)
  const environment = await proveEnvironment(ctx.db, ctx.project, row.environment)
  return { ctx: { ...ctx, environment }, experiment: await withFlagOf(ctx, row) }
}

/** Locks the experiment, then its environment. All code locks the two in this order. */
export async function lockExperimentWithEnvironment(
  ctx: ProjectCtx & { readonly db: Tx },
  key: string,
): Promise<{ ctx: ExperimentCtx; experiment: LoadedExperiment }> {
  const row = await lockExperiment(ctx.db, ctx.project, key)
  if (!row) throw noSuchExperiment(ctx, key)
  return withEnvironmentOf(ctx, row)
}

export async function withEnvironmentOf(
  ctx: ProjectCtx & { readonly db: Tx },
  row: ExperimentRow,
): Promise<{ ctx: ExperimentCtx; experiment: LoadedExperiment }> {
  const environment = await proveEnvironment(ctx.db, ctx.project, row.environment)
  await lockEnvironment(ctx.db, environment)
  return { ctx: { ...ctx, environment }, experiment: await withFlagOf(ctx, row) }
}

const withFlagOf = async ({ db }: ProjectCtx, row: ExperimentRow): Promise<LoadedExperiment> => ({
  row,
  runs: await latestRunsOf(db, [row]),
  there: await flagInEnvironment(db, row.environmentId, row.flag),
})

/** The current or last run. Undefined before the first. */
export const currentRun = ({ row, runs }: LoadedExperiment): ExperimentRunRow | undefined =>
  runs.find(({ run }) => run === row.run)

export const proposedRun = ({ runs }: Pick<LoadedExperiment, 'runs'>): ExperimentRunRow | undefined =>
  runs.find(({ state }) => state === 'proposed')

export const auditExperiment = (
  ctx: EnvironmentCtx & { readonly db: Tx },
  row: Pick<ExperimentRow, 'key' | 'flag' | 'state'>,
  action: string,
  after: Record<string, unknown>,
  before: Record<string, unknown> = {},
): Promise<void> =>
  audit(ctx, {
    action: `experiment.${action}`,
    subject: `${ctx.project.key}/experiments/${row.key}`,
    projectId: ctx.project.id,
    environmentId: ctx.environment.id,
    before: { state: row.state, ...before },
    after: { flag: row.flag, places: [ctx.environment.key], ...after },
  })
