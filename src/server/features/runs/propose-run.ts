import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { RunKind } from '../../../shared/features/runs/schemas/run.ts'
import { limits } from '../../../shared/limits.ts'
import type { Json } from '../../../shared/schemas/keys.ts'
import type { Tx } from '../../platform/db/pool.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { sha256 } from '../publishing/sha256.ts'
import { insertRun, nextRunNumber, type RunRow, runsOf } from './queries.ts'

/** What a run is to be. `arms`: keys of variants, in the order that exposures name them by. `change`: what proposes it. */
export type ProposedRun = {
  readonly flag: string
  readonly kind: RunKind
  readonly salt: string
  readonly arms: readonly string[]
  readonly plan: Json
  readonly change: number | null
  readonly versions?: Readonly<Record<string, number>>
}

/** Gives a run its number. It measures nothing before it is opened. `limit/reached` where too many are open already. */
export async function proposeRun(ctx: EnvironmentCtx & { readonly db: Tx }, run: ProposedRun): Promise<RunRow> {
  const { db, project, environment } = ctx
  // the number first: it locks the project, so that two never take the last place
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
