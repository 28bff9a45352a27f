import type { z } from 'zod'
import type { Change, SaveChangeInput } from '../../../shared/features/changes/schemas/change.ts'
import { nameOf, personIdOf } from '../../platform/kernel/actor.ts'
import { audit } from '../../platform/kernel/audit.ts'
import { inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { deleteDrafts } from '../drafts/queries.ts'
import { checkProposals } from '../publishing/check-proposals.ts'
import { insertChange, nextNumber, replaceEntries } from './queries.ts'
import { readChange } from './read-change.ts'
import { recordAuthors } from './record-authors.ts'

/**
 * Saves a proposal as a draft change with the project's next number. Deletes the author's own drafts of the same
 * subjects, which it now contains.
 */
export async function saveChange(ctx: ProjectCtx, input: z.output<typeof SaveChangeInput>): Promise<Change> {
  const { title, message, entries } = input
  const number = await inTransaction(ctx, async (tx) => {
    const environments = await checkProposals(tx, entries)
    const [id, now, author] = [tx.newId(), tx.now(), personIdOf(tx.actor)]
    const row = { id, number: await nextNumber(tx.db, tx.project), title, message, state: 'draft', version: 1 } as const
    await insertChange(tx.db, {
      ...row,
      projectId: tx.project.id,
      authorId: author,
      authorName: nameOf(tx.actor),
      conflict: null,
      createdAt: now,
      updatedAt: now,
      decidedAt: null,
      appliedAt: null,
    })
    await recordAuthors(tx, id)
    await replaceEntries(tx.db, id, entries, environments)
    if (author !== null) await deleteDrafts(tx.db, author, entries, environments)
    await audit(tx, {
      action: 'change.save',
      subject: `${tx.project.key}/changes/${row.number}`,
      projectId: tx.project.id,
      after: { title, message, entries },
    })
    return row.number
  })
  return readChange(ctx, { change: number })
}
