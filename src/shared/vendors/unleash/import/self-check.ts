import type { Outcome } from '../../../engine/outcome.ts'
import type { Context } from '../../../schemas/context.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Imported } from '../../importing/imported.ts'
import { type Random, withKept } from '../../importing/sample.ts'
import { type SelfCheck, selfCheck } from '../../importing/self-check.ts'
import type { UnleashConfig } from './config.ts'
import { noVariant } from './dependency.ts'
import { evaluateUnleash } from './reference/evaluate.ts'
import type { Tools } from './reference/scope.ts'
import { contextsOf } from './sample.ts'

type UnleashCheckInput = { count: number; random: Random; nowMs: number; tools: Tools; kept?: readonly Context[] }

/** Top-level context fields; everything else is a property. */
const fields = new Set(['userId', 'sessionId', 'remoteAddress', 'environment', 'appName', 'currentTime', 'properties'])

/** Converts a Fanion context to the form that applications pass to Unleash's SDK. */
const toUnleashContext = ({ targetingKey, ...rest }: Context): Context => {
  const entries = Object.entries(rest)
  return {
    ...(targetingKey === undefined ? {} : { userId: targetingKey }),
    properties: Object.fromEntries(entries.filter(([name]) => !fields.has(name))),
    ...Object.fromEntries(entries.filter(([name]) => fields.has(name))),
  } as Context
}

/** Compares every imported feature with Unleash's algorithm on the original document, for this many random contexts. */
export const checkUnleash = (
  config: UnleashConfig,
  imported: Imported,
  { count, random, nowMs, tools, kept = [] }: UnleashCheckInput,
): Promise<SelfCheck> =>
  selfCheck({
    imported,
    flags: config.features.map(({ name }) => name),
    contexts: withKept(kept.map(toUnleashContext), count, (left) => contextsOf(config, left, random)),
    nowMs,
    theirs: (feature, context) => {
      const { enabled, variant, random: dice } = evaluateUnleash(config, feature, context, nowMs, tools)
      return dice ? null : [enabled, variant?.name ?? noVariant, variant?.payload?.value ?? null]
    },
    inTheirText: answerOf,
  })

/** Converts an outcome to Unleash's form: enabled, the variant's name, and its payload text. */
const answerOf = (outcome: Outcome): Json => {
  if (outcome.errorCode !== null) return outcome.detail
  const served = outcome.enabled === true && outcome.variant !== null && typeof outcome.value !== 'boolean'
  const payload = outcome.payload
  const text = typeof payload === 'object' && payload !== null && 'value' in payload ? payload.value : null
  return [
    outcome.enabled === true,
    served ? (outcome.name ?? outcome.variant) : noVariant,
    served ? (text ?? null) : null,
  ]
}
