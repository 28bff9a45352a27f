import {
  type ErrorCode,
  type EvaluationContext,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  ProviderFatalError,
  ProviderNotReadyError,
} from '@openfeature/web-sdk'
import type { Flag } from '../core/define-flags.ts'
import type { PageFanion } from '../core/page.ts'
import { initializeProvider, resolutionOf, trackDetailsOf } from '../core/provider-parts.ts'
import type { Ready } from '../core/ready.ts'

/** The part of a browser client that the provider uses, for any context type. */
export type AnyPageFanion = Pick<PageFanion, 'ready' | 'status' | 'on' | 'evaluate' | 'close' | 'track'> & {
  readonly setContext: (context: never) => Promise<Ready>
}

/**
 * Creates an OpenFeature provider for the browser: `OpenFeature.setProviderAndWait(fanionWebProvider(fanion))`. The
 * context is OpenFeature's: if it changes, the server is queried again. Closing OpenFeature closes the client.
 */
export const fanionWebProvider = (fanion: AnyPageFanion): Provider => {
  const events = new OpenFeatureEventEmitter()
  const resolve = <Value>(type: Flag['type'], key: string, value: Value) => {
    const details = fanion.evaluate({ key, type, default: value })
    // Answers stored by an earlier visit, served until the server has answered.
    const isCached = fanion.status.source === 'storage' && details.errorCode === null
    return resolutionOf<Value, ErrorCode>(isCached ? { ...details, reason: 'CACHED' } : details)
  }
  // OpenFeature's contexts are untyped; the client sends any object.
  const become = (context: EvaluationContext) => fanion.setContext(context as never)

  return {
    metadata: { name: 'fanion' },
    runsOn: 'client',
    events,
    initialize: async (context = {}) =>
      initializeProvider(fanion, await (Object.keys(context).length === 0 ? fanion.ready() : become(context)), {
        emit: (event, details) => events.emit(event, details),
        events: ProviderEvents,
        fatal: (message) => new ProviderFatalError(message),
        notReady: (message) => new ProviderNotReadyError(message),
      }),
    onContextChange: async (_, context) => {
      const { ready, reason } = await become(context)
      if (!ready) throw new ProviderNotReadyError(reason ?? 'no answer')
    },
    track: (event, _, details) => fanion.track(event, trackDetailsOf(details)),
    onClose: () => fanion.close(),
    resolveBooleanEvaluation: (key, value) => resolve('boolean', key, value),
    resolveStringEvaluation: (key, value) => resolve('string', key, value),
    resolveNumberEvaluation: (key, value) => resolve('number', key, value),
    resolveObjectEvaluation: (key, value) => resolve('object', key, value),
  }
}
