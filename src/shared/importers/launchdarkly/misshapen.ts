import { below, type Report } from '../finding.ts'
import { stepsOf } from './attribute-steps.ts'
import type { LdClause, LdFlag, LdRollout, LdSegment, LdSegmentTarget } from './config.ts'

const cure = 'Correct it where it is and read it again.'

/** An empty kind is users for some SDKs, and nobody for those in JavaScript. */
const checkKind = (report: Report, path: string, kind: string | null | undefined): void => {
  if (kind !== '') return
  report('block', path, `A kind of contexts is empty. For some SDKs that is users, for others nobody. ${cure}`)
}

const checkClauses = (report: Report, clauses: readonly LdClause[] | null | undefined): void => {
  if (clauses == null)
    report(
      'block',
      'clauses',
      `A rule has no list of clauses. In JavaScript SDKs nobody meets it, in others everybody. ${cure}`,
    )
  for (const [i, { op, values, contextKind }] of (clauses ?? []).entries()) {
    checkKind(report, `clauses.${i}.contextKind`, contextKind)
    if (values == null && op !== 'segmentMatch')
      report('block', `clauses.${i}.values`, `A clause has no values, so SDKs fail. ${cure}`)
  }
}

const checkTargets = (report: Report, path: string, targets: readonly LdSegmentTarget[] | null | undefined): void => {
  for (const [i, { values }] of (targets ?? []).entries()) {
    if (values == null) report('block', `${path}.${i}.values`, `A list of targets has no keys, so SDKs fail. ${cure}`)
  }
}

const checkRollout = (report: Report, rollout: LdRollout | null | undefined): void =>
  checkKind(report, 'rollout.contextKind', rollout?.contextKind)

const isNoName = (reference: string, kind: string | null | undefined): boolean => stepsOf(reference, !kind) === null

/** Reports what SDKs fail on in a flag, or read differently from one another. */
export const reportMisshapenFlag = (report: Report, flag: LdFlag): void => {
  if (flag.variations == null) report('block', 'variations', `It has no list of variations, so SDKs fail. ${cure}`)
  checkTargets(report, 'targets', flag.targets)
  const ofOthers = flag.contextTargets?.filter(({ contextKind }) => contextKind && contextKind !== 'user')
  checkTargets(report, 'contextTargets', ofOthers)
  checkRollout(below(report, 'fallthrough'), flag.fallthrough?.rollout)
  for (const [i, { clauses, rollout }] of (flag.rules ?? []).entries()) {
    const inside = below(report, `rules.${i}`)
    checkClauses(inside, clauses)
    checkRollout(inside, rollout)
  }
}

/** The same of a segment. */
export const reportMisshapenSegment = (report: Report, segment: LdSegment): void => {
  for (const path of ['includedContexts', 'excludedContexts'] as const) {
    checkTargets(report, path, segment[path])
    for (const [i, { contextKind }] of (segment[path] ?? []).entries())
      checkKind(report, `${path}.${i}.contextKind`, contextKind)
  }
  for (const [i, { clauses, weight, bucketBy, rolloutContextKind }] of (segment.rules ?? []).entries()) {
    const inside = below(report, `rules.${i}`)
    checkClauses(inside, clauses)
    checkKind(inside, 'rolloutContextKind', rolloutContextKind)
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
