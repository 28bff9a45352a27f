import type { z } from 'zod'
import type {
  DocumentDifference,
  RestoreInput,
  RestoreResult,
  Subject,
} from '../../../shared/features/publishing/schemas/history.ts'
import type { Entry } from '../../../shared/features/publishing/schemas/revision.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { revisionAsOf } from './datafile-as-of.ts'
import { differencesBetween } from './diff.ts'
import { openRunNumbers } from './log-queries.ts'
import { withoutEndedRuns } from './measured-rules.ts'
import { publish } from './publish.ts'
import { flagRows, lockEnvironment, segmentRows } from './queries.ts'

type Input = Omit<z.output<typeof RestoreInput>, 'project' | 'environment'>

/**
 * Publishes the state of revision `to`, for some subjects or the whole environment, as a new revision marked `restore`.
 * Subjects added since are removed. Subjects archived or deleted since are omitted and listed. Rules of ended runs
 * return as ordinary rules. Throws `revision/stale` if a subject was published after `base`. If approvals are required,
 * it must be a rollback to an approved state (`is-rollback-to-approved-state.ts`).
 */
export async function restoreRevision(ctx: EnvironmentCtx, input: Input): Promise<RestoreResult> {
  await revisionAsOf(ctx, { revision: input.to })
  return inTransaction(ctx, async (tx) => {
    const { headNumber: head } = await lockEnvironment(tx.db, tx.environment)
    const back = (await differencesBetween(tx, head, input.to)).filter((one) => isAsked(one, input.subjects))
    const { entries, leftOut } = await restorable(tx, back)
    if (entries.length === 0) return { revision: null, leftOut }
    const message =
      input.message || `Restored ${input.subjects ? names(input.subjects) : 'everything'} to revision ${input.to}`
    const { base, to: backTo, break: broken, despite } = input
    return {
      revision: await publish(tx, { base, message, entries, mark: 'restore', backTo, break: broken, despite }),
      leftOut,
    }
  })
}

const names = (subjects: readonly Subject[]) => subjects.map(({ kind, key }) => `${kind} ${key}`).join(', ')

const isAsked = ({ kind, key }: Subject, subjects: readonly Subject[] | undefined) =>
  subjects === undefined || subjects.some((subject) => subject.kind === kind && subject.key === key)

async function restorable({ db, environment }: EnvironmentCtx, back: readonly DocumentDifference[]) {
  const keysOf = (kind: Subject['kind']) => back.filter((one) => one.kind === kind).map((one) => one.key)
  const rows = {
    flag: await flagRows(db, environment, keysOf('flag')),
    segment: await segmentRows(db, environment, keysOf('segment')),
  }
  const open = await openRunNumbers(db, environment)
  const isGone = ({ kind, key, after }: DocumentDifference) =>
    after !== null && !rows[kind].some((row) => row.key === key && row.archivedAt === null)
  const subject = ({ kind, key }: Subject): Subject => ({ kind, key })
  return {
    leftOut: back.filter(isGone).map(subject),
    // Safe cast: a difference has documents of its kind.
    entries: back
      .filter((one) => !isGone(one))
      .map((one) => ({ ...subject(one), document: withoutEndedRuns(open, one.after) }) as Entry),
  }
}
