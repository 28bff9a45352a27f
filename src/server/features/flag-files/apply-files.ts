import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { AppliedFiles, ApplyFilesInput } from '../../../shared/features/flag-files/schemas/file-changes.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { permit } from '../../platform/kernel/permit.ts'
import { publishChange } from '../changes/publish-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { saveChange } from '../changes/save-change.ts'
import { archiveMany } from '../flags/archive-many.ts'
import { editFlag } from '../flags/edit-flag.ts'
import { putKeptIn } from '../flags/queries.ts'
import { bringInNew, makeRows } from './bring-in-new.ts'
import { refuseMoved } from './refuse-moved.ts'
import { removalsOf } from './removals-of.ts'

type Input = z.output<typeof ApplyFilesInput>

/** What people decide about, and a change is put before them for. */
const forPeople = new Set(['change/approval-required', 'impact/second-look', 'auth/forbidden'])

/**
 * Makes a project what files say, all of it or nothing, in one transaction: flags and segments that are new, what flags are
 * called, and one change over all environments, published as a person would; then flags that no file has are archived. Where the caller
 * may not, or approvals or a second look are asked for, the change waits for people instead, with what archiving would take away, and
 * nobody's answer changes before.
 */
export async function applyFiles(ctx: ProjectCtx, input: Input): Promise<AppliedFiles> {
  try {
    return await attempt(ctx, input)
  } catch (error) {
    if (!(error instanceof FanionError) || !forPeople.has(error.code) || isRows(input)) throw error
    return attempt(ctx, input, error.message)
  }
}

/** Whether there is nothing that people could decide about. */
const isRows = ({ entries, archive }: Input): boolean => entries.length + archive.length === 0

/** One attempt; with a reason why it waits for people, the change is proposed. */
const attempt = (ctx: ProjectCtx, input: Input, why: string | null = null): Promise<AppliedFiles> =>
  inTransaction(ctx, async (tx) => {
    const { role, name, key: project } = tx.project
    const { title, message, archive, despite, kept } = input
    if (input.flags.length + input.edits.length + archive.length > 0 || kept) permit(role, 'flag.edit', name)
    if (input.segments.length > 0) permit(role, 'segment.edit', name)
    if (input.exact) await refuseMoved(tx, input)
    await makeRows(tx, input)
    for (const edit of input.edits) await editFlag(tx, { project, ...edit })
    if (kept) await putKeptIn(tx.db, tx.project, kept)
    const brought = await bringInNew(tx, input)
    const entries = why === null ? brought : [...brought, ...(await removalsOf(tx, archive))]
    const change = entries.length === 0 ? null : (await saveChange(tx, { project, title, message, entries })).number
    if (change !== null && why !== null) {
      const { state } = await requestReview(tx, { change })
      return { state: state === 'approved' ? 'approved' : 'in-review', change, why, revisions: [], archived: [] }
    }
    const published = change === null ? null : await publishChange(tx, { change, despite })
    // after what no longer requires them
    if (archive.length > 0) await archiveMany(tx, { flags: archive, despite })
    const state = published === null ? 'none' : 'published'
    return { state, change, why, revisions: published?.revisions ?? [], archived: archive }
  })
