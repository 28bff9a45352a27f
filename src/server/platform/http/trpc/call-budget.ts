import type { IncomingMessage } from 'node:http'
import { limits } from '../../../../shared/limits.ts'
import type { Actor } from '../../kernel/actor.ts'
import { FairQueue } from '../../kernel/fair-queue.ts'
import { stopCountingRequest } from '../requests-in-progress.ts'
import type { Services } from '../services.ts'
import { costOf } from './costs.ts'
import type { TrpcCtx } from './trpc.ts'

/** Queue for heavy calls: a few at a time per server, one at a time per caller. */
export const createHeavyCallQueue = (): FairQueue =>
  new FairQueue({
    atOnce: limits.heavyCallsAtOnce,
    atOncePerCaller: 1,
    waiting: limits.heavyCallsWaiting * 10,
    waitingPerCaller: limits.heavyCallsWaiting,
    retryAfterSeconds: 5,
  })

/** Rate limits the calls of one request. Each call of a batch counts, for the address and for the signed-in user. */
export function callBudget(
  { gates, proxies, now }: Services,
  turns: FairQueue,
  request: IncomingMessage,
  actor: Actor,
): Pick<TrpcCtx, 'spend' | 'inTurn' | 'hold'> {
  const network = proxies.networkOf(request)
  const caller = callerOf(actor) ?? `address ${network}`
  // The request itself was already counted when it arrived.
  let paid = 1
  return {
    spend: (procedure) => {
      const nowMs = now().getTime()
      const cost = costOf(procedure)
      gates.requests.take(network, nowMs, cost - paid)
      paid = 0
      gates.callers.take(caller, nowMs, cost)
      // Every open page of the project receives the message, so it is limited by itself.
      if (procedure === 'presence.tell') gates.tells.take(caller, nowMs)
    },
    inTurn: (act) => turns.run(caller, act),
    hold: () => {
      const releaseAddress = gates.streams.take(network)
      try {
        const release = gates.subscriptions.take(caller)
        stopCountingRequest(request)
        return () => {
          release()
          releaseAddress()
        }
      } catch (error) {
        releaseAddress()
        throw error
      }
    },
  }
}

/** A user and their tokens share one budget. */
function callerOf(actor: Actor): string | null {
  if (actor.kind === 'token') return actor.person ? `user ${actor.person.id}` : `token ${actor.id}`
  return actor.kind === 'user' ? `user ${actor.id}` : null
}
