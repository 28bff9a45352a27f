import type { FastifyRequest } from 'fastify'
import type { Compiled } from '../../../../shared/engine/compile.ts'
import type { SharedBudget } from '../../../../shared/engine/shared-budget.ts'
import { limits } from '../../../../shared/limits.ts'
import type { SdkKeyHolder } from '../../auth/sdk-key-holder.ts'
import { andThen, type Soon } from '../../kernel/soon.ts'
import { allowOrigin } from '../allow-origin.ts'
import { bearer } from '../bearer.ts'
import type { ProgramServices } from '../services.ts'
import { stateAt } from '../state-at.ts'
import type { Exchange } from './exchange.ts'

/**
 * The holder of the key a request comes with, server or client. A client key may be used from the origins on its list,
 * from anywhere while the list is empty; the answer then carries what the browser needs to hand it to the page.
 */
export function keyAccess(services: ProgramServices, { request, reply }: Exchange): Soon<SdkKeyHolder> {
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
  return andThen(holder, (holder) => {
    if (holder.kind === 'server') return holder
    spendClient(services, address, holder, 1)
    const headers = allowOrigin(holder, request.headers.origin)
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
    return holder
  })
}

/** Counts units of work with a client key, for the address they come from and for the key. */
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

/** Counts what evaluations with a client key took beyond the ordinary; whoever is over the limit by it hears so the next time. */
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

/** The engine over the environment of a key. */
export const compiledFor = (
  services: ProgramServices,
  exchange: Exchange,
  { environmentId }: SdkKeyHolder,
): Soon<Compiled> => andThen(stateAt(services, exchange, environmentId), (state) => state.compiled())
