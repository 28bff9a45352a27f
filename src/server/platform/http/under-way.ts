import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ConcurrencyLimiter } from './rate-limiter.ts'

const places = new WeakMap<IncomingMessage, () => void>()

/** Counts a request among those of its address that are being answered, until its answer was taken or it is `noRequestAnyMore`. */
export function takePlace(
  underWay: ConcurrencyLimiter,
  network: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const release = underWay.take(network)
  places.set(request, release)
  response.once('close', release)
}

/** A subscription is counted among the streams. */
export const noRequestAnyMore = (request: IncomingMessage): void => places.get(request)?.()
