import type { Json } from '../../../../schemas/keys.ts'
import type { LdConfig, LdFlag, LdVariationOrRollout } from '../config.ts'
import type { Attributes } from '../context.ts'
import { rolloutOf } from './bucket.ts'
import { kindsOf, type LdContext } from './context.ts'
import type { Scope, Sha1 } from './scope.ts'
import { allClauses } from './segment.ts'

type LdReason = 'OFF' | 'PREREQUISITE_FAILED' | 'TARGET_MATCH' | 'RULE_MATCH' | 'FALLTHROUGH'
type LdServed = { variation: number | null; value: Json; reason: LdReason; ruleIndex?: number; inExperiment?: true }
type Failed = { error: 'FLAG_NOT_FOUND' | 'MALFORMED_FLAG' }

/** LaunchDarkly's result: the variation's index and value, and its reason, or the kind of its error. */
export type LdAnswer = LdServed | Failed

const malformed: Failed = { error: 'MALFORMED_FLAG' }

/**
 * Evaluates the vendor's original document by the vendor's published rules. It shares only the document's schema and
 * the parser of attribute references with the compiler, so that comparing the two verifies the compiler.
 */
export const evaluateLaunchDarkly = (config: LdConfig, key: string, context: Attributes, sha1: Sha1): LdAnswer =>
  flagAnswer({ config, context: kindsOf(context), sha1 }, key, [])

const flagAnswer = (scope: Scope, key: string, above: readonly string[]): LdAnswer => {
  const flag = Object.hasOwn(scope.config.flags, key) ? scope.config.flags[key] : undefined
  if (flag === undefined) return { error: 'FLAG_NOT_FOUND' }
  if (flag.on !== true) return off(flag, 'OFF')
  let isCircle = false
  for (const wanted of flag.prerequisites ?? []) {
    if (above.includes(wanted.key) || wanted.key === key) {
      // JavaScript SDKs continue: a later failing prerequisite decides.
      isCircle = true
      continue
    }
    const answer = flagAnswer(scope, wanted.key, [...above, key])
    if ('error' in answer && answer.error === 'MALFORMED_FLAG') return answer
    const met = !('error' in answer) && answer.reason !== 'OFF' && answer.variation === wanted.variation
    if (!met) return off(flag, 'PREREQUISITE_FAILED')
  }
  if (isCircle) return malformed
  const target = targeted(flag, scope.context)
  if (target !== null) return serve(flag, target, 'TARGET_MATCH')
  for (const [ruleIndex, rule] of (flag.rules ?? []).entries()) {
    const verdict = allClauses(scope, rule.clauses, [])
    if (verdict === 'malformed') return malformed
    if (verdict) return withRule(rollOut(scope, key, flag, rule, 'RULE_MATCH'), ruleIndex)
  }
  return rollOut(scope, key, flag, flag.fallthrough ?? {}, 'FALLTHROUGH')
}

const withRule = (answer: LdAnswer, ruleIndex: number): LdAnswer =>
  'error' in answer ? answer : { ...answer, ruleIndex }

const serve = (flag: LdFlag, variation: number, reason: LdReason): LdAnswer => {
  const value = flag.variations?.[variation]
  return value === undefined ? malformed : { variation, value, reason }
}

const off = (flag: LdFlag, reason: LdReason): LdAnswer =>
  typeof flag.offVariation === 'number'
    ? serve(flag, flag.offVariation, reason)
    : { variation: null, value: null, reason }

/** The variation of a target. A user entry in `contextTargets` only determines the order; its keys are in `targets`. */
const targeted = (flag: LdFlag, context: LdContext): number | null => {
  const users = flag.targets ?? []
  const ofUsers = (variation: number) => users.find((user) => user.variation === variation)
  const entries = flag.contextTargets?.length
    ? flag.contextTargets.map((entry) => ((entry.contextKind || 'user') === 'user' ? ofUsers(entry.variation) : entry))
    : users
  for (const entry of entries) {
    const key = context.get(entry?.contextKind || 'user')?.['key']
    if (typeof key === 'string' && entry?.values?.includes(key)) return entry.variation
  }
  return null
}

const rollOut = (
  scope: Scope,
  key: string,
  flag: LdFlag,
  serving: LdVariationOrRollout,
  reason: LdReason,
): LdAnswer => {
  if (typeof serving.variation === 'number') return serve(flag, serving.variation, reason)
  if (!serving.rollout) return malformed
  const chosen = rolloutOf(scope, serving.rollout, `${key}.${flag.salt ?? ''}`)
  if (chosen === 'malformed') return malformed
  const served = serve(flag, chosen.variation, reason)
  return chosen.inExperiment && !('error' in served) ? { ...served, inExperiment: true } : served
}
