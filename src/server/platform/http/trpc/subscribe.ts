import { EventEmitter, on } from 'node:events'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { asTrpcError, type TrpcCtx } from './trpc.ts'

/** What a subscription listens to. */
type Listeners<Event> = {
  /** Begins to listen; each answer ends one of its listeners. */
  listen: (tell: (event: Event) => void) => readonly (() => void)[]
  /** Throws where the caller may no longer listen. */
  recheck: () => Promise<void>
}

/**
 * Hands on what is told until the caller leaves. It ends with a refusal when the caller may no longer listen, and with
 * `server/unavailable` when this server stops, or too much waits for a caller who does not read: clients come back after
 * that error, and not after an end.
 */
export async function* subscribe<Event>(
  { revisions, hold }: Pick<TrpcCtx, 'revisions' | 'hold'>,
  signal: AbortSignal | undefined,
  { listen, recheck }: Listeners<Event>,
): AsyncGenerator<Event, void, void> {
  const emitter = new EventEmitter()
  // The loop below stops listening when the caller leaves, and what was told to leave is only heard when it is asked for
  // the next event: a server that stops in between has nobody to tell, and is not kept from stopping.
  emitter.on('error', () => undefined)
  let waiting = 0
  const end = () => emitter.emit('error', new FanionError('server/unavailable'))
  const tell = (carried: { event: Event } | null) => {
    waiting++
    if (waiting > limits.subscriptionEvents) end()
    else emitter.emit('event', carried)
  }
  const leave = [
    held(hold),
    ...listen((event) => tell({ event })),
    revisions.onRecheck(() => tell(null)),
    revisions.onClose(end),
  ]
  try {
    for await (const [carried] of on(emitter, 'event', signal ? { signal } : {})) {
      // the emitter is ours and carries nothing else
      const told = carried as { event: Event } | null
      waiting--
      if (told) yield told.event
      else await recheck()
    }
  } catch (error) {
    if (!signal?.aborted) throw asTrpcError(toFanionError(error))
  } finally {
    for (const leaves of leave) leaves()
  }
}

/** A place among the caller's subscriptions, or the refusal as tRPC throws it. */
function held(hold: TrpcCtx['hold']): () => void {
  try {
    return hold()
  } catch (error) {
    throw asTrpcError(toFanionError(error))
  }
}
