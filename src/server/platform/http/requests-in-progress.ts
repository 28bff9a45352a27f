import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConcurrencyLimiter } from './rate-limiter.ts'

const places = new WeakMap<IncomingMessage, () => void>()

/** Counts a request as in progress for its address, until its response was sent or `noRequestAnyMore` is called. */
export function countRequestInProgress(
  underWay: ConcurrencyLimiter,
  network: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const release = underWay.take(network)
  places.set(request, release)
  response.once('close', release)
}

/** Subscriptions count as streams instead. */
export const stopCountingRequest = (request: IncomingMessage): void => places.get(request)?.()
