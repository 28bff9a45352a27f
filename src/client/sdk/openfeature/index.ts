import {
  type ErrorCode,
  type EvaluationContext,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  ProviderFatalError,
  ProviderNotReadyError,
} from '@openfeature/server-sdk'
import type { Flag } from '../core/define-flags.ts'
import type { Fanion } from '../core/fanion.ts'
import { initializeProvider, resolutionOf, trackDetailsOf } from '../core/provider-parts.ts'

export { type ComparingOptions, comparing } from './comparing.ts'

/** The part of a Node or edge client that the provider uses. */
export type ProgramFanion = Pick<Fanion, 'ready' | 'status' | 'on' | 'evaluate' | 'close' | 'track'>

/**
 * Creates an OpenFeature provider: `OpenFeature.setProviderAndWait(fanionProvider(fanion))`. Flags need not be
 * declared. The provider is ready as soon as there is something to evaluate; with only a bootstrap, it then becomes
 * stale. Closing OpenFeature closes the client.
 */
export const fanionProvider = (fanion: ProgramFanion): Provider => {
  const events = new OpenFeatureEventEmitter()
  const resolve = async <Value>(type: Flag['type'], key: string, value: Value, context: EvaluationContext) =>
    resolutionOf<Value, ErrorCode>(fanion.evaluate({ key, type, default: value }, context))

  return {
    metadata: { name: 'fanion' },
    runsOn: 'server',
    events,
    initialize: async () =>
      initializeProvider(fanion, await fanion.ready(), {
        emit: (event, context) => events.emit(event, context),
        events: ProviderEvents,
        fatal: (message) => new ProviderFatalError(message),
        notReady: (message) => new ProviderNotReadyError(message),
      }),
    track: (event, context, details) => fanion.track(event, context, trackDetailsOf(details)),
    onClose: () => fanion.close(),
    resolveBooleanEvaluation: (key, value, context) => resolve('boolean', key, value, context),
    resolveStringEvaluation: (key, value, context) => resolve('string', key, value, context),
    resolveNumberEvaluation: (key, value, context) => resolve('number', key, value, context),
    resolveObjectEvaluation: (key, value, context) => resolve('object', key, value, context),
  }
}
