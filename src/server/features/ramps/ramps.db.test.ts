import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aRampTeam } from '../../../../tests/support/ramp-team.ts'
import { rampSteps } from '../../../../tests/support/ramp-world.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aServedFlag, headIn, publishPast, servesOff } from '../../../../tests/support/team.ts'
import { rampDocumentAt } from '../../../shared/features/ramps/ramp-document.ts'
import { ListRampsInput } from '../../../shared/features/ramps/schemas/ramp.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { inTransaction } from '../../platform/kernel/ctx.ts'
import { applyDueChanges } from '../changes/apply-due-changes.ts'
import { approveChange } from '../changes/approve-change.ts'
import { editChange } from '../changes/edit-change.ts'
import { editRamp } from '../changes/propose-ramp.ts'
import { applyApproved, bypassApprovals, publishChange } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { scheduleChange } from '../changes/schedule-change.ts'
import { withdrawChange } from '../changes/withdraw-change.ts'
import { findRamp, lockRamp } from './queries.ts'
import { lockRampWithFlag, rampOf } from './ramp-ctx.ts'
import { listRampPlans, removeRampPlan, saveRampPlan } from './ramp-plans.ts'
import { listRamps, readRamp } from './read-ramps.ts'
import { takeDueSteps } from './take-due-steps.ts'

const hour = 60 * 60_000
const steps = rampSteps

const { db } = await testDatabase(12)
const { clock, team, project, pass, proposed, started, stateOf, documentOf, shareOf, eventsOf, revisionsOf } =
  await aRampTeam(db)

describe('a ramp', () => {
  it('is proposed by an editor, approved once as a plan, and arrives by itself, step by step', async () => {
    const { flag, change, ramp } = await started()
    const before = await documentOf(flag)
    expect(await readRamp(team.viewer, { ramp })).toMatchObject({ state: 'running', step: 0, by: 'Pia', change })
    expect(await shareOf(flag)).toBe(1_000)
    await pass(hour - 1)
    expect(await shareOf(flag)).toBe(1_000)
    await pass(1)
    expect(await shareOf(flag)).toBe(25_000)
    await pass(4 * hour)
    expect(await stateOf(ramp)).toBe('completed')
    const row = await findRamp(db, team.ada.project, ramp)
    expect(row && rampDocumentAt(before, rampOf(row), 2)).toEqual(await documentOf(flag))
    expect(await documentOf(flag)).toMatchObject({ rules: [], otherwise: { variant: 'on' } })
    expect((await revisionsOf(flag)).slice(-3)).toMatchObject([
      { actorName: 'Pia', mark: 'ramp', changeNumber: change },
      {
        actorName: 'Fanion',
        mark: 'ramp',
        changeNumber: change,
        message: expect.stringContaining('1% → 25%, step 2 of 3'),
      },
      {
        actorName: 'Fanion',
        mark: 'ramp',
        changeNumber: change,
        message: expect.stringContaining('25% → 100%, step 3 of 3'),
      },
    ])
    expect(await eventsOf(ramp)).toEqual(['start', 'step', 'complete'])
  })

  it('takes each step once, however many servers look', async () => {
    const all = await Promise.all([1, 2, 3].map(() => started()))
    clock.ms += hour
    await Promise.all(Array.from({ length: 8 }, () => takeDueSteps(team.system)))
    for (const { flag, ramp } of all) {
      expect(await shareOf(flag)).toBe(25_000)
      expect((await eventsOf(ramp)).filter((action) => action === 'step')).toHaveLength(1)
      expect((await revisionsOf(flag)).filter(({ mark }) => mark === 'ramp')).toHaveLength(2)
    }
  })

  it('takes one step after a downtime, however long, whose hold counts from then', async () => {
    const { flag } = await started()
    await pass(48 * hour)
    expect(await shareOf(flag)).toBe(25_000)
    await pass(4 * hour - 1)
    expect(await shareOf(flag)).toBe(25_000)
  })

  it('starts at once where no approval is required', async () => {
    const flag = await aServedFlag(team)
    await publishPast(team, flag, servesOff, 'development')
    const { change, ramp } = await proposed({ flag, environment: 'development' })
    const { change: applied } = await publishChange(team.editor, { change })
    expect(applied).toMatchObject({ state: 'applied', ramp: { number: ramp, state: 'running' } })
  })

  it('cannot be published past the approval that its environment requires', async () => {
    const { change } = await proposed()
    await expect(publishChange(team.publisher, { change })).rejects.toMatchObject({ code: 'change/approval-required' })
  })

  it('is planned anew where it is, and nowhere else that its change holds the flag', async () => {
    const { flag, change, version, ramp } = await proposed()
    const [there, elsewhere] = [await headIn(team.ada, flag), await headIn(team.ada, flag, 'staging')]
    const own = (await readChange(team.ada, { change })).entries[0]?.document
    const entries = [
      { kind: 'flag' as const, key: flag, environment: 'staging', base: elsewhere.base, document: elsewhere.document },
      { kind: 'flag' as const, key: flag, environment: 'production', base: there.base, document: own as FlagDocument },
    ]
    const edited = await editChange(team.editor, { project, change, version, entries })
    const plan = { rule: null, to: 'on', steps: [{ share: 2_000, hold: 'PT1H' }, { share: 100_000 }] }
    const after = await editRamp(team.editor, { project, ramp, version: edited.version, plan })
    const rulesIn = (key: string) => {
      const document = after.entries.find(({ environment }) => environment === key)?.document
      return document && 'rules' in document ? document.rules.map(({ id }) => id) : []
    }
    expect([rulesIn('staging'), rulesIn('production')]).toEqual([[], [`run-${ramp}`]])
  })

  it('starts while somebody acts on it: whoever comes second waits, and neither stands in the way of the other', async () => {
    const { change, version, ramp } = await proposed()
    await requestReview(team.editor, { change })
    await approveChange(team.publisher, { project, change, version, body: '' })
    const { started: starts } = await inTransaction(team.ada, async (tx) => {
      await lockRamp(tx.db, tx.project, ramp)
      const applied = applyApproved(team.publisher, { change })
      applied.catch(() => undefined)
      const waits = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`
      while (((await waits.execute(db)).rows[0]?.count ?? 0) === 0) await new Promise(setImmediate)
      await lockRampWithFlag(tx, ramp)
      return { started: applied }
    })
    await starts
    expect(await stateOf(ramp)).toBe('running')
  })

  it('is withdrawn with its change', async () => {
    const { change, ramp } = await proposed()
    await withdrawChange(team.editor, { change })
    expect(await stateOf(ramp)).toBe('withdrawn')
  })

  it('starts at the time that its change was scheduled for, and whoever scheduled it answers for it', async () => {
    const { change, version, ramp } = await proposed()
    await requestReview(team.editor, { change })
    await approveChange(team.publisher, { project, change, version, body: '' })
    await scheduleChange(team.second, { project, change, at: new Date(clock.ms + hour).toISOString(), zone: 'UTC' })
    clock.ms += hour
    await applyDueChanges(team.system)
    expect(await readRamp(team.ada, { ramp })).toMatchObject({ state: 'running', by: 'Paul' })
  })

  it('starts without the approval where an admin bypasses it', async () => {
    const { change, ramp } = await proposed()
    await bypassApprovals(team.admin, { change, reason: 'Now' })
    expect(await stateOf(ramp)).toBe('running')
  })

  it('has no second one of the same flag beside it', async () => {
    const { flag, ramp } = await started()
    const refusal = await refusalOf(proposed({ flag, plan: { to: 'on' } }))
    expect(refusal).toMatchObject({ code: 'run/overlaps', details: { ramp, flag } })
    const { ramps } = await listRamps(team.ada, ListRampsInput.parse({ project, flag }))
    expect(ramps.map(({ number }) => number)).toEqual([ramp])
  })

  it('has none beside it that was proposed before it started', async () => {
    const second = await proposed()
    await requestReview(team.editor, second)
    await approveChange(team.publisher, { project, change: second.change, version: second.version, body: '' })
    await started({ flag: second.flag })
    await refusalOf(applyApproved(team.publisher, { change: second.change }))
    expect(await stateOf(second.ramp)).toBe('proposed')
  })

  it('is refused for a rule that serves no other single variant, with the field and what would be right', async () => {
    const flag = await aServedFlag(team)
    const refusal = await refusalOf(proposed({ flag }))
    expect(refusal).toMatchObject({
      code: 'ramp/invalid',
      details: { problems: [{ path: 'plan.to', problem: 'it is served there already', expected: 'another variant' }] },
    })
  })
})

describe('the plan of a proposed ramp', () => {
  it('voids the approvals when it is edited, and the change holds its first step', async () => {
    const { change, version, ramp, flag } = await proposed()
    await requestReview(team.editor, { change })
    await approveChange(team.publisher, { project, change, version, body: '' })
    const plan = { rule: null, to: 'on', steps: [{ share: 10_000, hold: 'PT5M' }, { share: 100_000 }] }
    const edited = await editRamp(team.editor, { project, ramp, version, plan })
    expect(edited).toMatchObject({ state: 'in-review', ramp: { plan } })
    expect(edited.approvals[0]?.given).toEqual([])
    await approveChange(team.publisher, { project, change, version: edited.version, body: '' })
    await applyApproved(team.publisher, { change })
    expect(await shareOf(flag)).toBe(10_000)
    expect(await refusalOf(editRamp(team.editor, { project, ramp, version: 9, plan }))).toMatchObject({
      code: 'run/wrong-state',
    })
  })
})

describe('the list of ramps', () => {
  it('is newest first, of one flag, and in pages', async () => {
    const one = await started()
    const { ramps, next } = await listRamps(team.viewer, { project, open: true, limit: 1 })
    expect(ramps.map(({ number }) => number)).toEqual([one.ramp])
    expect(next).toBe(one.ramp)
    const mine = await listRamps(team.viewer, { project, open: false, flag: one.flag, limit: 50 })
    expect(mine.ramps.map(({ number }) => number)).toEqual([one.ramp])
  })
})

describe('the plans of a project', () => {
  it('are the three of everybody, and its own', async () => {
    const own = { name: 'slow', steps }
    await saveRampPlan(team.editor, { plan: own })
    expect((await listRampPlans(team.viewer)).map(({ name }) => name)).toEqual(['careful', 'normal', 'fast', 'slow'])
    await saveRampPlan(team.editor, { plan: { ...own, name: 'careful' } })
    expect((await listRampPlans(team.viewer)).find(({ name }) => name === 'careful')?.steps).toEqual(steps)
    await removeRampPlan(team.editor, { name: 'careful' })
    expect((await listRampPlans(team.viewer)).find(({ name }) => name === 'careful')?.steps).toHaveLength(5)
  })
})
