import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { limits } from '../../../shared/limits.ts'
import { revisionHeaderName } from '../../../shared/revision-header.ts'
import type { MaybePromise } from '../kernel/maybe-promise.ts'
import type { EnvironmentState } from '../live/environment-state.ts'
import { requireClientRevision } from './require-client-revision.ts'
import type { ProgramServices } from './services.ts'

type Exchange = {
  readonly request: Pick<FastifyRequest, 'headers'>
  readonly reply: { readonly raw: Pick<FastifyReply['raw'], 'setHeader' | 'destroyed'> }
}

/** Interval between checks while a read waits. Publishes usually arrive within milliseconds. */
const [firstLookMs, lastLookMs] = [4, 50]

/**
 * Returns the state of an environment for a read. If the request names a revision (`If-Fanion-Revision`), waits until
 * this server has it, up to `revisionWaitMs`, and throws a 503 if it is still behind. If the revision does not exist,
 * for example after a restore from backup, it does not wait. The response's `Fanion-Revision` names the revision that
 * was used.
 */
export function stateAt(
  services: ProgramServices,
  exchange: Exchange,
  environmentId: string,
): MaybePromise<EnvironmentState> {
  const named = exchange.request.headers[revisionHeaderName]
  return named === undefined
    ? services.states.get(environmentId)
    : waitForRevision(services, exchange, environmentId, revisionOf(named))
}

function revisionOf(named: string | string[]): number {
  if (typeof named === 'string' && /^\d{1,9}$/.test(named)) return Number(named)
  throw new FanionError('request/invalid', {}, 'If-Fanion-Revision must be the number of a revision, such as 42.')
}

async function waitForRevision(
  services: ProgramServices,
  { reply }: Exchange,
  environmentId: string,
  revision: number,
): Promise<EnvironmentState> {
  const until = performance.now() + limits.revisionWaitMs
  let state = await services.states.get(environmentId)
  for (let lookMs = firstLookMs; state.datafile.revision < revision; lookMs = Math.min(lookMs * 2, lastLookMs)) {
    if (performance.now() >= until || reply.raw.destroyed) {
      await requireClientRevision(services, environmentId, revision)
      break
    }
    await wait(lookMs)
    state = await services.states.get(environmentId)
  }
  reply.raw.setHeader('fanion-revision', state.datafile.revision)
  return state
}
