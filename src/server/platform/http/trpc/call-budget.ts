import type { IncomingMessage } from 'node:http'
import { limits } from '../../../../shared/limits.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Turns } from '../../kernel/turns.ts'
import type { Services } from '../services.ts'
import { noRequestAnyMore } from '../under-way.ts'
import { costOf } from './costs.ts'
import type { TrpcCtx } from './trpc.ts'

/** Heavy calls of this server, a few at a time, one of each caller. */
export const heavyTurns = (): Turns =>
  new Turns({
    atOnce: limits.heavyCallsAtOnce,
    atOncePerCaller: 1,
    waiting: limits.heavyCallsWaiting * 10,
    waitingPerCaller: limits.heavyCallsWaiting,
    retryAfterSeconds: 5,
  })

/** What the calls of one request may cost: those of a batch count each, for the address and for whoever is signed in. */
export function callBudget(
  { gates, proxies, now }: Services,
  turns: Turns,
  request: IncomingMessage,
  actor: Actor,
): Pick<TrpcCtx, 'spend' | 'inTurn' | 'hold'> {
  const network = proxies.networkOf(request)
  const caller = callerOf(actor) ?? `address ${network}`
  // the request itself was counted when it came
  let paid = 1
  return {
    spend: (procedure) => {
      const nowMs = now().getTime()
      const cost = costOf(procedure)
      gates.requests.take(network, nowMs, cost - paid)
      paid = 0
      gates.callers.take(caller, nowMs, cost)
      // every open page of the project hears it, so it costs as much as there are of them
      if (procedure === 'presence.tell') gates.tells.take(caller, nowMs)
    },
    inTurn: (act) => turns.run(caller, act),
    hold: () => {
      const releaseAddress = gates.streams.take(network)
      try {
        const release = gates.subscriptions.take(caller)
        noRequestAnyMore(request)
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

/** A person is one with their tokens. */
function callerOf(actor: Actor): string | null {
  if (actor.kind === 'token') return actor.person ? `user ${actor.person.id}` : `token ${actor.id}`
  return actor.kind === 'user' ? `user ${actor.id}` : null
}
