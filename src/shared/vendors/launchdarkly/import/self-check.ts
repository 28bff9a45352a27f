import type { Outcome } from '../../../engine/outcome.ts'
import type { Context } from '../../../schemas/context.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Imported } from '../../importing/imported.ts'
import { type Random, withKept } from '../../importing/sample.ts'
import { type SelfCheck, selfCheck } from '../../importing/self-check.ts'
import type { LdConfig } from './config.ts'
import { evaluateLaunchDarkly } from './reference/evaluate.ts'
import type { Sha1 } from './reference/scope.ts'
import { contextsOf } from './sample.ts'

type LdCheckInput = { count: number; random: Random; nowMs: number; sha1: Sha1; kept?: readonly Context[] }

/**
 * Converts a Fanion context to the form that applications pass to LaunchDarkly's SDK: kind user, unless it has a kind.
 */
const toLaunchDarklyContext = (context: Context): Context => {
  const { targetingKey, key = targetingKey, ...rest } = context
  return ('kind' in context ? context : { ...rest, kind: 'user', key: key ?? 'nobody' }) as Context
}

/**
 * Compares every imported flag with LaunchDarkly's algorithm on the original document, for this many random contexts.
 */
export const checkLaunchDarkly = (
  config: LdConfig,
  imported: Imported,
  { count, random, nowMs, sha1, kept = [] }: LdCheckInput,
): Promise<SelfCheck> =>
  selfCheck({
    imported,
    flags: Object.keys(config.flags),
    contexts: withKept(kept.map(toLaunchDarklyContext), count, (left) => contextsOf(config, left, random)),
    nowMs,
    theirs: (flag, context) => {
      const answer = evaluateLaunchDarkly(config, flag, context, sha1)
      return 'error' in answer ? answer.error : [answer.variation, answer.value, answer.inExperiment ?? false]
    },
    inTheirText: (outcome, flag) =>
      answerOf(outcome, Object.keys(imported.flags[imported.keys.flags.get(flag) ?? flag]?.variants ?? {})),
  })

const answerOf = ({ errorCode, detail, variant, value, inExperiment }: Outcome, variants: readonly string[]): Json => {
  if (errorCode !== null) return detail
  return [variant === null ? null : variants.indexOf(variant), value ?? null, inExperiment]
}
