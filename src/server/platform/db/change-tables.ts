import type { ColumnType } from 'kysely'
import type { ChangeState, ReviewVerdict, VoidReason } from '../../../shared/features/changes/schemas/change.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'

export interface ChangeTables {
  change: ChangeTable
  changeAuthor: ChangeAuthorTable
  changeEntry: ChangeEntryTable
  review: ReviewTable
  schedule: ScheduleTable
  draft: DraftTable
}

type Kind = 'flag' | 'segment'
/** Written as JSON text, read as a document that zod validated before it was written. Null deletes the subject. */
type ProposedColumn = ColumnType<FlagDocument | SegmentDocument | null, string | null, string | null>

/** Environment id to the digest of what a change results in there: its documents and the resulting answers. */
export type Results = Readonly<Record<string, string>>
/** A requested reviewer, with their name at the time of the request. */
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
  /** Incremented by each edit, so that reviewers cannot approve a version they have not seen. */
  version: number
  /** Why the change no longer applies, as a sentence. Null in every other state. */
  conflict: string | null
  /** The results of the change, once it is submitted for review. */
  results: ResultsColumn
  /** Ids of the environments that require an impact review because the change moves too many users. */
  secondLook: ColumnType<readonly string[] | null, string | null | undefined, string | null>
  /** Requested reviewers. Written as JSON text. */
  reviewers: ColumnType<readonly Reviewer[], string | undefined, string>
  createdAt: Date
  updatedAt: Date
  decidedAt: Date | null
  appliedAt: Date | null
}
/** Everyone who wrote any part of a change. For a service token: its creator and its holders. */
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
  /** For an approval: the approved results, in the environments whose approval rule the reviewer met with them. */
  results: ResultsColumn
  /** For an approval: environment id to the newest revision that the reviewer had seen. */
  seen: ColumnType<Readonly<Record<string, number>> | null, string | null | undefined, string | null>
}
/** When a change is, was or would have been applied. Each change has at most one schedule that has not ended. */
export interface ScheduleTable {
  id: string
  changeId: string
  dueAt: Date
  zone: string
  madeAt: Date
  madeBy: string
  /** Whose permissions it runs with: a user's or a service token's. Null if that was deleted. */
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
