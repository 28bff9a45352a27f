import type { Hook, HookContext, HookDetails } from '../core/hooks.ts'

type Value = string | number | boolean

/** The part of OpenTelemetry's `trace` that the hook uses: `import { trace } from '@opentelemetry/api'`. */
export type Trace = {
  readonly getActiveSpan: () =>
    | { readonly addEvent: (name: string, attributes: { [attribute: string]: Value }) => unknown }
    | undefined
}

/**
 * Creates a hook that adds each evaluation to the active span, following OpenTelemetry's semantic conventions for
 * feature flags: `createFanion({ …, hooks: [traceHook(trace)] })`. The targeting key is added only with `targetingKey:
 * true`, because it may identify a person.
 */
export const traceHook = (trace: Trace, options: { readonly targetingKey?: boolean } = {}): Hook => ({
  finally: ({ flagKey, context, providerMetadata }: HookContext, details: HookDetails) => {
    const { value, variant, reason, errorCode, errorMessage, flagMetadata } = details
    const attributes: { [attribute: string]: Value } = {
      'feature_flag.key': flagKey,
      'feature_flag.provider.name': providerMetadata.name,
      'feature_flag.result.reason': reason.toLowerCase(),
    }
    if (variant !== undefined) attributes['feature_flag.result.variant'] = variant
    else attributes['feature_flag.result.value'] = typeof value === 'object' ? JSON.stringify(value) : value
    if (flagMetadata['revision'] !== undefined) attributes['feature_flag.version'] = String(flagMetadata['revision'])
    if (errorCode !== undefined) attributes['error.type'] = String(errorCode).toLowerCase()
    if (errorMessage !== undefined) attributes['feature_flag.error.message'] = errorMessage
    if (options.targetingKey === true && typeof context.targetingKey === 'string')
      attributes['feature_flag.context.id'] = context.targetingKey
    trace.getActiveSpan()?.addEvent('feature_flag.evaluation', attributes)
  },
})
