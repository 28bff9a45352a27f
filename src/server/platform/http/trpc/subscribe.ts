import { EventEmitter, on } from 'node:events'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { limits } from '../../../../shared/limits.ts'
import { toFanionError } from '../to-fanion-error.ts'
import { asTrpcError, type TrpcCtx } from './trpc.ts'

type Listeners<Event> = {
  /** Starts to listen. Each returned function removes one listener. */
  listen: (tell: (event: Event) => void) => readonly (() => void)[]
  /** Throws if the caller may no longer listen. */
  recheck: () => Promise<void>
}

/**
 * Yields events until the caller disconnects. Throws if the caller may no longer listen, and throws
 * `server/unavailable` if this server stops or the caller reads too slowly. Clients reconnect after that error, but not
 * after a normal end.
 */
export async function* subscribe<Event>(
  { revisions, hold }: Pick<TrpcCtx, 'revisions' | 'hold'>,
  signal: AbortSignal | undefined,
  { listen, recheck }: Listeners<Event>,
): AsyncGenerator<Event, void, void> {
  const emitter = new EventEmitter()
  // The loop below removes its listeners when the caller disconnects, but notices that only when the next event is
  // requested. If the server stops in between, the error has no handler and must not end the process.
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
      // Safe cast: only this function emits on the emitter.
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

/** Takes a subscription slot of the caller, or throws a tRPC error. */
function held(hold: TrpcCtx['hold']): () => void {
  try {
    return hold()
  } catch (error) {
    throw asTrpcError(toFanionError(error))
  }
}
