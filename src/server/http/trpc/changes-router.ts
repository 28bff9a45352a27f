import { z } from 'zod'
import {
  AppliedChange,
  ApproveChangeInput,
  BypassChangeInput,
  Change,
  ChangeList,
  ChangeReference,
  DiscussChangeInput,
  EditChangeInput,
  ListChangesInput,
  RebaseChangeInput,
  SaveChangeInput,
  ScheduleChangeInput,
} from '../../../shared/schemas/change.ts'
import { DiscardDraftsInput, Draft, ListedDraft, SaveDraftInput } from '../../../shared/schemas/draft.ts'
import { Inbox } from '../../../shared/schemas/inbox.ts'
import { InProject } from '../../../shared/schemas/project.ts'
import { apply } from '../../domain/changes/apply.ts'
import { approve } from '../../domain/changes/approve.ts'
import { bypass } from '../../domain/changes/bypass.ts'
import { comment } from '../../domain/changes/comment.ts'
import { discardDrafts } from '../../domain/changes/discard-drafts.ts'
import { edit } from '../../domain/changes/edit.ts'
import { get } from '../../domain/changes/get.ts'
import { inbox } from '../../domain/changes/inbox.ts'
import { list } from '../../domain/changes/list.ts'
import { listDrafts } from '../../domain/changes/list-drafts.ts'
import { publish } from '../../domain/changes/publish.ts'
import { rebase } from '../../domain/changes/rebase.ts'
import { requestChanges } from '../../domain/changes/request-changes.ts'
import { requestReview } from '../../domain/changes/request-review.ts'
import { save } from '../../domain/changes/save.ts'
import { saveDraft } from '../../domain/changes/save-draft.ts'
import { schedule } from '../../domain/changes/schedule.ts'
import { unschedule } from '../../domain/changes/unschedule.ts'
import { withdraw } from '../../domain/changes/withdraw.ts'
import { mayInProject, someone } from './may.ts'
import { t } from './trpc.ts'

/** The right that each act takes in the environments of the change is the verb's to check: it knows which they are. */
const someChange = mayInProject('change.edit')

export const changesRouter = t.router({
  inbox: someone.output(Inbox).query(({ ctx }) => inbox(ctx)),
  list: mayInProject('project.read')
    .input(ListChangesInput)
    .output(ChangeList)
    .query(({ ctx, input }) => list(ctx, input)),
  get: mayInProject('project.read')
    .input(ChangeReference)
    .output(Change)
    .query(({ ctx, input }) => get(ctx, input)),
  save: someChange
    .input(SaveChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => save(ctx, input)),
  edit: someChange
    .input(EditChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => edit(ctx, input)),
  publish: someChange
    .input(ChangeReference)
    .output(AppliedChange)
    .mutation(({ ctx, input }) => publish(ctx, input)),
  requestReview: someChange
    .input(ChangeReference)
    .output(Change)
    .mutation(({ ctx, input }) => requestReview(ctx, input)),
  approve: someChange
    .input(ApproveChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => approve(ctx, input)),
  requestChanges: someChange
    .input(DiscussChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => requestChanges(ctx, input)),
  comment: someChange
    .input(DiscussChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => comment(ctx, input)),
  // tRPC keeps the name `apply` for itself
  applyNow: someChange
    .input(ChangeReference)
    .output(AppliedChange)
    .mutation(({ ctx, input }) => apply(ctx, input)),
  schedule: someChange
    .input(ScheduleChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => schedule(ctx, input)),
  unschedule: someChange
    .input(ChangeReference)
    .output(Change)
    .mutation(({ ctx, input }) => unschedule(ctx, input)),
  rebase: someChange
    .input(RebaseChangeInput)
    .output(Change)
    .mutation(({ ctx, input }) => rebase(ctx, input)),
  withdraw: someChange
    .input(ChangeReference)
    .output(Change)
    .mutation(({ ctx, input }) => withdraw(ctx, input)),
  bypass: someChange
    .input(BypassChangeInput)
    .output(AppliedChange)
    .mutation(({ ctx, input }) => bypass(ctx, input)),
})

export const draftsRouter = t.router({
  list: someChange
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
