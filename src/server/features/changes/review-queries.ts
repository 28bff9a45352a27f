import type { Insertable } from 'kysely'
import type { VoidReason } from '../../../shared/features/changes/schemas/change.ts'
import type { Results, ReviewTable } from '../../platform/db/change-tables.ts'
import type { Db, Tx } from '../../platform/db/pool.ts'
import type { ProvenProject } from '../../platform/kernel/scope.ts'

/** The discussion of a change, oldest first. */
export const reviewsOf = (db: Db, changeId: string) =>
  db
    .selectFrom('review')
    .select(['id', 'reviewerId', 'reviewerName', 'verdict', 'body', 'at', 'voidSince', 'voidBecause'])
    .where('changeId', '=', changeId)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** The approvals that still count, with each reviewer's current role in the project. Disabled accounts have none. */
export const approvalsOf = (db: Db, project: ProvenProject, changeId: string) =>
  db
    .selectFrom('review')
    .leftJoin('person', (join) => join.onRef('person.id', '=', 'review.reviewerId').on('person.disabledAt', 'is', null))
    .leftJoin('membership', (join) =>
      join.onRef('membership.personId', '=', 'person.id').on('membership.projectId', '=', project.id),
    )
    .select(['review.id', 'review.reviewerId', 'review.reviewerName', 'review.at', 'review.results', 'review.seen'])
    .select(['person.instanceRole', 'membership.role', 'membership.environments'])
    .where('review.changeId', '=', changeId)
    .where('review.verdict', '=', 'approve')
    .where('review.voidSince', 'is', null)
    // authors cannot approve their own change
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('changeAuthor')
            .select('changeAuthor.personId')
            .whereRef('changeAuthor.changeId', '=', 'review.changeId')
            .whereRef('changeAuthor.personId', '=', 'review.reviewerId'),
        ),
      ),
    )
    .orderBy('review.at')
    .execute()

/** Which of the given changes the person has approved in their current version. */
export const changesApprovedBy = async (db: Db, personId: string | null, changeIds: readonly string[]) => {
  if (personId === null || changeIds.length === 0) return []
  return db
    .selectFrom('review')
    .select('changeId')
    .distinct()
    .where('changeId', 'in', changeIds)
    .where('reviewerId', '=', personId)
    .where('verdict', '=', 'approve')
    .where('voidSince', 'is', null)
    .execute()
}

export const insertReview = (tx: Tx, review: Insertable<ReviewTable>) =>
  tx.insertInto('review').values(review).execute()

export const voidReviews = async (tx: Tx, ids: readonly string[], at: Date, because: VoidReason) => {
  if (ids.length === 0) return
  await tx.updateTable('review').set({ voidSince: at, voidBecause: because }).where('id', 'in', ids).execute()
}

/** Records that these approvals also apply to a change's new result in some environments. */
export const extendApprovals = async (
  tx: Tx,
  approvals: readonly { id: string; results: Results | null }[],
  results: Results,
) => {
  for (const { id, results: approved } of approvals) {
    const still = Object.fromEntries(
      Object.keys(approved ?? {}).flatMap((key) => (results[key] ? [[key, results[key]]] : [])),
    )
    await tx
      .updateTable('review')
      .set({ results: JSON.stringify({ ...approved, ...still }) })
      .where('id', '=', id)
      .execute()
  }
}
