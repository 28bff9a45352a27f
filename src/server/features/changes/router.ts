import { z } from 'zod'
import {
  AppliedChange,
  ApplyChangeInput,
  ApproveChangeInput,
  BypassChangeInput,
  Change,
  ChangeList,
  ChangeReference,
  DiscussChangeInput,
  EditChangeInput,
  ListChangesInput,
  RebaseChangeInput,
  RequestReviewInput,
  SaveChangeInput,
  ScheduleChangeInput,
} from '../../../shared/features/changes/schemas/change.ts'
import { Inbox } from '../../../shared/features/changes/schemas/inbox.ts'
import {
  DiscardDraftsInput,
  Draft,
  ListedDraft,
  SaveDraftInput,
} from '../../../shared/features/drafts/schemas/draft.ts'
import { InProject } from '../../../shared/features/projects/schemas/project.ts'
import { projectProcedure, signedInProcedure } from '../../platform/http/trpc/procedures.ts'
import { t } from '../../platform/http/trpc/trpc.ts'
import { discardDrafts } from '../drafts/discard-drafts.ts'
import { listDrafts } from '../drafts/list-drafts.ts'
import { saveDraft } from '../drafts/save-draft.ts'
import { approveChange } from './approve-change.ts'
import { editChange } from './edit-change.ts'
import { inbox } from './inbox.ts'
import { listChanges } from './list-changes.ts'
import { applyApproved, bypassApprovals, publishChange } from './publish-change.ts'
import { readChange } from './read-change.ts'
import { rebaseChange } from './rebase-change.ts'
import { requestReview } from './request-review.ts'
import { commentOnChange, requestChanges } from './review-change.ts'
import { saveChange } from './save-change.ts'
import { scheduleChange } from './schedule-change.ts'
import { unscheduleChange } from './unschedule-change.ts'
import { withdrawChange } from './withdraw-change.ts'

/** Each procedure checks the permissions in the change's environments itself, because it knows which they are. */
const someChange = projectProcedure('change.edit')

export const changesRouter = t.router({
  inbox: signedInProcedure.output(Inbox).query(({ ctx }) => inbox(ctx)),
  list: projectProcedure('project.read')
    .input(ListChangesInput)
    .output(ChangeList)
    .query(({ ctx, input }) => listChanges(ctx, input)),
  get: projectProcedure('project.read')
    .input(ChangeReference)
    .output(Change)
    .query(({ ctx, input }) => readChange(ctx, input)),
  save: someChange
    .input(SaveChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => saveChange(ctx, input)),
  edit: someChange
    .input(EditChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => editChange(ctx, input)),
  publish: someChange
    .input(ApplyChangeInput)
    .output(AppliedChange)
    .mutation(({ ctx, input }) => publishChange(ctx, input)),
  requestReview: someChange
    .input(RequestReviewInput)
    .output(Change)
    .mutation(({ ctx, input }) => requestReview(ctx, input)),
  approve: someChange
    .input(ApproveChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => approveChange(ctx, input)),
  requestChanges: someChange
    .input(DiscussChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => requestChanges(ctx, input)),
  comment: someChange
    .input(DiscussChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => commentOnChange(ctx, input)),
  /** Earlier name of `publish`, for approved changes only. External callers still use it. */
  applyNow: someChange
    .input(ApplyChangeInput)
    .output(AppliedChange)
    .mutation(({ ctx, input }) => applyApproved(ctx, input)),
  schedule: someChange
    .input(ScheduleChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => scheduleChange(ctx, input)),
  unschedule: someChange
    .input(ChangeReference)
    .output(Change)
    .mutation(({ ctx, input }) => unscheduleChange(ctx, input)),
  rebase: someChange
    .input(RebaseChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => rebaseChange(ctx, input)),
  withdraw: someChange
    .input(ChangeReference)
    .output(Change)
    .mutation(({ ctx, input }) => withdrawChange(ctx, input)),
  bypass: someChange
    .input(BypassChangeInput)
    .output(AppliedChange)
    .mutation(({ ctx, input }) => bypassApprovals(ctx, input)),
})

export const draftsRouter = t.router({
  // returns only the caller's drafts, so members who lost the edit permission can still read theirs
  list: projectProcedure('project.read')
    .input(InProject)
    .output(z.array(ListedDraft))
    .query(({ ctx }) => listDrafts(ctx)),
  save: someChange
    .input(SaveDraftInput)
    .output(Draft)
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),
  discard: someChange
    .input(DiscardDraftsInput)
    .output(z.array(ListedDraft))
    .mutation(({ ctx, input }) => discardDrafts(ctx, input)),
})
