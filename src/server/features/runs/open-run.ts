import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Rule } from '../../../shared/schemas/flag.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { sha256 } from '../publishing/sha256.ts'
import type { ProposedRun } from './propose-run.ts'
import { lockRun, type RunRow, updateRun } from './queries.ts'

type TxCtx = ProjectCtx & { readonly db: Tx }

/** Returns the run, locked. Throws `run/not-found`. */
export async function requireLockedRun({ db, project }: TxCtx, number: number): Promise<RunRow> {
  const run = await lockRun(db, project, number)
  if (!run) throw new FanionError('run/not-found', { run: number }, `There is no run ${number} in ${project.name}.`)
  return run
}

/**
 * Opens a run in the transaction of the revision that serves its rule, before publishing: only rules of open runs can
 * be published. Throws `run/wrong-state` unless it is proposed.
 */
export async function openRun(ctx: TxCtx, number: number, rule: Rule): Promise<RunRow> {
  const run = await requireLockedRun(ctx, number)
  if (run.state !== 'proposed') throw wrongState(run, 'proposed')
  return updateRun(ctx.db, run.id, { state: 'open', rule: JSON.stringify(rule), openedAt: ctx.now() })
}

export async function recordRunChange(ctx: TxCtx, number: number, change: number): Promise<void> {
  await updateRun(ctx.db, (await requireLockedRun(ctx, number)).id, { changeNumber: change })
}

export async function replanRun(
  ctx: TxCtx,
  number: number,
  { plan, versions, arms }: Pick<ProposedRun, 'plan' | 'versions' | 'arms'>,
): Promise<void> {
  const run = await requireLockedRun(ctx, number)
  if (run.state !== 'proposed') throw wrongState(run, 'proposed')
  await updateRun(ctx.db, run.id, {
    plan: JSON.stringify(plan),
    hash: sha256(canonicalJson(plan)),
    versions: JSON.stringify(versions ?? {}),
    arms: JSON.stringify(arms),
  })
}

/** Stores the newly published rule of an open run. Its arms and salt never change. */
export async function storeRunRule(ctx: TxCtx, number: number, rule: Rule): Promise<RunRow> {
  const run = await requireLockedRun(ctx, number)
  if (run.state !== 'open') throw wrongState(run, 'open')
  return updateRun(ctx.db, run.id, { rule: JSON.stringify(rule) })
}

/** Records that an open run also uses this version of a metric. */
export async function recordMetricVersion(ctx: TxCtx, number: number, metric: string, version: number): Promise<void> {
  const run = await requireLockedRun(ctx, number)
  await updateRun(ctx.db, run.id, { versions: JSON.stringify({ ...run.versions, [metric]: version }) })
}

/** Ends a proposed or open run for good. Idempotent. */
export async function endRun(ctx: TxCtx, number: number): Promise<RunRow> {
  const run = await requireLockedRun(ctx, number)
  return run.state === 'ended' ? run : updateRun(ctx.db, run.id, { state: 'ended', endedAt: ctx.now() })
}

const wrongState = ({ number, state }: RunRow, expected: string) =>
  new FanionError('run/wrong-state', { run: number, state, expected }, `Run ${number} is ${state}, not ${expected}.`)
