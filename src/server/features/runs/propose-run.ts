import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { RunKind } from '../../../shared/features/runs/schemas/run.ts'
import { limits } from '../../../shared/limits.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { sha256 } from '../publishing/sha256.ts'
import { insertRun, nextRunNumber, type RunRow, runsOf } from './queries.ts'

/**
 * A run to create. `arms` are the variant keys in the order used by exposures. `change` is the change that proposes it.
 */
export type ProposedRun = {
  readonly flag: string
  readonly kind: RunKind
  readonly salt: string
  readonly arms: readonly string[]
  readonly plan: Json
  readonly change: number | null
  readonly versions?: Readonly<Record<string, number>>
}

/**
 * Assigns a number to a run. It measures nothing until it is opened. Throws `limit/reached` if too many runs are open.
 */
export async function proposeRun(ctx: EnvironmentCtx & { readonly db: Tx }, run: ProposedRun): Promise<RunRow> {
  const { db, project, environment } = ctx
  // the number first: this locks the project, so that two runs cannot both take the last place
  const number = await nextRunNumber(db, project)
  const open = (await runsOf(db, environment)).filter(({ state }) => state !== 'ended').length
  if (open >= limits.openRuns) {
    const details = { limit: 'openRuns', value: limits.openRuns }
    throw new FanionError('limit/reached', details, `${environment.name} has ${open} open runs.`)
  }
  return insertRun(db, {
    projectId: project.id,
    environmentId: environment.id,
    number,
    flag: run.flag,
    kind: run.kind,
    state: 'proposed',
    rule: null,
    salt: run.salt,
    arms: JSON.stringify(run.arms),
    plan: JSON.stringify(run.plan),
    hash: sha256(canonicalJson(run.plan)),
    changeNumber: run.change,
    versions: JSON.stringify(run.versions ?? {}),
    proposedAt: ctx.now(),
    openedAt: null,
    endedAt: null,
  })
}
