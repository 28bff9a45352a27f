import { createValueCheck } from '../core/accept.ts'
import type { Answer } from '../core/answers.ts'
import { safeToAwait } from '../core/awaitable.ts'
import type { AnyFlags } from '../core/calls.ts'
import type { AnyEvents } from '../core/define-events.ts'
import type { Attributes } from '../core/define-flags.ts'
import { baseUrlOf, flagsOf, keyOf } from '../core/options.ts'
import type { AdapterFlag, AnswersOverride, PageCalls, PageChange, PageFanion, PageOptions } from '../core/page.ts'
import { createReady } from '../core/ready.ts'
import type { Source, State } from '../core/status.ts'
import { createStatusEvents } from '../core/status-events.ts'
import { answerDetails } from './answer-details.ts'
import { answersOf, merge, nameOf } from './answers.ts'
import type { PageRow, pageOutbox } from './page-outbox.ts'
import type { CountedEvaluation, FailedPageRequest, PageAnswer, PageUpdater } from './page-updater.ts'
import type { BrowserPlatform } from './platform.ts'

/** Time limits for the start and the end of a response, in ms. Specification, section 9. */
const [connectMs, wholeMs] = [3_000, 30_000]

/**
 * Creates the client of a page: the server evaluates, the page stores the answers and receives updates. Everything
 * after the first answer (stream, retries, reports, warnings) is loaded lazily from `follow.ts`.
 * If `isPage` is falsy, as during server-side rendering, or if `url` or `key` is not set, it only serves the
 * bootstrapped answers. Throws a `TypeError` if an option is invalid.
 */
export const createPageClient = <F extends AnyFlags, E extends AnyEvents = AnyEvents>(
  platform: BrowserPlatform,
  options: PageOptions<F, E>,
  isPage: unknown,
): PageFanion<F, E> => {
  const url = baseUrlOf(options.url)
  const key = keyOf(options.key, 'cli', 'client')
  const connected = isPage && url && key
  const memory = `fanion:${key.slice(8, 24)}`
  const declared = flagsOf(options.flags)
  const hearing = createStatusEvents<PageChange>((name, cause) => {
    import('./page-updater.ts').then(
      (module) => module.faultsOf(hearing, platform, options).threw(name, cause),
      () => {},
    )
  })
  // Null before the first request; undefined if there will be none.
  let asking: AbortController | null | undefined = null
  let context: Attributes = options.context ?? {}
  let answers: ReadonlyMap<string, Answer> = new Map()
  let handedOver = answers
  // The last answers, before adjustment; null if there are none yet.
  let given: readonly Answer[] | null = null
  let adjust: AnswersOverride = (flags) => flags
  let counted = new Set<string>()
  const counts: CountedEvaluation[] = []
  let following: Promise<PageUpdater | null> | null = null
  let outbox: Promise<ReturnType<typeof pageOutbox> | null> | null = null

  const become = (state: State, reason: string | null, source: Source = hearing.status().source) =>
    hearing.become({ state, reason, source, revision: null })

  const serve = () => {
    const [next, keys] = merge(answers, adjust(given ?? []))
    answers = next
    if (keys[0]) hearing.emit('change', { keys })
  }
  const take = (flags: readonly Answer[]) => {
    given = flags
    serve()
  }

  // The outbox module is loaded with the first row.
  const tell = (row: Omit<PageRow, 'context' | 'at'>) => {
    if (!connected) return
    const told = { ...row, context, at: Date.now() }
    outbox ??= import('./page-outbox.ts').then(
      (module) => module.pageOutbox(platform, options, url, key, () => answers, hearing),
      () => (outbox = null),
    )
    void outbox.then((box) => box?.tell(told))
  }

  // Counts each answer once per context.
  const count = (flag: string, variant: string | null, answer: Answer | undefined) => {
    const id = `${flag}\n${variant}`
    if (!connected || !given || counted.has(id)) return
    counted.add(id)
    counts.push({ flag, variant })
    if (variant && answer?.metadata?.run && options.telemetry !== false) tell({ variant, ...answer.metadata })
  }

  const recall = () =>
    attempt(() => {
      // `JSON.parse(null)` returns null.
      const kept = JSON.parse(platform.recall(memory) as string)
      if (kept?.of !== nameOf(context)) return
      take(answersOf(kept))
      become('stale', 'connecting', 'storage')
    })

  const follow = () => {
    following ??= import('./page-updater.ts').then(
      (module) =>
        module.keepPageUpdated(platform, options, {
          url,
          key,
          hearing,
          become,
          refresh,
          counts,
          context: () => context,
          accepts: createValueCheck,
        }),
      () => null,
    )
    return following
  }

  /** Passes the server's answer, or the failure, to `heard`. */
  const ask = async (
    controller: AbortController,
    query: string,
    more: Readonly<Record<string, string>> | undefined,
  ): Promise<PageAnswer | FailedPageRequest> => {
    const wait = (afterMs: number) => platform.startTimer(() => controller.abort(afterMs), afterMs)
    let stop = wait(connectMs)
    try {
      const response = await platform.fetch(`${url}/ofrep/v1/evaluate/flags${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, ...more, 'content-type': 'application/json' },
        body: JSON.stringify({ context }),
        signal: controller.signal,
      })
      const { status } = response
      if (status > 399) return { status }
      if (status > 303) return { flags: null }
      stop()
      stop = wait(wholeMs)
      const json = JSON.parse(await response.text())
      return { flags: answersOf(json), streams: json.eventStreams, etag: response.headers.get('etag') }
    } catch (cause) {
      return { cause }
    } finally {
      stop()
      // Cancels a body that was not read to its end.
      controller.abort()
    }
  }

  const refresh = async (query = '', headers?: Readonly<Record<string, string>>): Promise<void> => {
    if (asking === undefined) return
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    const isOver = () => asking !== mine
    const heard = await ask(mine, query, headers)
    if (isOver()) return
    const { flags, streams }: Partial<PageAnswer> = heard
    if (flags) {
      take(flags)
      attempt(() => platform.keep(memory, JSON.stringify({ of: nameOf(context), flags })))
    }
    if (flags !== undefined)
      become('ready', null, streams?.length === 0 || options.streaming === false ? 'poll' : 'stream')
    const follower = await follow()
    if (isOver()) return
    if (follower) return follower.heard(heard, answers)
    // `follow.ts` could not be loaded: poll slowly, and retry the import.
    following = null
    platform.startTimer(() => void refresh(), wholeMs)
  }

  if (options.answers) {
    take(answersOf(options.answers))
    handedOver = answers
    if (connected) become('stale', 'connecting', 'bootstrap')
    else become('ready', null, 'bootstrap')
  } else if (connected) recall()
  // Deferred, so that an adapter that sets the context right after creation causes only one request.
  if (connected) queueMicrotask(() => asking === null && void refresh())

  const ready = createReady(platform, hearing)
  const read = <Value>({ variants = null, ...flag }: AdapterFlag<Value>) => {
    const accepts = createValueCheck({ ...flag, variants })
    const look = (initial: boolean | undefined, isCounted: boolean): [Value, Answer | undefined, boolean] => {
      const answer = (initial ? handedOver : answers).get(flag.key)
      const isGiven = answer?.value !== undefined && accepts(answer.value)
      if (isCounted && answer?.reason !== 'OVERRIDE') count(flag.key, isGiven ? (answer.variant ?? null) : null, answer)
      // Safe cast: `accepts` has checked the value.
      return [isGiven ? (answer.value as Value) : flag.default, answer, isGiven]
    }
    return {
      value: (initial?: boolean, isCounted = true): Value => look(initial, isCounted)[0],
      details: (initial?: boolean) => {
        const [value, answer, isGiven] = look(initial, true)
        return answerDetails(answer, given !== null, value, isGiven)
      },
    }
  }
  const callOf = (flag: AdapterFlag<unknown>) => {
    const { value, details } = read(flag)
    return Object.assign(() => value(), { details: () => details(), peek: () => value(false, false) })
  }

  return {
    // `PageCalls` computes the type of each call from its declaration.
    flags: safeToAwait(
      Object.fromEntries(Object.entries(declared).map(([name, flag]) => [name, callOf(flag)])),
    ) as PageCalls<F>,
    get status() {
      return hearing.status()
    },
    ready,
    setContext: (next) => {
      // Every page context is an object of attributes, whatever its declared type.
      context = next as Attributes
      counted = new Set()
      become('stale', 'connecting for another context')
      recall()
      void refresh()
      return ready()
    },
    on: hearing.on,
    evaluate: (flag, initial) => read(flag).details(initial),
    value: (flag, initial) => read(flag).value(initial),
    inspect: (next = adjust) => {
      adjust = next
      serve()
      return { flags: given, context }
    },
    track: (event, details) => tell({ event, details }),
    close: async () => {
      become('closed', 'closed')
      asking?.abort()
      asking = undefined
      await (await outbox)?.close()
      await (await (counts.length > 0 ? follow() : following))?.close()
    },
  }
}

/** Ignores errors: storage may be forbidden, full, or contain anything. */
const attempt = (act: () => void): void => {
  try {
    act()
  } catch {}
}
