import type { Outcome } from '../../../engine/outcome.ts'
import type { Context } from '../../../schemas/context.ts'
import type { Json } from '../../../schemas/keys.ts'
import type { Imported } from '../../importing/imported.ts'
import { type Random, withKept } from '../../importing/sample.ts'
import { type SelfCheck, selfCheck } from '../../importing/self-check.ts'
import type { GoffConfig, GoffFlag } from './config.ts'
import { parseQuery, trimmed, Unparsed } from './query.ts'
import { evaluateGoff } from './reference/evaluate.ts'
import { contextsOf } from './sample.ts'

/**
 * Whether the reference evaluator supports every query of the flag. It does not support JSONLogic or invalid queries.
 */
const isAsked = ({ targeting, scheduledRollout }: GoffFlag): boolean =>
  [...(targeting ?? []), ...(scheduledRollout ?? []).flatMap((step) => step.targeting ?? [])].every(({ query }) => {
    const text = trimmed(query ?? '')
    if (text === '') return true
    try {
      parseQuery(text)
      return true
    } catch (error) {
      if (error instanceof Unparsed) return false
      throw error
    }
  })

/** Compares every imported flag with the reference evaluator on the original file, for this many random contexts. */
export const checkGoff = (
  config: GoffConfig,
  imported: Imported,
  { count, random, nowMs, kept = [] }: { count: number; random: Random; nowMs: number; kept?: readonly Context[] },
): Promise<SelfCheck> =>
  selfCheck({
    imported,
    flags: Object.entries(config).flatMap(([name, flag]) => (isAsked(flag) ? [name] : [])),
    contexts: withKept(kept, count, (left) => contextsOf(config, left, random)),
    nowMs,
    theirs: (name, context) => {
      const answer = evaluateGoff(name, config[name] ?? {}, context, nowMs)
      // An error also serves the default in code.
      return typeof answer === 'string'
        ? 'default'
        : [config[name]?.variations?.[answer.variation] ?? null, answer.variation]
    },
    inTheirText: ({ errorCode, value, variant, name }: Outcome): Json =>
      errorCode !== null || variant === null ? 'default' : [value ?? null, name ?? variant],
  })
