import { safeToAwait } from './awaitable.ts'
import type { AnyFlags, BoundCalls, Calls } from './calls.ts'
import { type ClientRuntime, createRuntime } from './client-runtime.ts'
import { readSettings } from './client-settings.ts'
import { createContractCheck } from './contract-check.ts'
import { datafileOf } from './datafile-json.ts'
import type { AnyEvents } from './define-events.ts'
import type { Attributes } from './define-flags.ts'
import { createEvaluationReporter } from './evaluation-reporter.ts'
import { createEvaluator } from './evaluator.ts'
import type { Fanion } from './fanion.ts'
import type { Hook, HookDetails } from './hooks.ts'
import type { ClientOptions } from './options.ts'
import type { Platform } from './platform.ts'
import { createReady, readyMs } from './ready.ts'
import { reportsComparisons } from './report-comparisons.ts'
import { createRequestOverrides } from './request-overrides.ts'
import { startConnection } from './start-connection.ts'
import { createTypedCalls } from './typed-calls.ts'
import { createUpdates, type Updates } from './updates.ts'

/** Lets `@fanion/sdk/testing` observe and drive a client. */
export type TestHooks = {
  /** Receives the function that replaces the served datafile. */
  readonly onReplace: (replace: (datafile: unknown) => void) => void
  readonly onEvaluation: (flag: string, details: HookDetails, context: Attributes) => void
}

/**
 * Creates the client of every runtime that evaluates in its own memory: Node, edge and tests. Returns at once. The client serves
 * the bootstrap, then the cache file if it is newer, then the server's datafile. Evaluations never throw and never wait.
 *
 * Throws a `TypeError` if an option is invalid. A missing `url` or `key` is reported by `status` instead.
 */
export const createClient = <F extends AnyFlags, E extends AnyEvents = AnyEvents>(
  platform: Platform,
  options: ClientOptions<F, E>,
  testHooks?: TestHooks,
): Fanion<F, E> => {
  const settings = readSettings(options)
  const shutdown = new AbortController()
  const runtime = createRuntime(platform, settings, options, shutdown.signal)
  const reporting = createEvaluationReporter(runtime, options)
  const evaluator = createEvaluator(runtime, reporting)
  const checkContract = createContractCheck(settings.flags, options.overrides ?? {}, runtime.events, options.logger)
  const updates = createUpdates(runtime, checkContract, () => {
    reporting.bindSlots()
    evaluator.invalidate()
  })
  const connection = startConnection(runtime, updates, checkContract)
  reporting.start()
  const hooks = [...(testHooks ? [evaluationHook(testHooks)] : []), ...(options.hooks ?? [])]
  const typedCalls = createTypedCalls(runtime, evaluator, hooks)
  const requestOverrides = createRequestOverrides(runtime, options.acceptOverrides === true)
  testHooks?.onReplace((datafile) => {
    updates.replace(datafileOf(datafile))
    updates.setState('ready', settings.standaloneReason)
  })
  return Object.freeze({
    // One call for each declared flag, of the type that `Calls` computes from the declaration.
    flags: safeToAwait(typedCalls.calls) as Calls<F>,
    get status() {
      return runtime.events.status()
    },
    ready: createClientReady(runtime, updates.setState),
    on: runtime.events.on,
    evaluate: typedCalls.evaluate,
    // A context is an object of attributes, whatever its own type is.
    getBootstrap: (...[context]) => evaluator.visibleAnswers(context as Attributes | undefined),
    handOver: (...[context]) => evaluator.visibleAnswers(context as Attributes | undefined),
    for: (context, given = null) => {
      const overrides = requestOverrides.valuesOf(given)
      return Object.freeze({
        context,
        flags: typedCalls.bind(context as Attributes, overrides) as BoundCalls<F>,
        getBootstrap: () => evaluator.visibleAnswers(context as Attributes, overrides),
        handOver: () => evaluator.visibleAnswers(context as Attributes, overrides),
      })
    },
    readOverrides: requestOverrides.read,
    track: reporting.track,
    flush: reporting.flush,
    close: async () => {
      updates.setState('closed', 'close was called')
      shutdown.abort()
      await Promise.all([connection, reporting.close(), updates.cacheFile?.close()])
    },
    [reportsComparisons]: reporting.reportComparisons,
  })
}

const evaluationHook = ({ onEvaluation }: TestHooks): Hook => ({
  finally: ({ flagKey, context }, details) => onEvaluation(flagKey, details, context),
})

/**
 * Returns the client's `ready`. A server that accepts the connection but sends nothing costs one full wait: afterwards the
 * status says that it does not answer, and later calls return at once.
 */
const createClientReady = ({ platform, events }: ClientRuntime, setState: Updates['setState']): Fanion['ready'] => {
  const wait = createReady(platform, events)
  return async (options) => {
    const result = await wait(options)
    const { state, reason } = events.status()
    const waitedFully = (options?.timeoutMs ?? readyMs) >= readyMs
    if (!result.ready && state === 'stale' && reason === 'connecting' && waitedFully)
      setState(state, 'the server does not answer')
    return result
  }
}
