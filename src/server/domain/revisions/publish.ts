import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Entry, Revision, RevisionMark } from '../../../shared/schemas/revision.ts'
import { actorColumns, audit } from '../../kernel/audit.ts'
import { type EnvironmentCtx, inTransaction } from '../../kernel/ctx.ts'
import { checkBase } from './check-base.ts'
import { checkEntries } from './check-entries.ts'
import { checkProtection } from './check-protection.ts'
import { digestWith, documentsBefore, foldIntoHeads } from './fold.ts'
import { announce, insertEntries, insertRevision, lockEnvironment, setHeadNumber } from './queries.ts'
import { revisionView } from './view.ts'

export type Publication = {
  /** The newest revision the editor saw. */
  base: number
  message: string
  entries: readonly Entry[]
  /** What the revision is marked with, unless it is an emergency. */
  mark?: RevisionMark
  /** What a protected environment asks for has been met: a change with its approvals, or the way back. */
  cleared?: boolean
  /** Number of the change it applies. */
  change?: number
}

/**
 * The only way into an environment. In one transaction: lock the environment, check the base, check the documents,
 * insert revision n + 1 with its entries, move the heads on, append the audit event, announce. Refusals:
 * `revision/stale`, `auth/forbidden`, `change/approval-required`, and those of the documents; nothing of a refused
 * publication is kept.
 */
export async function publish(ctx: EnvironmentCtx, input: Publication): Promise<Revision> {
  refuseTwice(input.entries)
  return inTransaction(ctx, async (tx) => {
    const { environment, project } = tx
    const { headNumber: head, ...demands } = await lockEnvironment(tx.db, environment)
    await checkBase(tx, head, input.base, input.entries)
    const before = await documentsBefore(tx.db, environment, input.entries)
    const emergency = input.cleared
      ? null
      : checkProtection({ ...tx, environment: { ...environment, ...demands } }, before, input)
    const mark = emergency ?? input.mark ?? null
    await checkEntries(tx, input.entries)

    const number = head + 1
    const row = {
      environmentId: environment.id,
      number,
      publishedAt: tx.now(),
      ...actorColumns(tx.actor),
      message: input.message,
      mark,
      changeNumber: input.change ?? null,
      digest: await digestWith(tx.db, environment, head, before, input.entries),
    }
    await insertRevision(tx.db, row)
    await insertEntries(tx.db, environment, number, input.entries)
    await foldIntoHeads(tx.db, environment, number, input.entries)
    await setHeadNumber(tx.db, environment, number)
    await audit(tx, {
      action: 'revision.publish',
      subject: `${project.key}/${environment.key}/${number}`,
      projectId: project.id,
      environmentId: environment.id,
      before: Object.fromEntries(before),
      after: { message: input.message, mark, change: row.changeNumber, entries: input.entries },
    })
    await announce(tx.db, environment, number)
    return revisionView(environment.key, row, input.entries)
  })
}

function refuseTwice(entries: readonly Entry[]): void {
  const seen = new Set<string>()
  entries.forEach((entry, index) => {
    const subject = `${entry.kind} "${entry.key}"`
    if (seen.has(subject)) {
      const problem = {
        path: `entries[${index}].key`,
        problem: `${subject} stands twice`,
        expected: 'one entry for each',
      }
      throw new FanionError('request/invalid', { problems: [problem] })
    }
    seen.add(subject)
  })
}
