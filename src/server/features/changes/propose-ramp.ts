import type { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { Change } from '../../../shared/features/changes/schemas/change.ts'
import { rampDocumentAt, withoutRamp } from '../../../shared/features/ramps/ramp-document.ts'
import type { EditRampInput, ProposeRampInput } from '../../../shared/features/ramps/schemas/ramp.ts'
import { rampStateText } from '../../../shared/features/ramps/schemas/ramp-acts.ts'
import { type EnvironmentCtx, inTransaction, type ProjectCtx } from '../../platform/kernel/ctx.ts'
import { requireKnownBase } from '../publishing/check-base.ts'
import { headNumberOf } from '../publishing/history-queries.ts'
import {
  auditProposedRamp,
  prepareRamp,
  refuseOverlap,
  requireFlag,
  requireRampBase,
  runPlanOf,
} from '../ramps/propose.ts'
import { updateRamp } from '../ramps/queries.ts'
import { getRamp, rampOf } from '../ramps/ramp-ctx.ts'
import { replanRun } from '../runs/open-run.ts'
import { editChange } from './edit-change.ts'
import { getChange } from './load-change.ts'
import { findChange, lockChange } from './queries.ts'
import { readChange } from './read-change.ts'
import { saveChange } from './save-change.ts'

/**
 * Saves a change that starts a ramp when it is published: it contains the plan and the flag at the first step. Other
 * edits of the flag are published with the first step.
 */
export async function proposeRamp(ctx: EnvironmentCtx, input: z.output<typeof ProposeRampInput>): Promise<Change> {
  const { project, environment, flag: key, base, plan, message } = input
  const change = await inTransaction(ctx, async (tx) => {
    const there = await requireFlag(tx, key)
    requireKnownBase(tx, await headNumberOf(tx.db, tx.environment), base)
    // an overlapping change would modify the flag that the ramp is based on
    await refuseOverlap(tx, key)
    const { ramp, first } = await prepareRamp(tx, input.document ?? there, plan)
    const { number } = await saveChange(tx, {
      project,
      title: input.title || `Ramp ${key} to ${plan.to}`.slice(0, 100),
      message,
      entries: [{ kind: 'flag', key, environment, base, document: first }],
    })
    const row = await findChange(tx.db, tx.project, number)
    if (row) await auditProposedRamp(tx, ramp, { flag: key, changeId: row.id, change: number, base })
    return number
  })
  return readChange(ctx, { change })
}

/** Changes the plan of a ramp that has not started. Dismisses approvals, because they were for the old plan. */
export async function editRamp(ctx: ProjectCtx, input: z.output<typeof EditRampInput>): Promise<Change> {
  const { project, ramp: number, version, plan } = input
  const change = await inTransaction(ctx, async (tx) => {
    const { change: its } = await getRamp(tx, number)
    // the change is locked first: applying a change locks in the same order
    await lockChange(tx.db, tx.project, its)
    const row = await getRamp(tx, number)
    const loaded = await getChange(tx, its)
    // the change may contain the flag in other environments too
    const isOwn = ({ environment, entry }: (typeof loaded.proposals)[number]) =>
      environment.id === row.environmentId && entry.kind === 'flag' && entry.key === row.flag
    const proposal = loaded.proposals.find(isOwn)
    if (row.state !== 'proposed' || proposal?.entry.kind !== 'flag' || !proposal.entry.document) {
      const sentence = `Ramp ${number} is ${rampStateText[row.state]}, so its plan can’t be edited.`
      throw new FanionError('run/wrong-state', { ramp: number, state: row.state, allowedFrom: ['proposed'] }, sentence)
    }
    const bare = withoutRamp(proposal.entry.document, row)
    const ground = requireRampBase(bare, plan)
    await updateRamp(tx.db, row.id, { plan: JSON.stringify(plan), ground: JSON.stringify(ground) })
    await replanRun(tx, number, { ...(await runPlanOf(tx, plan)), arms: [plan.to, ground.before] })
    const first = rampDocumentAt(bare, { ...rampOf(row), plan, ground }, 0)
    const entries = loaded.proposals.map((one) => ({
      // Safe cast: the flag's own entry takes a flag document.
      ...((isOwn(one) ? { ...one.entry, document: first } : one.entry) as typeof proposal.entry),
      environment: one.environment.key,
      base: one.base,
    }))
    await editChange(tx, { project, change: its, version, entries })
    return its
  })
  return readChange(ctx, { change })
}
