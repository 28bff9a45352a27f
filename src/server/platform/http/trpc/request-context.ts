import type { FastifyRequest } from 'fastify'
import { anonymous } from '../../auth/session-actor.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { FairQueue } from '../../kernel/fair-queue.ts'
import { refuseForeignOrigin } from '../refuse-foreign-origin.ts'
import { requestOrigin } from '../request-actor.ts'
import type { Services } from '../services.ts'
import type { SessionCookie } from '../session-cookie.ts'
import { callBudget } from './call-budget.ts'
import { serviceContext } from './service-context.ts'
import type { TrpcCtx } from './trpc.ts'

/** How a transport authenticates callers, and what it does with new sessions. */
type Transport = {
  readonly heavyCalls: FairQueue
  readonly actorOf: (req: FastifyRequest) => Promise<Actor>
  readonly cookie: SessionCookie
}

/** Creates the context of a request's procedures, for any transport. */
export async function requestContext(
  services: Services,
  req: FastifyRequest,
  { heavyCalls, actorOf, cookie }: Transport,
): Promise<TrpcCtx> {
  const actorNow = async (): Promise<Actor> => {
    refuseForeignOrigin(services.config, req)
    return actorOf(req)
  }
  let refused: unknown
  const actor = await actorNow().catch((error: unknown) => {
    refused = error
    return anonymous
  })
  return {
    ...serviceContext(services),
    actor,
    refused,
    origin: requestOrigin(services, req),
    actorNow,
    cookie,
    noteFailedSignIn: (account) => services.failedSignIns.note(account, services.proxies.addressOf(req.raw)),
    ...callBudget(services, heavyCalls, req.raw, actor),
  }
}
