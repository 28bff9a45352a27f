import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { AppliedFiles, ApplyFilesInput } from '../../../shared/schemas/file-changes.ts'
import { inTransaction, type ProjectCtx } from '../../kernel/ctx.ts'
import { permit } from '../../kernel/permit.ts'
import { publishChange } from '../changes/publish-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { saveChange } from '../changes/save-change.ts'
import { editFlag } from '../flags/edit-flag.ts'
import { bringInNew, makeRows } from './bring-in-new.ts'

type Input = z.output<typeof ApplyFilesInput>

/** What people decide about, and a change is put before them for. */
const forPeople = new Set(['change/approval-required', 'impact/second-look', 'auth/forbidden'])

/**
 * Makes a project what files say, all of it or nothing, in one transaction: flags and segments that are new, what flags are
 * called, and one change over all environments, published as a person would. Where the caller may not, or approvals or a second look
 * are asked for, the change waits for people instead, and nobody's answer changes before.
 */
export async function applyFiles(ctx: ProjectCtx, input: Input): Promise<AppliedFiles> {
  try {
    return await attempt(ctx, input)
  } catch (error) {
    if (!(error instanceof FanionError) || !forPeople.has(error.code) || input.entries.length === 0) throw error
    return attempt(ctx, input, error.message)
  }
}

/** One attempt; with a reason why it waits for people, the change is proposed. */
const attempt = (ctx: ProjectCtx, input: Input, why: string | null = null): Promise<AppliedFiles> =>
  inTransaction(ctx, async (tx) => {
    const { role, name, key: project } = tx.project
    if (input.flags.length + input.edits.length > 0) permit(role, 'flag.edit', name)
    if (input.segments.length > 0) permit(role, 'segment.edit', name)
    await makeRows(tx, input)
    for (const edit of input.edits) await editFlag(tx, { project, ...edit })
    const entries = await bringInNew(tx, input)
    if (entries.length === 0) return { state: 'none', change: null, why: null, revisions: [] }
    const { title, message } = input
    const { number: change } = await saveChange(tx, { project, title, message, entries })
    if (why === null) {
      const { revisions } = await publishChange(tx, { change, despite: input.despite })
      return { state: 'published', change, why, revisions }
    }
    const { state } = await requestReview(tx, { change })
    return { state: state === 'approved' ? 'approved' : 'in-review', change, why, revisions: [] }
  })
