import type { FastifyRequest } from 'fastify'
import type { Compiled } from '../../../../shared/engine/compile.ts'
import type { SharedBudget } from '../../../../shared/engine/shared-budget.ts'
import { limits } from '../../../../shared/limits.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { type MaybePromise, thenMaybe } from '../../kernel/maybe-promise.ts'
import { allowOrigin } from '../allow-origin.ts'
import { bearer } from '../bearer.ts'
import type { ProgramServices } from '../services.ts'
import { stateAt } from '../state-at.ts'
import type { Exchange } from './exchange.ts'

/**
 * Authenticates the SDK key of a request. A client key works from its allowed origins, or from anywhere if that list is
 * empty; the response then has the CORS headers.
 */
export function keyAccess(services: ProgramServices, { request, reply }: Exchange): MaybePromise<SdkKeyHolder> {
  const { gates, proxies } = services
  const address = proxies.networkOf(request.raw)
  const nowMs = services.now().getTime()
  gates.refusals.check(address, nowMs)
  const found = services.keyHolder(bearer(request.headers))
  const holder =
    found instanceof Promise
      ? found.catch((error: unknown) => {
          gates.refusals.count(address, nowMs)
          throw error
        })
      : found
  return thenMaybe(holder, (holder) => {
    if (holder.kind === 'server') return holder
    spendClient(services, address, holder, 1)
    const headers = allowOrigin(holder, request.headers.origin)
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
    return holder
  })
}

/** Counts units of work with a client key against the limits of its address and of the key. */
export function spendClient(
  { gates, now }: ProgramServices,
  network: string,
  { keyId }: { keyId: string },
  units: number,
): void {
  const nowMs = now().getTime()
  gates.clients.take(network, nowMs, units)
  gates.clientKeys.take(keyId, nowMs, units)
}

/**
 * Counts evaluation steps with a client key beyond the usual number. A caller who exceeds the limit is rejected on the
 * next request.
 */
export function countSteps(
  { gates, now, proxies }: ProgramServices,
  request: FastifyRequest,
  { kind, keyId }: SdkKeyHolder,
  { steps }: SharedBudget,
): void {
  const units = Math.floor(steps / limits.stepsPerClientUnit)
  if (kind === 'server' || units === 0) return
  const nowMs = now().getTime()
  gates.clients.count(proxies.networkOf(request.raw), nowMs, units)
  gates.clientKeys.count(keyId, nowMs, units)
}

/** Returns the compiled environment of a key. */
export const compiledFor = (
  services: ProgramServices,
  exchange: Exchange,
  { environmentId }: SdkKeyHolder,
): MaybePromise<Compiled> => thenMaybe(stateAt(services, exchange, environmentId), (state) => state.compiled())
