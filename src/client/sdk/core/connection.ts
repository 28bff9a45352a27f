import { readDatafile } from '../../../shared/datafile/datafile-text.ts'
import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import { datafileOf, patchOf } from './datafile-json.ts'
import { describe } from './describe.ts'
import type { Platform } from './platform.ts'
import { createPoller, firstByteEmptyMs, firstByteMs, pollMs } from './polling.ts'
import { briskAttempts, createBackoff, retryMaxMs } from './retry.ts'
import { type Request, type RequestFailure, sendRequest } from './send-request.ts'
import type { StreamEvent } from './sse.ts'
import { readStream } from './stream.ts'

/** The part of the client that the connection updates. */
export type DatafileFeed = {
  /** The datafile that a patch can build on; null if the whole one is needed. */
  readonly held: () => Pick<Datafile, 'project' | 'environment' | 'revision' | 'digest'> | null
  readonly replace: (datafile: Datafile) => Promise<void>
  /** Returns false if the patch does not apply to the current datafile. */
  readonly patch: (patch: DatafilePatch) => Promise<boolean>
  /** The client is up to date with the server. `reason` explains why it polls; null if it streams. */
  readonly inTouch: (by: 'stream' | 'poll', reason: string | null) => void
  readonly lost: (reason: string) => void
  /** The server rejects the key. This is final. */
  readonly refused: (reason: string) => void
  /** The server sent something malformed. The connection continues. */
  readonly fault: (message: string) => void
}

export type ConnectionOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether waiting for the next attempt keeps the process alive. */
  readonly hold: () => boolean
  readonly signed?: boolean
}

type ConnectionEnd = RequestFailure | { readonly kind: 'reconnect'; readonly afterMs: number }

const connectionLost = (reason: string): ConnectionEnd => ({ kind: 'lost', reason })

/** Failed attempts to open a stream before the client polls as well. */
const failuresBeforePolling = 2

/** Spreads the first polls of clients that lost the same server. */
const firstPollSpreadMs = 2_000

/**
 * Keeps a feed up to date until `signal` is aborted or the server rejects the key. Reads the stream. If none can be
 * opened, or an open one sends nothing, it polls the datafile and keeps retrying the stream. Never rejects.
 */
export const maintainConnection = async (
  platform: Platform,
  { url, headers, hold, signed = false }: ConnectionOptions,
  feed: DatafileFeed,
  signal: AbortSignal,
): Promise<void> => {
  const backoff = createBackoff(platform.random, briskAttempts)
  const ended = new AbortController()
  const sign = signed ? 'signed=1' : ''
  // Becomes false after malformed data: the next request fetches the whole datafile.
  let trusted = true
  let refusal: string | null = null
  let failures = 0
  let reason = 'connecting'
  // The revision that a poll fetched before the current stream sent anything. The stream may start at an older one.
  let polledTo = -1
  // Polls and stream events update the feed one at a time.
  let turn: Promise<unknown> = Promise.resolve()

  const get = (path: string, more: Readonly<Record<string, string>>): Request => ({
    url: url + path,
    method: 'GET',
    headers: { ...headers, ...more },
    signal: ended.signal,
  })
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const result = turn.then(act)
    turn = result.catch(() => {})
    return result
  }
  const held = () => (trusted ? feed.held() : null)

  /** Polls once. Returns null if the feed is now up to date. */
  const poll = async (isCurrent: () => boolean): Promise<RequestFailure | null> => {
    const known = held()
    const tag = known === null ? '' : `${known.project}/${known.environment}/${known.revision}-${known.digest}`
    const request = get(`/sdk/v1/datafile${sign && `?${sign}`}`, {
      accept: 'application/json',
      'if-none-match': `"${tag}"`,
    })
    const failure = await sendRequest<RequestFailure | null>(platform, request, async (response, patience) => {
      if (response.status === 304) return null
      patience(retryMaxMs, 'no whole datafile')
      const text = await response.text()
      try {
        const datafile = datafileOf(readDatafile(text))
        await inTurn(async () => {
          if (!isCurrent()) return
          await feed.replace(datafile)
          polledTo = datafile.revision
          trusted = true
        })
        return null
      } catch (cause) {
        return { kind: 'lost', reason: `the server did not send a datafile: ${describe(cause)}` }
      }
    })
    if (!isCurrent() || ended.signal.aborted) return null
    if (failure === null) feed.inTouch('poll', reason)
    else if (failure.kind === 'refused') refuse(failure.reason)
    else feed.lost(failure.reason)
    return failure
  }
  const poller = createPoller(platform, hold, poll)
  const refuse = (why: string) => {
    refusal ??= why
    ended.abort()
  }
  const stop = () => ended.abort()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()

  const settled = () => {
    backoff.reset()
    // The loss of an open stream does not count as a failed attempt.
    failures = -1
    reason = 'connecting'
    poller.stop()
    feed.inTouch('stream', null)
  }

  const take = async (event: StreamEvent): Promise<ConnectionEnd | undefined> => {
    try {
      if (event.event === 'datafile') {
        const datafile = datafileOf(readDatafile(event.data))
        if (datafile.revision > polledTo) await feed.replace(datafile)
        trusted = true
      } else if (event.event === 'patch') {
        const patch = patchOf(JSON.parse(event.data))
        if (patch.to > polledTo && !(await feed.patch(patch))) {
          // The patch spans the polled revision: reconnect from that revision.
          if (patch.from < polledTo) return { kind: 'reconnect', afterMs: 0 }
          trusted = false
          return connectionLost('a patch did not fit; asking for the whole datafile')
        }
      } else if (event.event === 'reconnect') {
        return { kind: 'reconnect', afterMs: waitOf(JSON.parse(event.data)) }
      }
      return undefined
    } catch (cause) {
      trusted = false
      const message = `the stream sent a malformed ${event.event} event: ${describe(cause)}`
      feed.fault(message)
      return connectionLost(message)
    }
  }

  const stream = async (): Promise<ConnectionEnd> => {
    const revision = held()?.revision ?? null
    polledTo = -1
    // A proxy may buffer the stream. The client keeps waiting for it and polls in the meantime.
    const stopWait = platform.startTimer(
      () => {
        reason = 'nothing comes through the stream'
        poller.start(0)
      },
      revision === null ? firstByteEmptyMs : firstByteMs,
    )
    const query = [revision === null ? '' : `revision=${revision}`, sign].filter((part) => part !== '').join('&')
    const path = `/sdk/v1/stream${query && `?${query}`}`
    const end = await readStream<ConnectionEnd>(platform, get(path, { accept: 'text/event-stream' }), {
      onComment: () => {
        stopWait()
        // The server sends new data first, so a comment means that there is none.
        if (revision !== null) settled()
      },
      onEvent: async (event) => {
        stopWait()
        const ending = await inTurn(() => take(event))
        if (ending === undefined && feed.held() !== null) settled()
        return ending
      },
    })
    stopWait()
    return end
  }

  while (!ended.signal.aborted) {
    let end = await stream()
    if (ended.signal.aborted) break
    if (end.kind === 'refused') {
      // A proxy may block only streams. The key is rejected only if the datafile request is rejected, too.
      reason = end.reason
      if (!poller.works() && (await poll(() => true)) === null) poller.start(pollMs * (0.5 + platform.random()), true)
      end = connectionLost(end.reason)
    }
    if (end.kind === 'lost' && !ended.signal.aborted) {
      failures += 1
      reason = end.reason
      if (!poller.works()) feed.lost(reason)
      if (feed.held() === null) poller.start(0)
      else if (failures >= failuresBeforePolling) poller.start(platform.random() * firstPollSpreadMs)
    }
    await sleep(platform, end.kind === 'reconnect' ? end.afterMs : backoff.next(), hold(), ended.signal)
  }
  poller.stop()
  signal.removeEventListener('abort', stop)
  if (refusal !== null && !signal.aborted) feed.refused(refusal)
}

/** Returns how long the server asks the client to wait before it reconnects, in ms, at most `retryMaxMs`. */
const waitOf = (json: unknown): number => {
  const wait: unknown = typeof json === 'object' && json !== null && 'retryMs' in json ? json.retryMs : undefined
  if (typeof wait !== 'number' || !(wait >= 0)) throw new Error('retryMs must be a number of ms')
  return Math.min(wait, retryMaxMs)
}

const sleep = (platform: Platform, ms: number, hold: boolean, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const wake = () => {
      stop()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const stop = platform.startTimer(wake, ms, hold)
    signal.addEventListener('abort', wake, { once: true })
    if (signal.aborted) wake()
  })
