import type { ColumnType } from 'kysely'
import type { ChangeState, ReviewVerdict, VoidReason } from '../../../shared/features/changes/schemas/change.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'

/** The tables of changes and drafts. */
export interface ChangeTables {
  change: ChangeTable
  changeAuthor: ChangeAuthorTable
  changeEntry: ChangeEntryTable
  review: ReviewTable
  schedule: ScheduleTable
  draft: DraftTable
}

type Kind = 'flag' | 'segment'
/** Written as JSON text, read as the document that zod checked before it was written; null takes the subject away. */
type ProposedColumn = ColumnType<FlagDocument | SegmentDocument | null, string | null, string | null>

/** Environment id to the digest of what a change comes to there: its documents, and the answers that follow. */
export type Results = Readonly<Record<string, string>>
/** Somebody who was asked, with the name of then. */
type Reviewer = { id: string; name: string }
/** Written as JSON text. */
type ResultsColumn = ColumnType<Results | null, string | null | undefined, string | null>

export interface ChangeTable {
  id: string
  projectId: string
  number: number
  title: string
  message: string
  authorId: string | null
  authorName: string
  state: ChangeState
  /** Counts the edits, so that nobody approves what they have not seen. */
  version: number
  /** Why it no longer applies, in words; null in every other state. */
  conflict: string | null
  /** What it comes to, once it is put before reviewers. */
  results: ResultsColumn
  /** Ids of the environments where it moves more than they let pass unreviewed. */
  secondLook: ColumnType<readonly string[] | null, string | null | undefined, string | null>
  /** Who was asked by name to review it. Written as JSON text. */
  reviewers: ColumnType<readonly Reviewer[], string | undefined, string>
  createdAt: Date
  updatedAt: Date
  decidedAt: Date | null
  appliedAt: Date | null
}
/** Everybody who wrote any of a change; of a service token, who made or holds it. */
interface ChangeAuthorTable {
  changeId: string
  personId: string
}
interface ChangeEntryTable {
  changeId: string
  environmentId: string
  kind: Kind
  key: string
  document: ProposedColumn
  base: number
}
export interface ReviewTable {
  id: string
  changeId: string
  reviewerId: string | null
  reviewerName: string
  verdict: ReviewVerdict
  body: string
  at: Date
  voidSince: Date | null
  voidBecause: VoidReason | null
  /** Of an approval: the results that it is of, in the environments where its giver could approve by what they came with. */
  results: ResultsColumn
  /** Of an approval: environment id to the newest revision there that its giver saw. */
  seen: ColumnType<Readonly<Record<string, number>> | null, string | null | undefined, string | null>
}
/** When a change is, was or would have been applied. At most one of a change has not ended. */
export interface ScheduleTable {
  id: string
  changeId: string
  dueAt: Date
  zone: string
  madeAt: Date
  madeBy: string
  /** Whose right it runs with: a person's, or a service token's; null where that is gone. */
  personId: string | null
  tokenId: string | null
  endedAt: Date | null
  endedAs: 'applied' | 'conflicted' | 'lapsed' | 'unscheduled' | 'withdrawn' | null
}
export interface DraftTable {
  personId: string
  environmentId: string
  kind: Kind
  key: string
  document: ProposedColumn
  base: number
  updatedAt: Date
}
