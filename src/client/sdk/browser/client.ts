import { acceptsFor } from '../core/accept.ts'
import type { Answer } from '../core/answers.ts'
import { awaitable } from '../core/awaitable.ts'
import type { AnyFlags } from '../core/calls.ts'
import type { CountRow } from '../core/counting.ts'
import type { Attributes } from '../core/define-flags.ts'
import { describe, exchange, type Failure } from '../core/exchange.ts'
import { createHearing } from '../core/hearing.ts'
import { baseUrlOf, flagsOf, keyOf } from '../core/options.ts'
import type { Asked, PageCalls, PageChange, PageFanion, PageOptions } from '../core/page.ts'
import { whenReady } from '../core/ready.ts'
import { createBackoff, retryMaxMs } from '../core/retry.ts'
import type { Source, State } from '../core/status.ts'
import type { Telemetry } from '../core/telemetry.ts'
import { answerDetails, answersOf, eventStreamOf, merge, nameOf } from './answers.ts'
import type { BrowserPlatform } from './platform.ts'

type Heard = { readonly flags: readonly Answer[] | null; readonly stream: ReturnType<typeof eventStreamOf> }

/**
 * The client of a page: the server evaluates, the page keeps the answers and hears when there are others. Where
 * `connected` is false it only serves what was handed over, as on the server that renders the page. Throws a
 * `TypeError` where an option cannot be right.
 */
export const createPageClient = <F extends AnyFlags>(
  platform: BrowserPlatform,
  options: PageOptions<F>,
  connected: boolean,
): PageFanion<F> => {
  const url = baseUrlOf(options.url)
  const key = keyOf(options.key, 'cli')
  const memory = `fanion:${key.slice(8, 24)}`
  const declared = flagsOf(options.flags)
  const hearing = createHearing<PageChange>(platform, options.logger)
  let misfits: Promise<(answers: Iterable<Answer>) => void> | null = null
  const backoff = createBackoff(platform.random)
  const closing = new AbortController()
  let context: Attributes = options.context ?? {}
  let answers: ReadonlyMap<string, Answer> = new Map()
  let handedOver = answers
  let etag = ''
  let turn = 0
  let stopTimer = () => {}
  let stopIdle = () => {}
  let stopListening: (() => void) | null = null
  let idleMs = 0
  let counted = new Set<string>()
  const counts: CountRow[] = []
  let reporting: Promise<Telemetry | null> | null = null

  const become = (state: State, reason: string | null, source: Source = hearing.status().source) =>
    hearing.become({ state, reason, source, revision: null })

  const take = (flags: readonly Answer[]) => {
    const next = merge(answers, flags)
    answers = next.answers
    if (next.keys.length > 0) hearing.emit('change', { keys: next.keys })
  }

  // Each answer once for a context. What reports them is loaded when there is something to report.
  const count = (flag: string, variant: string | null) => {
    const id = `${flag}\n${variant}`
    if (!connected || options.telemetry === false || hearing.status().source === 'defaults' || counted.has(id)) return
    counted.add(id)
    counts.push({ flag, variant, count: 1 })
    reporting ??= import('./report.ts').then(
      ({ startReport }) => startReport(platform, url, key, () => counts.splice(0), hearing.fault),
      () => null,
    )
  }

  const recall = () => {
    try {
      const kept: unknown = JSON.parse(platform.recall(memory) ?? 'null')
      if (typeof kept !== 'object' || kept === null || !('of' in kept) || kept.of !== nameOf(context)) return
      take(answersOf(kept))
      become('stale', 'connecting', 'storage')
    } catch (cause) {
      hearing.fault(`what was kept in this browser could not be read: ${describe(cause)}`, cause)
    }
  }

  // What says it in words is loaded where there is something to say.
  const holdToDeclared = () => {
    if (misfits === null) {
      if (Object.values(declared).every(({ key, type }) => typeof answers.get(key)?.value === type)) return
      misfits = import('./misfits.ts').then(({ createPageMisfits }) => createPageMisfits(declared, hearing.misfit))
    }
    misfits.then(
      (look) => closing.signal.aborted || look(answers.values()),
      () => {},
    )
  }

  const later = (afterMs: number) => {
    stopTimer()
    stopTimer = platform.startTimer(() => void refresh(), afterMs)
  }

  const listen = (stream: Heard['stream']) => {
    if (stream === null || stopListening !== null || options.streaming === false) return
    idleMs = stream.idleMs
    stopListening = platform.listen(
      stream.url,
      {
        onOpen: () => void refresh(),
        onMessage: (data) => {
          try {
            const event = JSON.parse(data)
            if (event?.type === 'refetchEvaluation') void refresh(event.etag)
          } catch (cause) {
            hearing.fault(`the event stream sent something malformed: ${describe(cause)}`, cause)
          }
        },
        onError: (over) => {
          become('stale', 'the event stream is interrupted')
          if (!over) return
          stopListening = null
          later(backoff.next())
        },
      },
      `${url} ${memory}`,
    )
  }

  const ask = async (configEtag: unknown): Promise<Heard | Failure> => {
    const query = typeof configEtag === 'string' ? `?flagConfigEtag=${encodeURIComponent(configEtag)}` : ''
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    // An unchanged answer comes without the address of a stream.
    if (etag !== '' && stopListening !== null) headers['if-none-match'] = etag
    const request = {
      url: `${url}/ofrep/v1/evaluate/flags${query}`,
      method: 'POST' as const,
      headers,
      body: JSON.stringify({ context }),
      signal: closing.signal,
    }
    return exchange<Heard>(platform, request, async (response, patience) => {
      if (response.status === 304) return { flags: null, stream: null }
      patience(retryMaxMs, 'no whole answer')
      const json: unknown = JSON.parse(await response.text())
      const heard = { flags: answersOf(json), stream: eventStreamOf(json) }
      etag = response.headers.get('etag') ?? ''
      return heard
    })
  }

  const refresh = async (configEtag?: unknown): Promise<void> => {
    turn += 1
    const mine = turn
    stopTimer()
    const heard = await ask(configEtag).catch(
      (cause: unknown): Failure => ({ kind: 'lost', reason: `the context cannot be sent: ${describe(cause)}` }),
    )
    if (mine !== turn || closing.signal.aborted) return
    if ('kind' in heard) {
      if (heard.kind === 'lost') {
        become(answers.size === 0 ? 'not ready' : 'stale', heard.reason)
        return later(backoff.next())
      }
      stopListening?.()
      become('error', heard.reason)
      return hearing.fault(heard.reason)
    }
    backoff.reset()
    listen(heard.stream)
    if (heard.flags !== null) {
      take(heard.flags)
      holdToDeclared()
      platform.keep(memory, JSON.stringify({ of: nameOf(context), flags: heard.flags }))
    }
    become('ready', null, stopListening === null ? 'poll' : 'stream')
    if (stopListening === null) later(retryMaxMs)
  }

  const stopHiding = platform.onVisibility((visible) => {
    stopTimer()
    stopIdle()
    if (!visible) {
      void reporting?.then((telemetry) => telemetry?.flush())
      stopIdle = platform.startTimer(() => {
        stopListening?.()
        stopListening = null
      }, idleMs)
    } else if (stopListening === null && connected && hearing.status().state !== 'error') void refresh()
  })

  if (options.answers !== undefined) {
    take(answersOf(options.answers))
    handedOver = answers
    become(connected ? 'stale' : 'ready', connected ? 'connecting' : null, 'bootstrap')
  } else if (connected) recall()
  // In a moment: an adapter that sets the context right after has asked by then.
  if (connected) queueMicrotask(() => turn === 0 && void refresh())

  const ready: PageFanion['ready'] = ({ timeoutMs = 3_000 } = {}) => whenReady(platform, hearing, timeoutMs)
  const read = <Value>({ variants = null, ...flag }: Asked<Value>) => {
    const accepts = acceptsFor({ ...flag, variants })
    return {
      value: (from = answers, counts = true): Value => {
        const { value, variant = null } = from.get(flag.key) ?? {}
        const given = value !== undefined && accepts(value)
        if (counts) count(flag.key, given ? variant : null)
        // `accepts` has looked: the value is one that the caller declared.
        return given ? (value as Value) : flag.default
      },
      details: () => {
        const served = hearing.status().source !== 'defaults'
        const details = answerDetails(answers.get(flag.key), served, flag.default, accepts)
        count(flag.key, details.variant)
        return details
      },
    }
  }
  const callOf = (flag: Asked<unknown>) => {
    const { value, details } = read(flag)
    return Object.assign(() => value(), { details, peek: () => value(answers, false) })
  }

  return {
    // One call for each declared flag, of the type that `PageCalls` computes from the declaration.
    flags: awaitable(
      Object.fromEntries(Object.entries(declared).map(([name, flag]) => [name, callOf(flag)])),
    ) as PageCalls<F>,
    get status() {
      return hearing.status()
    },
    ready,
    setContext: (next) => {
      // The context of a page is an object of attributes, whatever its own type says of them.
      context = next as Attributes
      etag = ''
      counted = new Set()
      become('stale', 'the context is another one')
      recall()
      void refresh()
      return ready()
    },
    on: hearing.on,
    evaluate: (flag) => read(flag).details(),
    value: (flag, initial) => read(flag).value(initial ? handedOver : answers),
    close: async () => {
      become('closed', 'close was called')
      closing.abort()
      stopTimer()
      stopIdle()
      stopListening?.()
      stopHiding()
      await (await reporting)?.close()
    },
  }
}
