import { AnswerForms } from '../../../shared/datafile/answer-forms.ts'
import { canonicalJson } from '../../../shared/datafile/canonical-json.ts'
import type { PublishEffect } from '../../../shared/datafile/publish-effect.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { approvalsRequiredSince, dependenciesAtRevision, revisionTouching } from './dependency-queries.ts'
import { sha256 } from './sha256.ts'

/** A state replaced less than 30 days ago can be restored without another approval. */
const rollbackWindowMs = 30 * 24 * 3_600_000

/**
 * Whether a publish only returns to a state that was live less than 30 days ago, after approvals became required. Its
 * documents must equal those of one revision, and all affected flags must evaluate as they did then, including their
 * dependencies. That revision is the last before one of the subjects was touched: after `backTo`, or most recently.
 */
export async function isRollbackToApprovedState(
  { db, environment, now }: EnvironmentCtx,
  { entries, backTo }: { entries: readonly Entry[]; backTo?: number | undefined },
  { changed, forms }: PublishEffect,
): Promise<boolean> {
  // without required approvals, any past state may return
  const approvedFrom = environment.requiredApprovals === 0 ? 1 : await approvalsRequiredSince(db, environment)
  const touch = await revisionTouching(db, environment, entries, backTo)
  if (approvedFrom === null || touch === undefined) return false
  const stood = touch.number - 1
  // before its first revision, an environment had nothing that could have been approved
  if (stood < Math.max(approvedFrom, 1) || now().getTime() - touch.publishedAt.getTime() > rollbackWindowMs)
    return false
  const flags = changed.map((key) => ({ kind: 'flag' as const, key }))
  const subjects = entries.map(({ kind, key }) => ({ kind, key }))
  const then = await dependenciesAtRevision(db, environment, stood, [...flags, ...subjects])
  const isAsThen = ({ kind, key, document }: Entry) =>
    canonicalJson(then.get(`${kind}/${key}`) ?? null) === canonicalJson(document)
  const formsThen = new AnswerForms(then, sha256)
  return entries.every(isAsThen) && changed.every((key) => formsThen.of(key) === forms.get(key))
}
