import type { acceptsFor } from '../core/accept.ts'
import type { Answer } from '../core/answers.ts'
import type { AnyFlags } from '../core/calls.ts'
import type { CountRow } from '../core/counting.ts'
import type { Attributes } from '../core/define-flags.ts'
import { describe } from '../core/describe.ts'
import { type Failure, failureOf } from '../core/exchange.ts'
import { createFaults, type Faults } from '../core/faults.ts'
import type { Listening } from '../core/listening.ts'
import { tellMisfit } from '../core/misfit-teller.ts'
import type { PageChange, PageOptions } from '../core/page.ts'
import { pollMs } from '../core/polling.ts'
import { createBackoff, retryMaxMs } from '../core/retry.ts'
import type { Source, State } from '../core/status.ts'
import { startTelemetry } from '../core/telemetry.ts'
import { eventStreamOf } from './event-stream.ts'
import { pagePlatformOf } from './page-platform.ts'
import type { BrowserPlatform } from './platform.ts'

/** What the server answered; `flags` is null for what is as it was. */
export type Heard = {
  readonly flags: readonly Answer[] | null
  readonly streams?: readonly unknown[] | undefined
  readonly etag?: string | null
}

/** What kept it from answering: a status of its own, or what was thrown. */
export type Unheard = {
  readonly flags?: undefined
  readonly streams?: undefined
  readonly status?: number
  readonly cause?: unknown
}

/** An answer that the page took: a variant, or null for its own default. */
export type Taken = Omit<CountRow, 'count'>

/** What the page's client lets the part of it that follows have. */
export type Inside = {
  readonly url: string
  readonly key: string
  readonly hearing: Listening<PageChange>
  readonly become: (state: State, reason: string | null, source?: Source) => void
  /** Asks the server, whose answer comes to `heard`. */
  readonly refresh: (query?: string, headers?: Readonly<Record<string, string>>) => Promise<void>
  /** What is to be reported; taken away when it is. */
  readonly counts: Taken[]
  readonly context: () => Attributes
  readonly accepts: typeof acceptsFor
}

/** What keeps a page up to date once it was answered. */
export type Follower = {
  readonly heard: (heard: Heard | Unheard, answers: ReadonlyMap<string, Answer>) => void
  readonly close: () => Promise<void>
}

/** How long a page goes on with the stream's address of one answer before it requests a full one again. */
const fullAnswerMs = 3_600_000

const faultsOfPages = new WeakMap<object, Faults>()

/** Where the client of a page that listens so says what went wrong. */
export const faultsOf = (
  hearing: Listening<PageChange>,
  platform: Pick<BrowserPlatform, 'warn'>,
  { logger }: Pick<PageOptions<AnyFlags>, 'logger'>,
): Faults => {
  const faults = faultsOfPages.get(hearing) ?? createFaults(hearing, platform, logger)
  faultsOfPages.set(hearing, faults)
  return faults
}

/**
 * Everything that a page does after the first answer, loaded then: it hears of changes by an event stream or asks now and
 * then, tries again where the server is away, reports which answers were taken (no context of a visitor is ever in
 * that, whatever the server asks for), and says what does not fit.
 */
export const follow = (
  given: BrowserPlatform,
  options: PageOptions<AnyFlags>,
  { url, key, hearing, become, refresh, counts, context, accepts }: Inside,
): Follower => {
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
  // Where the last full answer found the stream; an unchanged answer names none.
  let streams: Heard['streams']
  // Events arrive. Until they do, the page polls.
  let isOpen = false
  // Why the page polls although it should have a stream.
  let interrupted: string | null = null
  // Streams in a row that ended before they were open.
  let failures = 0
  let isHidden = false

  const again = (configEtag?: unknown) => {
    stopTimer()
    const query = typeof configEtag === 'string' ? `?flagConfigEtag=${encodeURIComponent(configEtag)}` : ''
    // The address of the stream in the last full answer is valid for a day.
    const conditional = known?.of === context() && platform.now() - known.at < fullAnswerMs
    void refresh(query, conditional && known !== null ? { 'if-none-match': known.etag } : {})
  }

  const pollWait = () => pollMs * (0.5 + platform.random())

  const later = (afterMs: number) => {
    stopTimer()
    // A hidden page asks once it is seen.
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
        // The first attempt after a stream is soon; while streams cannot be opened, the page polls.
        if (over && !wasOpen) failures += 1
        later(failures < 2 ? backoff.next() : pollWait())
      },
    }
    stopListening = platform.listen(stream.url, listener, `${url} fanion:${key.slice(8, 24)}`)
  }

  // What says it in words is loaded where there is something to say.
  const holdToDeclared = (answers: ReadonlyMap<string, Answer>) => {
    if (misfits === null) {
      if (Object.values(options.flags).every(({ key, type }) => typeof answers.get(key)?.value === type)) return
      const tell = tellMisfit({ ...hearing, ...faults }, options.logger)
      misfits = import('./misfits.ts').then(({ createPageMisfits }) => createPageMisfits(options.flags, tell, accepts))
    }
    misfits.then(
      (look) => isClosed() || look(answers.values()),
      () => {},
    )
  }

  const telemetry =
    options.telemetry === false
      ? null
      : startTelemetry(lasting(platform), {
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

  const failed = ({ kind, reason }: Failure, isServed: boolean) => {
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
      // Nobody else takes them away.
      if (telemetry === null) counts.splice(0)
      if (heard.flags === undefined) return failed(failureBy(heard, context()), answers.size > 0)
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

/** What kept the server from answering, in words. A number of ms was thrown by the client, which waited no longer. */
const failureBy = ({ status, cause }: Unheard, context: Attributes): Failure => {
  if (status !== undefined) return failureOf(status) ?? { kind: 'lost', reason: `the server answered ${status}` }
  try {
    JSON.stringify(context)
  } catch (circle) {
    return { kind: 'lost', reason: `the context cannot be sent: ${describe(circle)}` }
  }
  const waited = typeof cause === 'number' ? `no answer within ${cause / 1_000} s` : null
  return { kind: 'lost', reason: waited ?? `the server cannot be reached (${describe(cause)})` }
}

/** What a hidden page sends, its last report above all, must not end with it. */
const lasting = <P extends Pick<BrowserPlatform, 'fetch'>>(platform: P): P => ({
  ...platform,
  fetch: (url, init) => platform.fetch(url, { ...init, keepalive: globalThis.document?.hidden ?? false }),
})
