import { ofrepJson } from '../../../shared/engine/ofrep-json.ts'
import { acceptsFor } from './accept.ts'
import type { Answer, Answers } from './answers.ts'
import { awaitable } from './awaitable.ts'
import { createBinder } from './bound.ts'
import { tellingBuild } from './build.ts'
import type { AnyFlags, BoundCalls, Call, Calls } from './calls.ts'
import { type Feed, keepConnected } from './connection.ts'
import { createCounting } from './counting.ts'
import { createDatafileFile } from './datafile-file.ts'
import { datafileOf } from './datafile-json.ts'
import type { AnyEvents } from './define-events.ts'
import type { Attributes, Flag } from './define-flags.ts'
import { describe } from './describe.ts'
import { detailsOf } from './details-of.ts'
import type { Fanion, RequestOverrides } from './fanion.ts'
import { createGenuine } from './genuine.ts'
import { createHandle } from './handle.ts'
import { createHearing } from './hearing.ts'
import { createHolding } from './hold-to-declared.ts'
import { createHooked, type Hook, type HookDetails, withHooks } from './hooks.ts'
import { inTest } from './logger.ts'
import { createMeasuring } from './measuring.ts'
import { baseUrlOf, type ClientOptions, flagsOf, keyOf, publicKeysOf } from './options.ts'
import { type Overrides, overridden, overrideSlot, overridesOf } from './override.ts'
import type { Platform } from './platform.ts'
import { createReady, readyMs } from './ready.ts'
import { createReportComparisons, reportsComparisons } from './report-comparisons.ts'
import { createSampling } from './sampling.ts'
import { readSignedOverrides } from './signed-overrides.ts'
import { bootstrapOf, isNoNewer, missingOf } from './starting.ts'
import type { Source, Status } from './status.ts'
import { type Affected, createStore } from './store.ts'
import { startTelemetry } from './telemetry.ts'

/** Lets `@fanion/sdk/testing` observe and drive a client. */
export type Inside = {
  /** Receives the function that replaces the served datafile. */
  readonly onReplace: (replace: (datafile: unknown) => void) => void
  readonly onEvaluation: (flag: string, details: HookDetails, context: Attributes) => void
}

/**
 * Creates the client of every runtime that evaluates in its own memory: Node, edge and tests. Returns at once. Throws a
 * `TypeError` if an option is invalid.
 */
export const createClient = <F extends AnyFlags, E extends AnyEvents = AnyEvents>(
  given: Platform,
  options: ClientOptions<F, E>,
  inside?: Inside,
): Fanion<F, E> => {
  const url = baseUrlOf(options.url)
  const key = keyOf(options.key, 'srv', 'server')
  const declared = flagsOf(options.flags)
  const headers = { authorization: `Bearer ${key}` }
  const { offline = false } = options
  const alone = offline !== false ? 'offline' : missingOf(url, key)
  const closing = new AbortController()
  const { build } = options
  const telling = { url, headers, declared, build, signal: closing.signal }
  const platform: Platform = alone === null ? { ...given, fetch: tellingBuild(given, telling) } : given
  const publicKeys = publicKeysOf(options.publicKeys)
  const bootstrap = bootstrapOf(typeof offline === 'object' ? offline : options.bootstrap)
  const store = createStore()
  const counting = createCounting(store.slots())
  const sampling = createSampling(platform.random)
  const hearing = createHearing(platform, options.logger)
  const genuine = createGenuine(publicKeys, (message, cause) => hearing.fault(message, cause))
  const measuring =
    alone === null
      ? createMeasuring(platform, options, { url, headers }, store, (message) => hearing.fault(message))
      : null
  const exposures = measuring?.exposures
  const revision = () => store.datafile()?.revision ?? null

  const overrides = overridesOf(options.overrides ?? {}, declared)
  const targetOf = (flag: Pick<Flag, 'key' | 'type'>, by = overrides) =>
    by.has(flag.key)
      ? overridden(flag, by.get(flag.key), store.datafile()?.flags[flag.key]?.variants)
      : store.target(flag.key)
  const ofRequests = new WeakMap<object, Overrides>()
  const call = {
    target: (flag: Flag) => targetOf(flag),
    now: platform.now,
    revision,
    hit: (slot: number, context: Attributes) => {
      if (slot === overrideSlot) return
      counting.hit(slot)
      if (sampling.open) sampling.note(context)
      exposures?.note(slot, context)
    },
    defaultSlot: (flag: string) => store.slots().of(flag, null),
  }
  // Each call is typed by its declaration. In here, values and contexts are unknown.
  const handles = Object.entries(declared).map(
    ([name, flag]) => [name, createHandle(flag as Flag<unknown>, call)] as const,
  )
  const changed = (affected: Affected) => {
    counting.bind(store.slots())
    exposures?.bind(store.slots())
    for (const [, handle] of handles) handle.repoint()
    const now = revision()
    if (now === null || hearing.count('change') === 0) return
    const keys = affected()
    if (keys.length > 0) hearing.emit('change', { revision: now, keys })
  }
  const become = (state: Status['state'], reason: string | null, source: Source = hearing.status().source) =>
    hearing.become({ state, reason, source, revision: revision() })

  const file =
    alone === null && platform.file !== null
      ? createDatafileFile(platform, platform.file, `${url} ${key.slice(0, 16)}`, hearing.fault)
      : null
  const holdToDeclared = createHolding(declared, options.overrides ?? {}, hearing, options.logger)
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
    if (kept === null || isNoNewer(kept, store.datafile()) || !(await genuine.isOurs(kept))) return
    await prepare(kept)
    changed(store.replace(kept))
    become('stale', 'connecting', 'file')
  }
  const begin = () => {
    if (bootstrap === null) return
    changed(store.replace(bootstrap))
    become(alone === null ? 'stale' : 'ready', alone ?? 'connecting', 'bootstrap')
  }
  // If `publicKeys` are set, the bootstrap is served only after its signature is verified.
  if (publicKeys === null) begin()

  const feed: Feed = {
    // A bootstrap may be from another environment, so patches never build on it.
    held: () => (confirmed || hearing.status().source === 'file' ? store.datafile() : null),
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
    if (publicKeys !== null && bootstrap !== null && (await genuine.isOurs(bootstrap))) begin()
    if (bootstrap !== null && store.datafile() === bootstrap) {
      await prepare(bootstrap)
      // A test may have replaced the datafile in the meantime.
      if (store.datafile() === bootstrap) changed(store.replace(bootstrap))
    }
    if (alone !== null) return
    await readFile()
    const hold = () => hearing.count('change') > 0
    const signed = publicKeys !== null
    const guarded = await genuine.guard(feed, store.datafile)
    await keepConnected(platform, { url, headers, hold, signed }, guarded, closing.signal)
  }
  if (alone === 'offline') {
    become('ready', alone)
  } else if (alone !== null) {
    become('error', alone)
    if (!inTest()) hearing.say(alone)
  }
  if (alone !== null) holdToDeclared(bootstrap?.flags ?? null)
  const running = run()

  const telemetry =
    options.telemetry === false || alone !== null
      ? null
      : startTelemetry(platform, {
          url,
          headers,
          take: counting.take,
          sampling,
          onLost: (message) => hearing.fault(message),
        })

  const wait = createReady(platform, hearing)
  const ready: Fanion['ready'] = async (asked) => {
    const answer = await wait(asked)
    const { state, reason } = hearing.status()
    // If the server accepts connections but stays silent, only the first `ready` waits for it.
    if (!answer.ready && state === 'stale' && reason === 'connecting' && (asked?.timeoutMs ?? readyMs) >= readyMs)
      become(state, 'the server does not answer')
    return answer
  }

  const close = async () => {
    become('closed', 'close was called')
    closing.abort()
    await Promise.all([running, telemetry?.close(), measuring?.outbox.close(), file?.close()])
  }

  const evaluate: Fanion['evaluate'] = (flag, context = {}) => {
    const target = targetOf(flag)
    const outcome = target.pick(context, target.timed ? platform.now() : 0)
    const details = detailsOf(outcome, revision(), flag.default, acceptsFor({ ...flag, variants: null }))
    call.hit(details.errorCode === 'TYPE_MISMATCH' ? call.defaultSlot(flag.key) : outcome.slot, context)
    return details
  }
  inside?.onReplace((datafile) => {
    changed(store.replace(datafileOf(datafile)))
    become('ready', alone)
  })
  const noted: Hook = {
    finally: ({ flagKey, context }, details) => inside?.onEvaluation(flagKey, details, context),
  }
  const hooks = [...(inside ? [noted] : []), ...(options.hooks ?? [])]
  const hooked = hooks.length === 0 ? null : createHooked(hooks, platform.warn, hearing.fault)
  const calls = Object.fromEntries(
    handles.map(([name, handle]): [string, Call<unknown>] => {
      const flag = declared[name]
      return [name, hooked === null || flag === undefined ? handle.call : withHooks(handle.call, flag as Flag, hooked)]
    }),
  )
  const bind = createBinder(calls)
  const getBootstrap = (context: Attributes = {}, by = overrides): Answers => {
    const documents = store.datafile()?.flags ?? {}
    const visible = Object.values(declared).filter(({ key }) => documents[key]?.visibleToClients === true)
    // The engine's JSON of an outcome is an OFREP answer.
    const answer = (flag: AnyFlags[string]) =>
      JSON.parse(ofrepJson(targetOf(flag, by).pick(context, platform.now()))) as Answer
    return { flags: visible.map(answer) }
  }
  /** Creates the calls of a request that has overrides. */
  const callsBy = (by: Overrides) =>
    Object.fromEntries(
      Object.entries(calls).map(([name, plain]): [string, Call<unknown>] => {
        const flag = declared[name] as Flag | undefined
        if (flag === undefined || !by.has(flag.key)) return [name, plain]
        const handle = createHandle(flag, { ...call, target: (asked) => targetOf(asked, by) })
        return [name, hooked === null ? handle.call : withHooks(handle.call, flag, hooked)]
      }),
    )
  const readOverrides: Fanion['readOverrides'] = async (text) => {
    if (options.acceptOverrides !== true || !text || key === '') return null
    try {
      const given = await readSignedOverrides(key, text, platform.now())
      // An opaque handle: callers can only pass it back.
      const found = Object.freeze({}) as RequestOverrides
      ofRequests.set(found, new Map([...overrides, ...overridesOf(given, declared)]))
      return found
    } catch (cause) {
      hearing.fault(`overrides of a request are passed over: ${describe(cause)}`, cause)
      return null
    }
  }

  return Object.freeze({
    // `Calls` computes the type of each call from its declaration.
    flags: awaitable(calls) as Calls<F>,
    get status() {
      return hearing.status()
    },
    ready,
    on: hearing.on,
    evaluate: (flag, context) =>
      hooked === null ? evaluate(flag, context) : hooked(flag, context, (asked) => evaluate(flag, asked)),
    // Every context is an object of attributes, whatever its declared type.
    getBootstrap: (...[context]) => getBootstrap(context as Attributes | undefined),
    handOver: (...[context]) => getBootstrap(context as Attributes | undefined),
    for: (context, given = null) => {
      const by = given === null ? undefined : ofRequests.get(given)
      const bound = by === undefined ? bind : createBinder(callsBy(by))
      return Object.freeze({
        context,
        flags: bound(context as Attributes) as BoundCalls<F>,
        getBootstrap: () => getBootstrap(context as Attributes, by),
        handOver: () => getBootstrap(context as Attributes, by),
      })
    },
    readOverrides,
    track: measuring?.track ?? (() => {}),
    flush: async () => {
      await Promise.all([telemetry?.flush(), measuring?.outbox.flush()])
    },
    close,
    [reportsComparisons]:
      alone === null ? createReportComparisons(platform, { url, headers, signal: new AbortController().signal }) : null,
  })
}
