import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aServedFlag, aTeam, headIn, publishPast, servesOff, type Team } from '../../../../tests/support/team.ts'
import { documentAt } from '../../../shared/ramps/document-at.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { ListRampsInput, ProposeRampInput, type RampPlan, type WorkingHours } from '../../../shared/schemas/ramp.ts'
import type { ProjectCtx } from '../../kernel/ctx.ts'
import { applyDueChanges } from '../changes/apply-due-changes.ts'
import { approveChange } from '../changes/approve-change.ts'
import { finishRamp } from '../changes/finish-ramp.ts'
import { editRamp, proposeRamp } from '../changes/propose-ramp.ts'
import { applyApproved, bypassApprovals, publishChange } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { saveChange } from '../changes/save-change.ts'
import { scheduleChange } from '../changes/schedule-change.ts'
import { withdrawChange } from '../changes/withdraw-change.ts'
import { addFreeze, listFreezes, removeFreeze } from '../freezes/freezes.ts'
import { readWorkingHours, setWorkingHours } from '../freezes/working-hours.ts'
import { restoreRevision } from '../revisions/restore-revision.ts'
import { goOnWithRamp, pauseRamp, resumeRamp, rollBackRamp } from './act-on-ramp.ts'
import { findRamp } from './queries.ts'
import { rampOf } from './ramp-ctx.ts'
import { listRampPlans, removeRampPlan, saveRampPlan } from './ramp-plans.ts'
import { listRamps, readRamp } from './read-ramps.ts'
import { takeDueSteps } from './take-due-steps.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const steps: RampPlan['steps'] = [{ share: 1_000, hold: 'PT1H' }, { share: 25_000, hold: 'PT4H' }, { share: 100_000 }]

const { db } = await testDatabase(12)
/** A Friday morning, and time that only passes when it is told to. */
let clock = Date.parse('2026-11-20T08:00:00Z')
const now = () => new Date(clock)
const team = await aTeam(db, 1, now)
const { key: project } = team

/** Lets time pass, and takes the steps that are due then. */
const pass = async (ms: number) => {
  clock += ms
  await takeDueSteps(team.system)
}

/** A flag that serves `off` to everyone else, in production. */
const aRampableFlag = async (by: Team = team) => {
  const flag = await aServedFlag(by)
  await publishPast(by, flag, servesOff)
  return flag
}

type Of = { flag?: string; plan?: Partial<RampPlan>; environment?: string; as?: ProjectCtx; by?: Team }

const proposed = async ({ flag, plan, environment = 'production', as, by = team }: Of = {}) => {
  const of = flag ?? (await aRampableFlag(by))
  const ctx = as ?? by.editor
  const { base } = await headIn(by.ada, of, environment)
  const input = { project: by.key, environment, flag: of, base, plan: { rule: null, to: 'on', steps, ...plan } }
  const change = await proposeRamp(await inEnvironment(ctx, environment), ProposeRampInput.parse(input))
  return { flag: of, change: change.number, version: change.version, ramp: change.ramp?.number ?? 0 }
}

/** A ramp that was approved and started in protected production, by the publisher. */
const started = async (of: Of = {}) => {
  const { by = team } = of
  const made = await proposed(of)
  await requestReview(of.as ?? by.editor, made)
  await approveChange(by.publisher, { project: by.key, change: made.change, version: made.version, body: '' })
  await applyApproved(by.publisher, { change: made.change })
  return made
}

/** A change that turns a flag off in production, approved and scheduled. */
async function aScheduledChange(atMs: number): Promise<number> {
  const flag = await aRampableFlag()
  const { base, document } = await headIn(team.editor, flag)
  const off = { ...document, on: false }
  const entry = { kind: 'flag' as const, key: flag, environment: 'production', base, document: off }
  const saved = await saveChange(team.editor, { project, title: 'Off', message: '', entries: [entry] })
  const { number: change, version } = saved
  await requestReview(team.editor, { change })
  await approveChange(team.publisher, { project, change, version, body: '' })
  await scheduleChange(team.publisher, { project, change, at: new Date(atMs).toISOString(), zone: 'UTC' })
  return change
}

const stateOf = async (ramp: number) => (await readRamp(team.ada, { ramp })).state
const documentOf = async (flag: string) => (await headIn(team.ada, flag)).document
const shareOf = async (flag: string) => {
  const [rule] = (await documentOf(flag)).rules
  return rule && typeof rule.when === 'object' && 'in' in rule.when ? rule.when.in.to : undefined
}
const eventsOf = async (ramp: number) =>
  (await readRamp(team.ada, { ramp })).events.map(({ action }) => action.replace('ramp.', ''))
const revisionsOf = async (flag: string) => {
  const { there } = await headIn(team.ada, flag)
  return db
    .selectFrom('revision')
    .innerJoin('entry', (join) =>
      join.onRef('entry.environmentId', '=', 'revision.environmentId').onRef('entry.number', '=', 'revision.number'),
    )
    .select(['revision.number', 'revision.message', 'revision.actorName', 'revision.changeNumber', 'revision.mark'])
    .where('revision.environmentId', '=', there.environment.id)
    .where('entry.key', '=', flag)
    .orderBy('revision.number')
    .execute()
}

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
    expect(row && documentAt(before, rampOf(row), 2)).toEqual(await documentOf(flag))
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
    clock += hour
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

  it('is withdrawn with its change', async () => {
    const { change, ramp } = await proposed()
    await withdrawChange(team.editor, { change })
    expect(await stateOf(ramp)).toBe('withdrawn')
  })

  it('starts at the time that its change was scheduled for, and whoever scheduled it answers for it', async () => {
    const { change, version, ramp } = await proposed()
    await requestReview(team.editor, { change })
    await approveChange(team.publisher, { project, change, version, body: '' })
    await scheduleChange(team.second, { project, change, at: new Date(clock + hour).toISOString(), zone: 'UTC' })
    clock += hour
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

describe('a running ramp', () => {
  it('waits for somebody before a step that asks, and not for who answers for it where approvals are required', async () => {
    const asking = [
      { share: 1_000, hold: 'PT1H' },
      { share: 100_000, ask: true as const },
    ]
    const { ramp, flag } = await started({ plan: { steps: asking } })
    await pass(hour)
    expect(await stateOf(ramp)).toBe('waiting')
    await pass(24 * hour)
    expect(await shareOf(flag)).toBe(1_000)
    expect(await refusalOf(goOnWithRamp(team.publisher, { project, ramp }))).toMatchObject({ code: 'auth/forbidden' })
    expect(await refusalOf(goOnWithRamp(team.editor, { project, ramp }))).toMatchObject({ code: 'auth/forbidden' })
    expect(await goOnWithRamp(team.second, { project, ramp })).toMatchObject({ state: 'completed' })
  })

  it('takes its next step when it is told to, which is held from then; where approvals are required, by another', async () => {
    const { ramp, flag } = await started()
    for (const as of [team.publisher, team.editor])
      expect(await refusalOf(goOnWithRamp(as, { project, ramp }))).toMatchObject({ code: 'auth/forbidden' })
    await pass(minute)
    expect(await goOnWithRamp(team.second, { project, ramp })).toMatchObject({ state: 'running', step: 1, by: 'Pia' })
    expect(await shareOf(flag)).toBe(25_000)
    expect((await revisionsOf(flag)).at(-1)).toMatchObject({ actorName: 'Paul', mark: 'ramp' })
    await pass(4 * hour - 1)
    expect(await stateOf(ramp)).toBe('running')
    await pass(1)
    expect(await stateOf(ramp)).toBe('completed')
    expect(await refusalOf(goOnWithRamp(team.second, { project, ramp }))).toMatchObject({ code: 'run/wrong-state' })
  })

  it('takes no step from a flag that somebody touched, also when it is told to', async () => {
    const { ramp, flag } = await started()
    await publishPast(team, flag, (document) => ({ ...document, rules: [] }))
    expect(await refusalOf(goOnWithRamp(team.second, { project, ramp }))).toMatchObject({ code: 'run/touched' })
    expect(await documentOf(flag)).toMatchObject({ rules: [], otherwise: { variant: 'off' } })
  })

  it('is held while its environment is frozen, told once, and goes on by itself', async () => {
    const { ramp, flag } = await started()
    const there = await inEnvironment(team.admin, 'production')
    const freeze = { from: new Date(clock).toISOString(), to: new Date(clock + 2 * hour).toISOString(), why: 'Sale' }
    const [made] = await addFreeze(there, { project, environment: 'production', ...freeze })
    await pass(hour)
    expect(await readRamp(team.ada, { ramp })).toMatchObject({ state: 'running', held: 'frozen: Sale', step: 0 })
    await pass(2 * minute)
    expect(await eventsOf(ramp)).toEqual(['start', 'hold'])
    await removeFreeze(there, { project, environment: 'production', id: made?.id ?? '' })
    expect(await listFreezes(there)).toEqual([])
    await pass(minute)
    expect(await shareOf(flag)).toBe(25_000)
  })

  it('is held outside of its hours, and goes on when they begin', async () => {
    const today = ((new Date(clock).getUTCDay() + 6) % 7) + 1
    const hours = { zone: 'UTC', days: [(today % 7) + 1], from: '00:00', to: '23:59' }
    const { ramp, flag } = await started({ plan: { hours } })
    await pass(hour)
    expect(await readRamp(team.ada, { ramp })).toMatchObject({ held: 'outside of its hours', step: 0 })
    await pass(24 * hour)
    expect(await shareOf(flag)).toBe(25_000)
  })

  it('pauses, resumes with its hold begun anew, and is rolled back', async () => {
    const { ramp, flag } = await started()
    expect(await pauseRamp(team.second, { project, ramp, why: 'Odd' })).toMatchObject({ state: 'paused', why: 'Odd' })
    await pass(24 * hour)
    expect(await shareOf(flag)).toBe(1_000)
    expect(await resumeRamp(team.second, { project, ramp })).toMatchObject({ state: 'running', by: 'Paul' })
    await pass(hour - 1)
    expect(await shareOf(flag)).toBe(1_000)
    await pass(1)
    expect(await shareOf(flag)).toBe(25_000)
    expect(await rollBackRamp(team.publisher, { project, ramp, why: 'Slow' })).toMatchObject({ state: 'rolled-back' })
    expect(await documentOf(flag)).toMatchObject({ rules: [], otherwise: { variant: 'off' } })
    expect((await revisionsOf(flag)).at(-1)).toMatchObject({ mark: 'rollback', actorName: 'Pia' })
    expect(await refusalOf(resumeRamp(team.second, { project, ramp }))).toMatchObject({ code: 'run/wrong-state' })
  })

  it('is rolled back to the document before, field by field, with what others published meanwhile', async () => {
    const { ramp, flag } = await started()
    const theirs = (document: FlagDocument): FlagDocument => ({ ...document, visibleToClients: true })
    const bare = theirs({ ...(await documentOf(flag)), rules: [] })
    await publishPast(team, flag, theirs)
    await pass(hour)
    expect(await shareOf(flag)).toBe(25_000)
    await rollBackRamp(team.publisher, { project, ramp, why: '' })
    expect(await documentOf(flag)).toEqual(bare)
  })

  it('is not acted on by who may not publish there', async () => {
    const { ramp } = await started()
    for (const act of [pauseRamp, rollBackRamp]) {
      expect(await refusalOf(act(team.editor, { project, ramp, why: '' }))).toMatchObject({ code: 'auth/forbidden' })
    }
    expect(await refusalOf(finishRamp(team.viewer, { project, ramp }))).toMatchObject({ code: 'auth/forbidden' })
    expect((await readRamp(team.viewer, { ramp })).can).toMatchObject({ pause: expect.stringContaining('permission') })
    expect((await readRamp(team.publisher, { ramp })).can).toMatchObject({ pause: null, rollBack: null, finish: null })
  })

  it('pauses when its flag is turned off, also where that was for a moment, and does not resume by itself', async () => {
    const { ramp, flag } = await started()
    await publishPast(team, flag, (document) => ({ ...document, on: false }))
    await pass(0)
    expect(await readRamp(team.ada, { ramp })).toMatchObject({
      state: 'paused',
      why: expect.stringContaining('by Ada'),
    })
    expect(await refusalOf(resumeRamp(team.publisher, { project, ramp }))).toMatchObject({ code: 'run/touched' })
    await publishPast(team, flag, (document) => ({ ...document, on: true }))
    await pass(24 * hour)
    expect(await stateOf(ramp)).toBe('paused')
    await resumeRamp(team.publisher, { project, ramp })
    await publishPast(team, flag, (document) => ({ ...document, on: false }))
    await publishPast(team, flag, (document) => ({ ...document, on: true }))
    await pass(0)
    expect(await stateOf(ramp)).toBe('paused')
  })

  it('pauses when its rule is touched by hand, and resumes from what stands there, or puts it back', async () => {
    const { ramp, flag } = await started()
    const edit = (document: FlagDocument): FlagDocument => ({
      ...document,
      rules: document.rules.map((rule) => ({ ...rule, serve: { variant: 'off' } })),
    })
    await publishPast(team, flag, edit)
    await pass(hour)
    const paused = await readRamp(team.ada, { ramp })
    expect(paused).toMatchObject({ state: 'paused', touched: 'its own rule was edited' })
    expect(paused.why).toMatch(/revision \d+ by Ada/)
    const refusal = await refusalOf(resumeRamp(team.publisher, { project, ramp }))
    expect(refusal).toMatchObject({ code: 'run/touched', details: { choices: ['put-back'] } })
    expect(await resumeRamp(team.publisher, { project, ramp, touched: 'put-back' })).toMatchObject({ state: 'running' })
    expect((await documentOf(flag)).rules[0]?.serve).toEqual({ variant: 'on' })
    const about = { attribute: 'plan', operator: 'is' as const, values: ['pro'] }
    await publishPast(team, flag, (document) => ({
      ...document,
      rules: [...document.rules, { id: 'late', when: about, serve: { variant: 'off' } }],
    }))
    await pass(0)
    expect(await stateOf(ramp)).toBe('running')
  })

  it('goes on from a rule whose audience was edited where no approval is required, and nowhere else', async () => {
    const about = (plan: string) => ({ attribute: 'plan', operator: 'is' as const, values: [plan] })
    const ramped =
      (plan: string) =>
      (document: FlagDocument): FlagDocument => ({
        ...document,
        rules: [
          ...document.rules.filter(({ id }) => id !== 'pro'),
          { id: 'pro', when: about(plan), serve: { variant: 'off' } },
        ],
      })
    const free = await aServedFlag(team)
    await publishPast(team, free, ramped('pro'), 'development')
    const there = await proposed({ flag: free, environment: 'development', plan: { rule: 'pro' } })
    await publishChange(team.editor, { change: there.change })
    const flag = await aRampableFlag()
    await publishPast(team, flag, ramped('pro'))
    const { ramp } = await started({ flag, plan: { rule: 'pro' } })
    await publishPast(team, free, ramped('free'), 'development')
    await publishPast(team, flag, ramped('free'))
    await pass(0)
    const touched = 'the audience of the rule it ramps changed'
    expect(await readRamp(team.ada, { ramp })).toMatchObject({ state: 'paused', touched, choices: [] })
    for (const choice of ['keep', 'put-back'] as const) {
      const refusal = await refusalOf(resumeRamp(team.publisher, { project, ramp, touched: choice }))
      expect(refusal).toMatchObject({ code: 'run/touched', details: { choices: [] } })
    }
    expect(await readRamp(team.ada, { ramp: there.ramp })).toMatchObject({ touched, choices: ['keep', 'put-back'] })
    await resumeRamp(team.editor, { project, ramp: there.ramp, touched: 'keep' })
    await pass(hour)
    const { document } = await headIn(team.ada, free, 'development')
    expect(document.rules).toMatchObject([
      { when: { all: [about('free'), { in: { to: 25_000 } }] } },
      { id: 'pro', when: about('free') },
    ])
  })

  it('pauses when a restore takes its rule away', async () => {
    const { ramp, flag } = await started()
    const [, back] = (await revisionsOf(flag)).toReversed()
    const { base } = await headIn(team.ada, flag)
    const there = await inEnvironment(team.publisher, 'production')
    await restoreRevision(there, {
      project,
      environment: 'production',
      to: back?.number ?? 0,
      base,
      message: 'Back',
      subjects: [{ kind: 'flag', key: flag }],
    } as Parameters<typeof restoreRevision>[1])
    await pass(0)
    expect(await readRamp(team.ada, { ramp })).toMatchObject({ state: 'paused', touched: 'its own rule is gone' })
    expect(await rollBackRamp(team.publisher, { project, ramp, why: '' })).toMatchObject({ state: 'rolled-back' })
  })

  it('ends when its flag is archived', async () => {
    const { ramp, flag } = await started()
    const { there } = await headIn(team.ada, flag)
    await publishPast(team, flag, () => null as unknown as FlagDocument)
    await pass(0)
    expect(there.environment.key).toBe('production')
    expect(await readRamp(team.ada, { ramp })).toMatchObject({
      state: 'ended',
      why: expect.stringContaining('archived'),
    })
  })

  it('pauses at its next step when whoever answers for it may not publish there any more', async () => {
    const { ramp, flag } = await started()
    const person = team.publisher.actor.id ?? ''
    await db.updateTable('person').set({ disabledAt: now() }).where('id', '=', person).execute()
    await pass(hour)
    expect(await shareOf(flag)).toBe(1_000)
    expect(await readRamp(team.ada, { ramp })).toMatchObject({ state: 'paused', why: expect.stringContaining('Pia') })
    await db.updateTable('person').set({ disabledAt: null }).where('id', '=', person).execute()
    const membership = db.updateTable('membership').where('personId', '=', person)
    await resumeRamp(team.publisher, { project, ramp })
    await membership.set({ role: 'viewer' }).execute()
    await pass(hour)
    expect(await stateOf(ramp)).toBe('paused')
    await membership.set({ role: 'publisher' }).execute()
  })

  it('keeps its place where an open change meets its step, and the change is told', async () => {
    const { ramp, flag } = await started()
    const { base, document } = await headIn(team.editor, flag)
    const entry = {
      kind: 'flag' as const,
      key: flag,
      environment: 'production',
      base,
      document: { ...document, rules: [] },
    }
    const { number: change } = await saveChange(team.editor, { project, title: 'Mine', message: '', entries: [entry] })
    await requestReview(team.editor, { change })
    await pass(hour)
    expect(await shareOf(flag)).toBe(25_000)
    const { noteMissedConflicts } = await import('../changes/note-conflicts.ts')
    await noteMissedConflicts(team.system)
    expect((await readChange(team.editor, { change })).state).toBe('conflicted')
    expect(await stateOf(ramp)).toBe('running')
  })

  it('gives everyone the variant now by a change where approvals are required, and stands still meanwhile', async () => {
    const { ramp, flag } = await started()
    const { change } = await finishRamp(team.publisher, { project, ramp })
    expect(change).not.toBeNull()
    expect(await stateOf(ramp)).toBe('paused')
    const { version } = await readChange(team.ada, { change: change ?? 0 })
    await approveChange(team.second, { project, change: change ?? 0, version, body: '' })
    await applyApproved(team.second, { change: change ?? 0 })
    await pass(0)
    expect(await readRamp(team.ada, { ramp })).toMatchObject({ state: 'completed' })
    expect(await documentOf(flag)).toMatchObject({ rules: [], otherwise: { variant: 'on' } })
  })

  it('gives everyone the variant at once where none is required', async () => {
    const flag = await aServedFlag(team)
    await publishPast(team, flag, servesOff, 'development')
    const { change, ramp } = await proposed({ flag, environment: 'development' })
    await publishChange(team.editor, { change })
    expect(await finishRamp(team.editor, { project, ramp })).toMatchObject({
      ramp: { state: 'completed' },
      change: null,
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

describe('the working hours of an environment', () => {
  const set = async (hours: WorkingHours | null) =>
    setWorkingHours(await inEnvironment(team.admin, 'production'), { project, environment: 'production', hours })
  /** Hours that begin two hours from now, on any day. */
  const later = (): WorkingHours => {
    clock = Math.ceil(clock / day) * day + 8 * hour
    return { zone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '10:00', to: '17:00' }
  }

  it('keep a step and a scheduled change waiting until they begin; a plan with hours of its own keeps to those', async () => {
    await set(later())
    expect(await readWorkingHours(await inEnvironment(team.viewer, 'production'))).toMatchObject({ from: '10:00' })
    const plain = await started()
    const own = await started({
      plan: { hours: { zone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '12:00' } },
    })
    expect((await readRamp(team.ada, { ramp: plain.ramp })).dueAt).toBe(new Date(clock + 2 * hour).toISOString())
    const scheduled = await aScheduledChange(clock + hour)
    await pass(hour)
    await applyDueChanges(team.system)
    expect(await readRamp(team.ada, { ramp: plain.ramp })).toMatchObject({
      step: 0,
      held: 'outside of the working hours of Production',
    })
    expect(await readRamp(team.ada, { ramp: own.ramp })).toMatchObject({ step: 1 })
    expect((await readChange(team.ada, { change: scheduled })).state).toBe('scheduled')
    await pass(hour)
    await applyDueChanges(team.system)
    expect(await readRamp(team.ada, { ramp: plain.ramp })).toMatchObject({ step: 1, held: null })
    expect((await readChange(team.ada, { change: scheduled })).state).toBe('applied')
    expect(await set(null)).toBeNull()
  })

  it('hold nothing up once they are taken away, nor an undo', async () => {
    await set(later())
    const waiting = await started()
    const undone = await started()
    await pass(hour)
    await rollBackRamp(team.publisher, { project, ramp: undone.ramp, why: '' })
    expect(await stateOf(undone.ramp)).toBe('rolled-back')
    await set(null)
    await pass(60_000)
    expect(await readRamp(team.ada, { ramp: waiting.ramp })).toMatchObject({ step: 1 })
    const told = db.selectFrom('event').select('after').where('action', '=', 'freeze.set-hours')
    const events = await told.orderBy('sequence').execute()
    expect(events.at(-1)?.after).toEqual({ hours: null })
  })
})

describe('a freeze', () => {
  it('keeps a scheduled change waiting until it is over', async () => {
    const change = await aScheduledChange(clock + hour)
    const there = await inEnvironment(team.admin, 'production')
    const times = { from: new Date(clock).toISOString(), to: new Date(clock + 2 * hour).toISOString() }
    await addFreeze(there, { project, environment: 'production', ...times, why: 'Sale' })
    clock += hour
    await applyDueChanges(team.system)
    expect((await readChange(team.ada, { change })).state).toBe('scheduled')
    clock += hour
    await applyDueChanges(team.system)
    expect((await readChange(team.ada, { change })).state).toBe('applied')
  })
})
