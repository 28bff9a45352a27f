import { FliptClient } from '@flipt-io/flipt-client-js/node'
import type { Json } from '../../../../../shared/schemas/keys.ts'
import type { FliptConfig, FliptRule, FliptSegmentRef } from '../../../../../shared/vendors/flipt/import/config.ts'
import type { OpenSdk } from '../../../../../shared/vendors/importing/vendor-sdk.ts'

/** The snapshot of a namespace that Flipt's server sends to SDKs. */
export const fliptSnapshot = ({ flags, segments }: FliptConfig): object => {
  const told = (ref: FliptSegmentRef | null | undefined, more: FliptRule = {}) => {
    const given: Exclude<FliptSegmentRef, string> = typeof ref === 'string' ? { key: ref } : (ref ?? {})
    const keys = [...(given.key == null ? [] : [given.key]), ...(given.keys ?? []), ...(more.segments ?? [])]
    return {
      segmentOperator: given.operator ?? more.operator ?? 'OR_SEGMENT_OPERATOR',
      segments: (segments ?? [])
        .filter(({ key }) => keys.includes(key))
        .map(({ key, match_type, constraints }) => ({
          ...{ key, name: key, description: '' },
          matchType: (match_type ?? 'ALL_MATCH_TYPE').replace('_MATCH', '_SEGMENT_MATCH'),
          constraints: (constraints ?? []).map(({ type, property, operator, value }, at) => ({
            id: String(at),
            type: type.replace('_COMPARISON', '_CONSTRAINT_COMPARISON'),
            ...{ property: property ?? '', operator },
            value: Array.isArray(value) ? JSON.stringify(value) : String(value ?? ''),
          })),
        })),
    }
  }
  return {
    namespace: { key: 'default' },
    flags: flags.map(({ key, type, enabled, variants, rules, rollouts }) => {
      const fallback = variants?.find((variant) => variant.default === true)
      return {
        ...{ key, name: key, description: '', enabled: enabled === true, type: type ?? 'VARIANT_FLAG_TYPE' },
        ...(fallback === undefined ? {} : { defaultVariant: { id: fallback.key, key: fallback.key, attachment: '' } }),
        rules: (rules ?? []).map((rule, at) => ({
          ...{ id: `r${at}`, rank: at + 1, ...told(rule.segment, rule) },
          distributions: (rule.distributions ?? []).map(({ variant, rollout }, i) => ({
            ...{
              id: `d${i}`,
              ruleId: `r${at}`,
              variantId: variant,
              variantKey: variant,
              variantAttachment: '',
              rollout,
            },
          })),
        })),
        rollouts: (rollouts ?? []).map(({ segment, threshold }, at) => {
          if (threshold != null) {
            const { percentage, value } = threshold
            return { type: 'THRESHOLD_ROLLOUT_TYPE', rank: at + 1, threshold: { percentage, value: value ?? false } }
          }
          const value = typeof segment === 'object' ? (segment?.value ?? false) : false
          return { type: 'SEGMENT_ROLLOUT_TYPE', rank: at + 1, segment: { value, ...told(segment) } }
        }),
      }
    }),
  }
}

/** Flipt's attributes are text. */
const inTexts = (context: Record<string, Json>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(context).flatMap(([name, value]): [string, string][] =>
      value === null || typeof value === 'object' ? [] : [[name, String(value)]],
    ),
  )

/**
 * The engine shared by all of Flipt's client SDKs, with a namespace: returns the value of a boolean flag, or the
 * variant's key. It rejects an empty entity id, so such contexts are skipped.
 */
export const openFlipt: OpenSdk = async ({ document }) => {
  // Safe cast: the importer has parsed it.
  const config = document as FliptConfig
  const snapshot = fliptSnapshot(config)
  const fetcher = async () => new Response(JSON.stringify(snapshot))
  const options = { url: 'http://127.0.0.1:9', namespace: 'default', updateInterval: 0, fetcher }
  const client = await FliptClient.init(options)
  const booleans = new Set(config.flags.filter(({ type }) => type === 'BOOLEAN_FLAG_TYPE').map(({ key }) => key))
  return {
    theirs: (flagKey, attributes) => {
      const { targetingKey: entityId = '', ...context } = inTexts(attributes)
      if (entityId.trim() === '') return null
      const question = { flagKey, entityId, context }
      const answer = booleans.has(flagKey)
        ? client.evaluateBoolean(question).enabled
        : client.evaluateVariant(question).variantKey
      return [answer === '' ? null : answer]
    },
    contextOf: inTexts,
    inTheirText: ({ errorCode, detail, value }) => (errorCode === null ? [value ?? null] : [errorCode, detail]),
    end: () => ('close' in client && typeof client.close === 'function' ? client.close() : undefined),
  }
}
