import type { createValueCheck } from '../core/accept.ts'
import type { Answer } from '../core/answers.ts'
import type { AnyFlags } from '../core/calls.ts'
import type { Attributes } from '../core/define-flags.ts'
import { describe } from '../core/describe.ts'
import type { CountRow } from '../core/evaluation-counter.ts'
import { createFaults, type Faults } from '../core/faults.ts'
import type { PageChange, PageOptions } from '../core/page.ts'
import { pollMs } from '../core/polling.ts'
import { reportMismatch } from '../core/report-mismatch.ts'
import { createBackoff, retryMaxMs } from '../core/retry.ts'
import { failureOf, type RequestFailure } from '../core/send-request.ts'
import type { Source, State } from '../core/status.ts'
import type { StatusEvents } from '../core/status-events.ts'
import { startTelemetry } from '../core/telemetry.ts'
import { eventStreamOf } from './event-stream.ts'
import { pagePlatformOf } from './page-platform.ts'
import type { BrowserPlatform } from './platform.ts'

/** A successful answer. `flags` is null if nothing has changed (304). */
export type PageAnswer = {
  readonly flags: readonly Answer[] | null
  readonly streams?: readonly unknown[] | undefined
  readonly etag?: string | null
}

/** A failed request: its HTTP status, or the error that was thrown. */
export type FailedPageRequest = {
  readonly flags?: undefined
  readonly streams?: undefined
  readonly status?: number
  readonly cause?: unknown
}

/** An evaluation to count: a variant, or null for the declared default. */
export type CountedEvaluation = Omit<CountRow, 'count'>

/** The parts of the page client that `follow` uses. */
export type PageClientParts = {
  readonly url: string
  readonly key: string
  readonly hearing: StatusEvents<PageChange>
  readonly become: (state: State, reason: string | null, source?: Source) => void
  /** Queries the server and passes the result to `heard`. */
  readonly refresh: (query?: string, headers?: Readonly<Record<string, string>>) => Promise<void>
  /** Evaluations to report. Reported rows are removed from the array. */
  readonly counts: CountedEvaluation[]
  readonly context: () => Attributes
  readonly accepts: typeof createValueCheck
}

/** Keeps a page up to date after its first answer. */
export type PageUpdater = {
  readonly heard: (heard: PageAnswer | FailedPageRequest, answers: ReadonlyMap<string, Answer>) => void
  readonly close: () => Promise<void>
}

/** A stream address is reused for this long before the client requests a full answer again. */
const fullAnswerMs = 3_600_000

const faultsOfPages = new WeakMap<object, Faults>()

/** Returns the fault reporter of a page client; one per `hearing`. */
export const faultsOf = (
  hearing: StatusEvents<PageChange>,
  platform: Pick<BrowserPlatform, 'warn'>,
  { logger }: Pick<PageOptions<AnyFlags>, 'logger'>,
): Faults => {
  const faults = faultsOfPages.get(hearing) ?? createFaults(hearing, platform, logger)
  faultsOfPages.set(hearing, faults)
  return faults
}

/**
 * Does everything after the page's first answer. It follows the event stream, or polls; retries if the server is
 * unreachable; reports evaluation counts; and warns about declared flags that do not match. Reports never contain a
 * visitor's context, whatever the server requests.
 */
export const keepPageUpdated = (
  given: BrowserPlatform,
  options: PageOptions<AnyFlags>,
  { url, key, hearing, become, refresh, counts, context, accepts }: PageClientParts,
): PageUpdater => {
  const platform = { ...pagePlatformOf(given), ...given }
  const faults = faultsOf(hearing, given, options)
  const backoff = createBackoff(platform.random)
  const isClosed = () => hearing.status().state === 'closed'
  let misfits: Promise<(answers: Iterable<Answer>) => void> | null = null
  let stopTimer = () => {}
  let stopIdle = () => {}
  let stopListening: (() => void) | null = null
  let idleMs = 0
  let known: { readonly etag: string; readonly of: Attributes; readonly at: number } | null = null
  // Streams of the last full answer. An unchanged answer lists none.
  let streams: PageAnswer['streams']
  // True once events arrive. Until then, the page polls.
  let isOpen = false
  // Why the page polls although a stream exists.
  let interrupted: string | null = null
  // Consecutive streams that ended before they opened.
  let failures = 0
  let isHidden = false

  const again = (configEtag?: unknown) => {
    stopTimer()
    const query = typeof configEtag === 'string' ? `?flagConfigEtag=${encodeURIComponent(configEtag)}` : ''
    // The stream address in a full answer is valid for one day.
    const conditional = known?.of === context() && platform.now() - known.at < fullAnswerMs
    void refresh(query, conditional && known !== null ? { 'if-none-match': known.etag } : {})
  }

  const pollWait = () => pollMs * (0.5 + platform.random())

  const later = (afterMs: number) => {
    stopTimer()
    // A hidden page polls once it is visible again.
    if (!isHidden) stopTimer = platform.startTimer(again, afterMs)
  }

  const stopStream = () => {
    stopListening?.()
    stopListening = null
    isOpen = false
  }

  const listen = () => {
    const stream = eventStreamOf(streams, url)
    if (stream === null || stopListening !== null || options.streaming === false) return
    idleMs = stream.idleMs
    const listener = {
      onOpen: () => {
        isOpen = true
        interrupted = null
        failures = 0
        again()
      },
      onMessage: (data: string) => {
        try {
          const event = JSON.parse(data)
          if (event?.type === 'refetchEvaluation') again(event.etag)
        } catch (cause) {
          faults.fault(`the event stream sent something malformed: ${describe(cause)}`, cause)
        }
      },
      onError: (over: boolean) => {
        const wasOpen = isOpen
        isOpen = false
        if (interrupted === null) become('stale', (interrupted = 'the event stream is interrupted'))
        if (over) stopListening = null
        else if (!wasOpen) return
        // Reconnects soon after a stream has ended. If streams cannot be opened, the page polls.
        if (over && !wasOpen) failures += 1
        later(failures < 2 ? backoff.next() : pollWait())
      },
    }
    stopListening = platform.listen(stream.url, listener, `${url} fanion:${key.slice(8, 24)}`)
  }

  // The warning texts are loaded only if there is something to warn about.
  const holdToDeclared = (answers: ReadonlyMap<string, Answer>) => {
    if (misfits === null) {
      if (Object.values(options.flags).every(({ key, type }) => typeof answers.get(key)?.value === type)) return
      const tell = reportMismatch({ ...hearing, ...faults }, options.logger)
      misfits = import('./page-mismatches.ts').then(({ createPageMismatchCheck }) =>
        createPageMismatchCheck(options.flags, tell, accepts),
      )
    }
    misfits.then(
      (look) => isClosed() || look(answers.values()),
      () => {},
    )
  }

  const telemetry =
    options.telemetry === false
      ? null
      : startTelemetry(withKeepalive(platform), {
          url,
          headers: { authorization: `Bearer ${key}` },
          take: () => ({ rows: counts.splice(0).map((taken) => ({ ...taken, count: 1 })), dropped: 0 }),
          sampling: { take: () => [], become: () => {} },
          onLost: (message) => faults.fault(message),
        })

  const stopHiding = platform.onVisibility((visible) => {
    stopTimer()
    stopIdle()
    isHidden = !visible
    if (isHidden) {
      void telemetry?.flush()
      stopIdle = platform.startTimer(stopStream, idleMs)
    } else if (!isOpen && hearing.status().state !== 'error') again()
  })

  const failed = ({ kind, reason }: RequestFailure, isServed: boolean) => {
    if (kind === 'lost') {
      become(isServed ? 'stale' : 'not ready', reason)
      return later(backoff.next())
    }
    stopStream()
    become('error', reason)
    faults.fault(reason)
  }

  return {
    heard: (heard, answers) => {
      if (isClosed()) return
      // Without telemetry, nothing else empties this array.
      if (telemetry === null) counts.splice(0)
      if (heard.flags === undefined) return failed(pageFailureOf(heard, context()), answers.size > 0)
      backoff.reset()
      if (heard.flags !== null) {
        known = heard.etag ? { etag: heard.etag, of: context(), at: platform.now() } : null
        streams = heard.streams
        holdToDeclared(answers)
      }
      listen()
      if (isOpen) return
      const isFollowing = stopListening !== null
      if (!isFollowing || interrupted !== null) become('ready', interrupted, 'poll')
      later(isFollowing ? pollWait() : retryMaxMs)
    },
    close: async () => {
      stopTimer()
      stopIdle()
      stopStream()
      stopHiding()
      await telemetry?.close()
    },
  }
}

/** Describes why the server did not answer. A thrown number is the client's own timeout in ms. */
const pageFailureOf = ({ status, cause }: FailedPageRequest, context: Attributes): RequestFailure => {
  if (status !== undefined) return failureOf(status) ?? { kind: 'lost', reason: `the server answered ${status}` }
  try {
    JSON.stringify(context)
  } catch (circle) {
    return { kind: 'lost', reason: `the context cannot be sent: ${describe(circle)}` }
  }
  const waited = typeof cause === 'number' ? `no answer within ${cause / 1_000} s` : null
  return { kind: 'lost', reason: waited ?? `the server cannot be reached (${describe(cause)})` }
}

/** Sends requests of a hidden page with `keepalive`, so that its last report survives unload. */
const withKeepalive = <P extends Pick<BrowserPlatform, 'fetch'>>(platform: P): P => ({
  ...platform,
  fetch: (url, init) => platform.fetch(url, { ...init, keepalive: globalThis.document?.hidden ?? false }),
})
