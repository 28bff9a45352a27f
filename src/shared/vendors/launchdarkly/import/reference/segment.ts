import { stepsOf } from '../attribute-steps.ts'
import type { LdClause, LdSegment, LdSegmentRule, LdSegmentTarget } from '../config.ts'
import { bucketOf } from './bucket.ts'
import { holds } from './clause.ts'
import { attributeOf, type LdContext } from './context.ts'
import type { Scope, Verdict } from './scope.ts'

/**
 * Whether every clause matches. True for an empty list, false for a missing one. `path` contains the segments being
 * evaluated, to detect cycles.
 */
export const allClauses = (
  scope: Scope,
  clauses: readonly LdClause[] | null | undefined,
  path: readonly string[],
): Verdict<boolean> => {
  if (clauses == null) return false
  for (const [i, clause] of clauses.entries()) {
    // JavaScript SDKs drop the error when they evaluate the next clause.
    if (i + 1 < clauses.length && isMalformed(clause)) continue
    const verdict = clauseHolds(scope, clause, path)
    if (verdict !== true) return verdict
  }
  return true
}

const isMalformed = ({ op, attribute, contextKind }: LdClause): boolean =>
  op !== 'segmentMatch' && stepsOf(attribute ?? '', contextKind == null) === null

const clauseHolds = (scope: Scope, clause: LdClause, path: readonly string[]): Verdict<boolean> => {
  const negate = clause.negate === true
  const values = clause.values ?? []
  if (clause.op === 'segmentMatch') {
    const verdict = inAnySegment(scope, values, path)
    return verdict === 'malformed' ? verdict : verdict !== negate
  }
  const steps = stepsOf(clause.attribute ?? '', clause.contextKind == null)
  if (steps === null) return 'malformed'
  const actual = attributeOf(scope.context, clause.contextKind ?? 'user', steps)
  if (actual === undefined || actual === null) return false
  const candidates: readonly unknown[] = Array.isArray(actual) ? actual : [actual]
  return candidates.some((candidate) => values.some((wanted) => holds(clause.op, candidate, wanted))) !== negate
}

const inAnySegment = (scope: Scope, keys: readonly unknown[], path: readonly string[]): Verdict<boolean> => {
  for (const key of keys) {
    const verdict = inSegment(scope, String(key), path)
    if (verdict !== false) return verdict
  }
  return false
}

const inSegment = (scope: Scope, key: string, path: readonly string[]): Verdict<boolean> => {
  const segments = scope.config.segments ?? {}
  const segment = Object.hasOwn(segments, key) ? segments[key] : undefined
  if (segment === undefined) return false
  if (path.includes(key)) return 'malformed'
  if (segment.unbounded === true && segment.generation == null) return false
  if (segment.unbounded !== true) {
    if (listed(scope.context, segment.includedContexts, segment.included)) return true
    if (listed(scope.context, segment.excludedContexts, segment.excluded)) return false
  }
  for (const rule of segment.rules ?? []) {
    const verdict = ruleHolds(scope, key, segment, rule, [...path, key])
    if (verdict !== false) return verdict
  }
  return false
}

const ruleHolds = (
  scope: Scope,
  key: string,
  segment: LdSegment,
  rule: LdSegmentRule,
  path: readonly string[],
): Verdict<boolean> => {
  const verdict = allClauses(scope, rule.clauses, path)
  if (verdict !== true || rule.weight == null) return verdict
  const prefix = `${key}.${segment.salt ?? ''}`
  const bucket = bucketOf(scope, prefix, rule.rolloutContextKind ?? null, rule.bucketBy ?? null)
  return bucket === 'malformed' ? bucket : bucket < rule.weight / 100_000
}

const listed = (
  context: LdContext,
  byKind: readonly LdSegmentTarget[] | null | undefined,
  users: readonly string[] | null | undefined,
): boolean => {
  const has = (kind: string, keys: readonly string[] | null | undefined) => {
    const key = context.get(kind)?.['key']
    return typeof key === 'string' && key !== '' && (keys ?? []).includes(key)
  }
  return (byKind ?? []).some((target) => has(target.contextKind || 'user', target.values)) || has('user', users)
}
