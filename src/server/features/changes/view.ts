import type { ChangeSummary, Review } from '../../../shared/features/changes/schemas/change.ts'
import type { ReviewTable } from '../../platform/db/change-tables.ts'
import { scheduleView } from '../schedules/view.ts'
import type { ChangeRow } from './queries.ts'

export const reviewView = (row: Omit<ReviewTable, 'changeId' | 'results' | 'seen'>): Review => ({
  id: row.id,
  reviewer: { id: row.reviewerId, name: row.reviewerName },
  verdict: row.verdict,
  body: row.body,
  at: row.at.toISOString(),
  void: row.voidSince && row.voidBecause ? { since: row.voidSince.toISOString(), because: row.voidBecause } : null,
})

/** Fields shared by the list and the page of a change. */
export const changeFields = (
  row: ChangeRow,
  schedule: Parameters<typeof scheduleView>[0],
): Omit<ChangeSummary, 'places' | 'approved' | 'bypassed'> => ({
  number: row.number,
  title: row.title,
  author: { id: row.authorId, name: row.authorName },
  state: row.state,
  conflict: row.conflict,
  reviewers: [...row.reviewers],
  schedule: scheduleView(schedule),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
