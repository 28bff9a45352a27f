import type { EvaluationContext, Logger, Provider, ResolutionDetails } from '@openfeature/server-sdk'
import type { Fanion } from '../core/fanion.ts'
import { reportComparisonsOf } from '../core/report-comparisons.ts'
import { compared, type ProviderResult } from './comparison.ts'
import { createComparisons } from './comparisons.ts'

/** Maximum number of pending comparisons. Further evaluations are served without a comparison. */
const maxPendingComparisons = 1_000

export type ComparingOptions = {
  /** The provider whose values are served. */
  readonly serve: Provider
  /** The provider to compare with. It evaluates afterwards, and its values are never served. */
  readonly beside: Provider
  /** The client that reports the comparisons to its server. It needs a server key. */
  readonly report: Pick<Fanion, 'status'>
  /** Stops after this many comparisons. Default: 100,000. */
  readonly samples?: number | undefined
}

type ResolveWith<Value> = (
  provider: Provider,
  context: EvaluationContext,
) => ResolutionDetails<Value> | Promise<ResolutionDetails<Value>>

/**
 * Creates a provider that serves the values of `serve` and compares them with those of `beside`, so that the server can
 * show where both agree and for whom they differ. The comparison runs after the evaluation: it delays and changes no
 * value, and never throws.
 * ```ts
 * const fanion = createFanion({ url, key })
 * await OpenFeature.setProviderAndWait(comparing({ serve: oldProvider, beside: fanionProvider(fanion), report: fanion
 * }))
 * ```
 */
export const comparing = ({ serve, beside, report, samples = 100_000 }: ComparingOptions): Provider => {
  const send = reportComparisonsOf(report)
  const comparisons =
    send === null ? null : createComparisons(serve.metadata.name.slice(0, 100) || 'serve', send, Date.now)
  let left = comparisons === null ? 0 : samples
  let waiting = 0
  let isReady = false

  const compare = async <Value>(
    ask: ResolveWith<Value>,
    flag: string,
    context: EvaluationContext,
    theirs: ProviderResult,
  ) => {
    waiting -= 1
    try {
      const ours: ProviderResult = await Promise.resolve(ask(beside, context)).catch(() => 'failed' as const)
      const [old, here] = [theirs, ours].map((answer) => (answer === 'failed' ? null : answer.value))
      comparisons?.add(compared(theirs, ours), { flag, theirs: old, ours: here, context })
    } catch {
      // Errors of `beside` never reach the application.
      comparisons?.add('errors', { flag, theirs: null, ours: null, context })
    }
    if (left === 0) void comparisons?.flush()
  }

  const later = <Value>(ask: ResolveWith<Value>, flag: string, context: EvaluationContext, theirs: ProviderResult) => {
    if (!isReady || left === 0 || waiting >= maxPendingComparisons) return
    left -= 1
    waiting += 1
    setTimeout(() => void compare(ask, flag, context, theirs), 0)
  }

  const resolve = async <Value>(flag: string, context: EvaluationContext, ask: ResolveWith<Value>) => {
    try {
      const answer = await ask(serve, context)
      later(ask, flag, context, answer)
      return answer
    } catch (cause) {
      later(ask, flag, context, 'failed')
      throw cause
    }
  }

  return {
    metadata: { name: serve.metadata.name },
    runsOn: 'server',
    ...(serve.hooks === undefined ? {} : { hooks: serve.hooks }),
    ...(serve.events === undefined ? {} : { events: serve.events }),
    initialize: async (context) => {
      // `beside` may initialize later, or never.
      void Promise.resolve()
        .then(() => beside.initialize?.(context))
        .then(
          () => {
            isReady = true
          },
          () => undefined,
        )
      await serve.initialize?.(context)
    },
    track: (event, context, details) => serve.track?.(event, context, details),
    onClose: async () => {
      await comparisons?.close()
      await Promise.allSettled([serve.onClose?.(), beside.onClose?.()])
    },
    resolveBooleanEvaluation: (flag, value, context, logger) =>
      resolve(flag, context, (of, asked) => of.resolveBooleanEvaluation(flag, value, asked, logger)),
    resolveStringEvaluation: (flag, value, context, logger) =>
      resolve(flag, context, (of, asked) => of.resolveStringEvaluation(flag, value, asked, logger)),
    resolveNumberEvaluation: (flag, value, context, logger) =>
      resolve(flag, context, (of, asked) => of.resolveNumberEvaluation(flag, value, asked, logger)),
    resolveObjectEvaluation: (flag, value, context, logger: Logger) =>
      resolve(flag, context, (of, asked) => of.resolveObjectEvaluation(flag, value, asked, logger)),
  }
}
