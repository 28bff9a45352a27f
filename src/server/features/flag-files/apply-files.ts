import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { AppliedFiles, ApplyFilesInput } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requirePermission } from '../../platform/kernel/require-permission.ts'
import { publishChange } from '../changes/publish-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { saveChange } from '../changes/save-change.ts'
import { archiveMany } from '../flags/archive-many.ts'
import { editFlag } from '../flags/edit-flag.ts'
import { recordFilePaths } from '../flags/queries.ts'
import { insertFileSubjects, introduceNewSubjects } from './introduce-new-subjects.ts'
import { removalEntries } from './removal-entries.ts'
import { requireUnmovedSubjects } from './require-unmoved-subjects.ts'

type Input = z.output<typeof ApplyFilesInput>

/** Errors after which the change is submitted for members to decide. */
const forPeople = new Set(['change/approval-required', 'impact/second-look', 'auth/forbidden'])

/**
 * Applies files to a project in one transaction: creates new flags and segments, renames flags, and publishes one
 * change over all environments as a member would. Then archives flags that no file contains. If permissions, approvals
 * or an impact review are missing, the change is submitted for review instead, including the removals, and no user's
 * value changes until then.
 */
export async function applyFiles(ctx: ProjectCtx, input: Input): Promise<AppliedFiles> {
  try {
    return await attempt(ctx, input)
  } catch (error) {
    if (!(error instanceof FanionError) || !forPeople.has(error.code) || isRows(input)) throw error
    return attempt(ctx, input, error.message)
  }
}

/** Whether there is nothing for members to decide. */
const isRows = ({ entries, archive }: Input): boolean => entries.length + archive.length === 0

/** Applies the files once. With a reason `why`, the change is proposed for review instead of published. */
const attempt = (ctx: ProjectCtx, input: Input, why: string | null = null): Promise<AppliedFiles> =>
  inTransaction(ctx, async (tx) => {
    const { role, name, key: project } = tx.project
    const { title, message, archive, despite, kept } = input
    if (input.flags.length + input.edits.length + archive.length > 0 || kept) requirePermission(role, 'flag.edit', name)
    if (input.segments.length > 0) requirePermission(role, 'segment.edit', name)
    if (input.exact) await requireUnmovedSubjects(tx, input)
    await insertFileSubjects(tx, input)
    for (const edit of input.edits) await editFlag(tx, { project, ...edit })
    if (kept) await recordFilePaths(tx.db, tx.project, kept)
    const brought = await introduceNewSubjects(tx, input)
    const entries = why === null ? brought : [...brought, ...(await removalEntries(tx, archive))]
    const change = entries.length === 0 ? null : (await saveChange(tx, { project, title, message, entries })).number
    if (change !== null && why !== null) {
      const { state } = await requestReview(tx, { change })
      return { state: state === 'approved' ? 'approved' : 'in-review', change, why, revisions: [], archived: [] }
    }
    const published = change === null ? null : await publishChange(tx, { change, despite })
    // archived after the publish, because published documents no longer require them
    if (archive.length > 0) await archiveMany(tx, { flags: archive, despite })
    const state = published === null ? 'none' : 'published'
    return { state, change, why, revisions: published?.revisions ?? [], archived: archive }
  })
