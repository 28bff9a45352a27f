import { ofrepJson } from '../../../shared/engine/ofrep-json.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import { acceptsFor } from './accept.ts'
import type { Answer, Answers } from './answers.ts'
import { awaitable } from './awaitable.ts'
import { createBinder } from './bound.ts'
import type { AnyFlags, BoundCalls, Call, Calls, ContextArgument, ContextOf } from './calls.ts'
import { type Feed, keepConnected } from './connection.ts'
import { createCounting } from './counting.ts'
import { createDatafileFile } from './datafile-file.ts'
import { datafileOf } from './datafile-json.ts'
import type { Attributes, Flag } from './define-flags.ts'
import { describe } from './describe.ts'
import type { Details } from './details.ts'
import { detailsOf } from './details-of.ts'
import { createExposures } from './exposures.ts'
import { createHandle } from './handle.ts'
import { createHearing } from './hearing.ts'
import { tellMisfit } from './misfit-teller.ts'
import { createMisfits } from './misfits.ts'
import { baseUrlOf, type ClientOptions, flagsOf, keyOf } from './options.ts'
import type { Platform } from './platform.ts'
import { type Ready, whenReady } from './ready.ts'
import { createSampling } from './sampling.ts'
import type { Events, Source, Status } from './status.ts'
import { type Affected, createStore } from './store.ts'
import { startTelemetry } from './telemetry.ts'

/** A program's flags for one context; it follows changes, and needs no closing. */
export type BoundFanion<F extends AnyFlags = AnyFlags> = {
  readonly context: ContextOf<F>
  readonly flags: BoundCalls<F>
  /** The answers for this context that a page may see. */
  readonly handOver: () => Answers
}

/** A program's connection to one environment. Nothing here throws or rejects. */
export type Fanion<F extends AnyFlags = AnyFlags> = {
  /** The typed call of each declared flag. */
  readonly flags: Calls<F>
  readonly status: Status
  /**
   * Waits until the server has answered, at most 3 s or `timeoutMs`. Resolves in any case: `ready` says whether it has,
   * `reason` why it has not. Flags can be called before, meanwhile and after.
   */
  readonly ready: (options?: { readonly timeoutMs?: number }) => Promise<Ready>
  /**
   * Adds a listener; the answer takes it away. While there is one for `change`, the process is kept alive to hear of
   * the next one, also where the server is away.
   */
  readonly on: <Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => unknown) => () => void
  /** Evaluates any flag by its key; for adapters. */
  readonly evaluate: <Value>(
    flag: { readonly key: string; readonly type: Flag['type']; readonly default: Value },
    context?: Attributes,
  ) => Details<Value>
  /**
   * The answers for a context that a page may see, of the declared flags that are visible to clients: put them into the
   * page as JSON and give them to the browser's `createFanion` as `answers`. Not counted as evaluations.
   */
  readonly handOver: (...context: ContextArgument<ContextOf<F>>) => Answers
  /** The flags for one context, such as that of a request or a job: `const { flags } = fanion.for({ targetingKey })`. */
  readonly for: (context: ContextOf<F>) => BoundFanion<F>
  /** Reports what was counted so far. */
  readonly flush: () => Promise<void>
  /** Ends the connection, with a last report. Flags can still be called and answer as before. */
  readonly close: () => Promise<void>
}

/** The client of every runtime that evaluates in its own memory. Throws a `TypeError` where an option cannot be right. */
export const createClient = <F extends AnyFlags>(platform: Platform, options: ClientOptions<F>): Fanion<F> => {
  const url = baseUrlOf(options.url)
  const key = keyOf(options.key, 'srv', 'server')
  const declared = flagsOf(options.flags)
  const headers = { authorization: `Bearer ${key}` }
  const bootstrap = bootstrapOf(options.bootstrap)
  const store = createStore()
  const counting = createCounting(store.slots())
  const sampling = createSampling(platform.random)
  const exposures = options.exposures === true ? createExposures(platform.now, store.slots) : null
  const hearing = createHearing(platform, options.logger)
  const closing = new AbortController()
  const revision = () => store.datafile()?.revision ?? null

  const call = {
    target: store.target,
    now: platform.now,
    revision,
    hit: (slot: number, context: Attributes) => {
      counting.hit(slot)
      if (sampling.open) sampling.note(context)
      exposures?.note(slot, context)
    },
    defaultSlot: (flag: string) => store.slots().of(flag, null),
  }
  // A flag of any type is one of unknown values, called with whatever context its type requires.
  const handles = Object.entries(declared).map(
    ([name, flag]) => [name, createHandle(flag as Flag<unknown>, call)] as const,
  )
  const changed = (affected: Affected) => {
    counting.bind(store.slots())
    for (const [, handle] of handles) handle.repoint()
    const now = revision()
    if (now === null || hearing.count('change') === 0) return
    const keys = affected()
    if (keys.length > 0) hearing.emit('change', { revision: now, keys })
  }
  const become = (state: Status['state'], reason: string | null, source: Source = hearing.status().source) =>
    hearing.become({ state, reason, source, revision: revision() })

  const file = platform.file && createDatafileFile(platform, platform.file, `${url} ${key.slice(0, 16)}`, hearing.fault)
  const holdToDeclared = createMisfits(declared, tellMisfit(hearing, options.logger), acceptsFor)
  let confirmed = false
  const fromServer = (affected: Affected) => {
    confirmed = true
    const datafile = store.datafile()
    if (datafile !== null) file?.keep(datafile)
    changed(affected)
    holdToDeclared(datafile?.flags ?? {})
  }
  const prepare = async (documents: Parameters<typeof store.prepare>[0]) => {
    try {
      await store.prepare(documents)
    } catch (cause) {
      hearing.fault(`a part of the engine could not be loaded: ${describe(cause)}`, cause)
    }
  }
  const readFile = async () => {
    const kept = (await file?.read()) ?? null
    if (kept === null || isNoNewer(kept, store.datafile())) return
    await prepare(kept)
    changed(store.replace(kept))
    become('stale', 'connecting', 'file')
  }
  if (bootstrap !== null) {
    changed(store.replace(bootstrap))
    become('stale', 'connecting', 'bootstrap')
  }

  const feed: Feed = {
    // A bootstrap may be of another environment: nothing is built on it.
    revision: () => (confirmed || hearing.status().source === 'file' ? revision() : null),
    replace: async (datafile) => {
      await prepare(datafile)
      fromServer(store.replace(datafile))
    },
    patch: async (patch) => {
      await prepare(patch)
      const affected = store.patch(patch)
      if (affected !== null) fromServer(affected)
      return affected !== null
    },
    inTouch: (by, reason) => become('ready', reason, by),
    lost: (reason) => become(revision() === null ? 'not ready' : 'stale', reason),
    refused: (reason) => {
      become('error', reason)
      hearing.fault(reason)
    },
    fault: hearing.fault,
  }
  const run = async () => {
    if (bootstrap !== null) {
      await prepare(bootstrap)
      changed(store.replace(bootstrap))
    }
    await readFile()
    await keepConnected(platform, { url, headers, hold: () => hearing.count('change') > 0 }, feed, closing.signal)
  }
  const running = run()

  const telemetry =
    options.telemetry === false
      ? null
      : startTelemetry(platform, {
          url,
          headers,
          take: counting.take,
          sampling,
          exposures,
          onLost: (message) => hearing.fault(message),
        })

  const close = async () => {
    become('closed', 'close was called')
    closing.abort()
    await Promise.all([running, telemetry?.close(), file?.close()])
  }

  const calls = Object.fromEntries(handles.map(([name, handle]): [string, Call<unknown>] => [name, handle.call]))
  const bind = createBinder(calls)
  const handOver = (context: Attributes = {}): Answers => {
    const documents = store.datafile()?.flags ?? {}
    const visible = Object.values(declared).filter(({ key }) => documents[key]?.visibleToClients === true)
    // The JSON of an outcome is its OFREP answer.
    const answer = (key: string) => JSON.parse(ofrepJson(store.target(key).pick(context, platform.now()))) as Answer
    return { flags: visible.map((flag) => answer(flag.key)) }
  }

  return Object.freeze({
    // One call for each declared flag, of the type that `Calls` computes from the declaration.
    flags: awaitable(calls) as Calls<F>,
    get status() {
      return hearing.status()
    },
    ready: ({ timeoutMs = 3_000 } = {}) => whenReady(platform, hearing, timeoutMs),
    on: hearing.on,
    evaluate: (flag, context = {}) => {
      const target = store.target(flag.key)
      const outcome = target.pick(context, target.timed ? platform.now() : 0)
      const details = detailsOf(outcome, revision(), flag.default, acceptsFor({ ...flag, variants: null }))
      call.hit(details.errorCode === 'TYPE_MISMATCH' ? call.defaultSlot(flag.key) : outcome.slot, context)
      return details
    },
    // A context is an object of attributes, whatever its own type says of them.
    handOver: (...[context]) => handOver(context as Attributes | undefined),
    for: (context) =>
      Object.freeze({
        context,
        flags: bind(context as Attributes) as BoundCalls<F>,
        handOver: () => handOver(context as Attributes),
      }),
    flush: async () => telemetry?.flush(),
    close,
  })
}

const bootstrapOf = (bootstrap: unknown): Datafile | null => {
  if (bootstrap === undefined) return null
  try {
    return datafileOf(bootstrap)
  } catch (cause) {
    throw new TypeError(`createFanion: bootstrap is no datafile: ${describe(cause)}`)
  }
}

const isNoNewer = (kept: Datafile, known: Datafile | null): boolean =>
  known !== null &&
  known.project === kept.project &&
  known.environment === kept.environment &&
  known.revision >= kept.revision
