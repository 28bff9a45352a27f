import { below, type Report } from '../../importing/finding.ts'
import { stepsOf } from './attribute-steps.ts'
import type { LdClause, LdFlag, LdSegment, LdSegmentTarget, LdVariationOrRollout } from './config.ts'

const cure = 'Correct it where it is and read it again.'

/**
 * JavaScript SDKs read an empty kind as matching no one, others as users. The vendor's API writes an empty kind where
 * no SDK reads it, so callers check only kinds that are read.
 */
const checkKind = (report: Report, path: string, kind: string | null | undefined): void => {
  if (kind !== '') return
  report('block', path, `A kind of contexts is empty. For some SDKs that is users, for others nobody. ${cure}`)
}

/** Segment matches and the attribute `kind` apply to all kinds of a context. */
const readsKind = ({ op, attribute, contextKind }: LdClause): boolean => {
  if (op === 'segmentMatch') return false
  const steps = stepsOf(attribute ?? '', !contextKind)
  return steps?.length !== 1 || steps[0] !== 'kind'
}

const checkClauses = (report: Report, clauses: readonly LdClause[] | null | undefined): void => {
  if (clauses == null)
    report(
      'block',
      'clauses',
      `A rule has no list of clauses. In JavaScript SDKs nobody meets it, in others everybody. ${cure}`,
    )
  for (const [i, clause] of (clauses ?? []).entries()) {
    const { op, values, contextKind } = clause
    if (readsKind(clause)) checkKind(report, `clauses.${i}.contextKind`, contextKind)
    if (values == null && op !== 'segmentMatch')
      report('block', `clauses.${i}.values`, `A clause has no values, so SDKs fail. ${cure}`)
  }
}

const checkTargets = (report: Report, path: string, targets: readonly LdSegmentTarget[] | null | undefined): void => {
  for (const [i, { values }] of (targets ?? []).entries()) {
    if (values == null) report('block', `${path}.${i}.values`, `A list of targets has no keys, so SDKs fail. ${cure}`)
  }
}

/** A rollout is ignored if there is a variation. */
const checkRollout = (report: Report, serving: LdVariationOrRollout | null | undefined): void => {
  if (typeof serving?.variation !== 'number') checkKind(report, 'rollout.contextKind', serving?.rollout?.contextKind)
}

const isNoName = (reference: string, kind: string | null | undefined): boolean => stepsOf(reference, !kind) === null

/** Reports the parts of a flag that make SDKs fail or that they read differently. */
export const reportMisshapenFlag = (report: Report, flag: LdFlag): void => {
  if (flag.variations == null) report('block', 'variations', `It has no list of variations, so SDKs fail. ${cure}`)
  checkTargets(report, 'targets', flag.targets)
  const ofOthers = flag.contextTargets?.filter(({ contextKind }) => contextKind && contextKind !== 'user')
  checkTargets(report, 'contextTargets', ofOthers)
  checkRollout(below(report, 'fallthrough'), flag.fallthrough)
  for (const [i, rule] of (flag.rules ?? []).entries()) {
    const inside = below(report, `rules.${i}`)
    checkClauses(inside, rule.clauses)
    checkRollout(inside, rule)
  }
}

/** Reports the same for a segment. */
export const reportMisshapenSegment = (report: Report, segment: LdSegment): void => {
  for (const path of ['includedContexts', 'excludedContexts'] as const) {
    checkTargets(report, path, segment[path])
    for (const [i, { contextKind, values }] of (segment[path] ?? []).entries()) {
      if (values?.length) checkKind(report, `${path}.${i}.contextKind`, contextKind)
    }
  }
  for (const [i, { clauses, weight, bucketBy, rolloutContextKind }] of (segment.rules ?? []).entries()) {
    const inside = below(report, `rules.${i}`)
    checkClauses(inside, clauses)
    if (weight != null) checkKind(inside, 'rolloutContextKind', rolloutContextKind)
    const last = clauses?.at(-1)
    const lastFails =
      last !== undefined && last.op !== 'segmentMatch' && isNoName(last.attribute ?? '', last.contextKind)
    if (lastFails || (weight != null && bucketBy && isNoName(bucketBy, rolloutContextKind)))
      report(
        'block',
        `rules.${i}`,
        `An attribute of it is no name, so flags that ask for it fail in some SDKs. ${cure}`,
      )
  }
}
