import { readDatafile } from '../../../shared/datafile/datafile-text.ts'
import type { Datafile, DatafilePatch } from '../../../shared/schemas/datafile.ts'
import { datafileOf, patchOf } from './datafile-json.ts'
import { describe } from './describe.ts'
import { exchange, type Failure, type Request } from './exchange.ts'
import type { Platform } from './platform.ts'
import { briskAttempts, createBackoff, retryMaxMs } from './retry.ts'
import type { StreamEvent } from './sse.ts'
import { readStream } from './stream.ts'

/** Where the connection leaves what it hears. */
export type Feed = {
  /** The revision that a patch can build on; null asks for the whole datafile. */
  readonly revision: () => number | null
  readonly replace: (datafile: Datafile) => Promise<void>
  /** False where the patch does not fit what is there. */
  readonly patch: (patch: DatafilePatch) => Promise<boolean>
  /** In touch with the server: what the feed holds is what the server has. `reason` says why only by polling. */
  readonly inTouch: (by: 'stream' | 'poll', reason: string | null) => void
  readonly lost: (reason: string) => void
  /** Final: nothing more will come. */
  readonly refused: (reason: string) => void
  /** Something from the server that should not be; the connection goes on. */
  readonly fault: (message: string) => void
}

export type ConnectionOptions = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether waiting for the next attempt keeps the process alive. */
  readonly hold: () => boolean
  /** Asks for signatures. */
  readonly signed?: boolean
}

type Ending = Failure | { readonly kind: 'reconnect'; readonly afterMs: number }

const lost = (reason: string): Ending => ({ kind: 'lost', reason })

/**
 * Keeps a feed up to date until `signal` is aborted or the server refuses the key: by stream; where a stream does not
 * get through although the server answers, by asking for the datafile before each next attempt. Never rejects.
 */
export const keepConnected = async (
  platform: Platform,
  { url, headers, hold, signed = false }: ConnectionOptions,
  feed: Feed,
  signal: AbortSignal,
): Promise<void> => {
  const backoff = createBackoff(platform.random, briskAttempts)
  const get = (path: string, more: Readonly<Record<string, string>>): Request => ({
    url: url + path,
    method: 'GET',
    headers: { ...headers, ...more },
    signal,
  })
  // After something malformed or out of line nothing is built on what is there.
  let trusted = true
  let etag: string | null = null
  const sign = signed ? 'signed=1' : ''

  const take = async (event: StreamEvent): Promise<Ending | undefined> => {
    try {
      if (event.event === 'datafile') {
        await feed.replace(datafileOf(readDatafile(event.data)))
        trusted = true
      } else if (event.event === 'patch') {
        if (!(await feed.patch(patchOf(JSON.parse(event.data))))) {
          trusted = false
          return lost('a patch did not fit; asking for the whole datafile')
        }
      } else if (event.event === 'reconnect') {
        return { kind: 'reconnect', afterMs: waitOf(JSON.parse(event.data)) }
      }
      return undefined
    } catch (cause) {
      trusted = false
      const message = `the stream sent a malformed ${event.event} event: ${describe(cause)}`
      feed.fault(message)
      return lost(message)
    }
  }

  const stream = async (): Promise<{ end: Ending; blocked: boolean }> => {
    const revision = trusted ? feed.revision() : null
    let answered = false
    let heard = false
    const settled = () => {
      backoff.reset()
      feed.inTouch('stream', null)
    }
    const query = [revision === null ? '' : `revision=${revision}`, sign].filter((part) => part !== '').join('&')
    const path = `/sdk/v1/stream${query && `?${query}`}`
    const end = await readStream<Ending>(platform, get(path, { accept: 'text/event-stream' }), {
      greeted: true,
      onAnswer: () => {
        answered = true
      },
      onComment: () => {
        heard = true
        // The server sends what is new first: a comment instead says that there is nothing.
        if (revision !== null) settled()
      },
      onEvent: async (event) => {
        heard = true
        const ending = await take(event)
        if (ending === undefined && feed.revision() !== null) settled()
        return ending
      },
    })
    return { end, blocked: answered && !heard }
  }

  /** Null where the feed now has what the server has. */
  const poll = async (): Promise<Failure | null> => {
    const known = trusted && etag !== null ? etag : '""'
    const request = get(`/sdk/v1/datafile${sign && `?${sign}`}`, {
      accept: 'application/json',
      'if-none-match': known,
    })
    return exchange<Failure | null>(platform, request, async (response, patience) => {
      if (response.status === 304) return null
      patience(retryMaxMs, 'no whole datafile')
      const text = await response.text()
      try {
        await feed.replace(datafileOf(readDatafile(text)))
      } catch (cause) {
        return { kind: 'lost', reason: `the server did not send a datafile: ${describe(cause)}` }
      }
      etag = response.headers.get('etag')
      trusted = true
      return null
    })
  }

  while (!signal.aborted) {
    const { end, blocked } = await stream()
    if (signal.aborted) return
    if (end.kind === 'refused') return feed.refused(end.reason)
    if (end.kind === 'lost') {
      const failure = blocked ? await poll() : end
      if (signal.aborted) return
      if (failure === null) feed.inTouch('poll', end.reason)
      else if (failure.kind === 'refused') return feed.refused(failure.reason)
      else feed.lost(end.reason)
    }
    await sleep(platform, end.kind === 'reconnect' ? end.afterMs : backoff.next(), hold(), signal)
  }
}

/** How long the server asks to stay away before the next connection, in ms: at most what a failure would cost. */
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
