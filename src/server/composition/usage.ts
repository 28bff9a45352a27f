import { randomUUID } from 'node:crypto'
import { markBuildSeen } from '../features/builds/mark-build-seen.ts'
import { findBuild, upsertStreamCounts } from '../features/builds/queries.ts'
import { Intake } from '../features/usage/intake.ts'
import { RequestExposures } from '../features/usage/request-exposures.ts'
import { storedReports } from '../platform/http/stored-reports.ts'
import { SeenBuilds } from '../platform/live/seen-builds.ts'
import { AgentCallCounts } from '../platform/workers/agent-call-counts.ts'
import { CountBuffer } from '../platform/workers/count-buffer.ts'
import { FailedSignInCounts } from '../platform/workers/failed-sign-ins.ts'
import { systemCtx } from '../platform/workers/system-ctx.ts'
import type { Live } from './live.ts'
import type { Storage } from './storage.ts'

/** What a server records of evaluations, events, builds and callers. */
export type Usage = ReturnType<typeof createUsage>

export function createUsage(storage: Storage, { states }: Pick<Live, 'states'>) {
  const { log, pools, now, newId, newSecret, vault, eventStore } = storage
  const intake = new Intake(pools.telemetry, eventStore.store, vault, now)
  const reports = storedReports({ db: pools.telemetry, now }, intake, states)
  const system = () => systemCtx({ db: pools.worker, log, now, newId, newSecret })
  const server = newId()
  return {
    intake,
    reports,
    counts: new CountBuffer((environmentId, rows) => reports.counts({ environmentId, kind: 'server' }, rows), log),
    requestExposures: new RequestExposures(intake, now, () => randomUUID(), log),
    failedSignIns: new FailedSignInCounts(system()),
    agentCalls: new AgentCallCounts(system()),
    builds: new SeenBuilds(now, {
      isKnown: async (build) => (await findBuild(pools.read, build)) !== undefined,
      see: (build, at) => markBuildSeen(pools.telemetry, build, at),
      tell: (programs, at) => upsertStreamCounts(pools.telemetry, server, at, programs),
      fault: (error) => log.warn({ error: String(error) }, 'which builds run cannot be written down now'),
    }),
  }
}
