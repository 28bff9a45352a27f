import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { aRampTeam } from '../../../../tests/support/ramp-team.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aServedFlag, headIn, publishPast, servesOff } from '../../../../tests/support/team.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { createServiceToken } from '../access/keys/create-token.ts'
import { approveChange } from '../changes/approve-change.ts'
import { finishRamp } from '../changes/finish-ramp.ts'
import { applyApproved, publishChange } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { saveChange } from '../changes/save-change.ts'
import { addFreeze, listFreezes, removeFreeze } from '../schedules/freezes/freezes.ts'
import { continueRamp, pauseRamp, resumeRamp, undoRamp } from './act-on-ramp.ts'
import { readRamp } from './read-ramps.ts'

const minute = 60_000
const hour = 60 * 60_000

const { db } = await testDatabase(12)
const { clock, team, project, pass, proposed, started, stateOf, documentOf, shareOf, eventsOf, revisionsOf } =
  await aRampTeam(db)

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
    expect(await refusalOf(continueRamp(team.publisher, { project, ramp }))).toMatchObject({ code: 'auth/forbidden' })
    expect(await refusalOf(continueRamp(team.editor, { project, ramp }))).toMatchObject({ code: 'auth/forbidden' })
    expect(await continueRamp(team.second, { project, ramp })).toMatchObject({ state: 'completed' })
  })

  it('takes its next step when it is told to, which is held from then; where approvals are required, by another', async () => {
    const { ramp, flag } = await started()
    for (const as of [team.publisher, team.editor])
      expect(await refusalOf(continueRamp(as, { project, ramp }))).toMatchObject({ code: 'auth/forbidden' })
    await pass(minute)
    expect(await continueRamp(team.second, { project, ramp })).toMatchObject({ state: 'running', step: 1, by: 'Pia' })
    expect(await shareOf(flag)).toBe(25_000)
    expect((await revisionsOf(flag)).at(-1)).toMatchObject({ actorName: 'Paul', mark: 'ramp' })
    await pass(4 * hour - 1)
    expect(await stateOf(ramp)).toBe('running')
    await pass(1)
    expect(await stateOf(ramp)).toBe('completed')
    expect(await refusalOf(continueRamp(team.second, { project, ramp }))).toMatchObject({ code: 'run/wrong-state' })
  })

  it('is taken on by no service token of whoever answers for it, nor by who holds one that does', async () => {
    const { token } = await createServiceToken(team.admin, {
      ...{ project: team.key, name: 'robot', role: 'publisher', environments: null, expiresInDays: null },
    })
    const scopes = [{ project: team.key, role: 'publisher' as const, environments: null }]
    const actor = { kind: 'token' as const, id: token.id, name: 'robot', person: null, scopes }
    const robot = { ...team.second, actor, project: await proveProject(db, actor, team.key) }
    const { ramp } = await started()
    const answering = async (as: ProjectCtx) => {
      await pauseRamp(team.second, { project, ramp, why: '' })
      await resumeRamp(as, { project, ramp })
    }
    for (const [answers, others] of [
      [team.admin, robot],
      [robot, team.admin],
      [robot, robot],
    ] as const) {
      await answering(answers)
      expect(await refusalOf(continueRamp(others, { project, ramp }))).toMatchObject({ code: 'auth/forbidden' })
      expect((await readRamp(others, { ramp })).can.goOn).toContain('someone else has to go on')
    }
    expect(await continueRamp(team.publisher, { project, ramp })).toMatchObject({ step: 1 })
  })

  it('is held while its environment is frozen, told once, and goes on by itself', async () => {
    const { ramp, flag } = await started()
    const there = await inEnvironment(team.admin, 'production')
    const freeze = {
      from: new Date(clock.ms).toISOString(),
      to: new Date(clock.ms + 2 * hour).toISOString(),
      why: 'Sale',
    }
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
    const today = ((new Date(clock.ms).getUTCDay() + 6) % 7) + 1
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
    expect(await undoRamp(team.publisher, { project, ramp, why: 'Slow' })).toMatchObject({ state: 'rolled-back' })
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
    await undoRamp(team.publisher, { project, ramp, why: '' })
    expect(await documentOf(flag)).toEqual(bare)
  })

  it('is not acted on by who may not publish there', async () => {
    const { ramp } = await started()
    for (const act of [pauseRamp, undoRamp]) {
      expect(await refusalOf(act(team.editor, { project, ramp, why: '' }))).toMatchObject({ code: 'auth/forbidden' })
    }
    expect(await refusalOf(finishRamp(team.viewer, { project, ramp }))).toMatchObject({ code: 'auth/forbidden' })
    expect((await readRamp(team.viewer, { ramp })).can).toMatchObject({ pause: expect.stringContaining('permission') })
    expect((await readRamp(team.publisher, { ramp })).can).toMatchObject({ pause: null, rollBack: null, finish: null })
  })

  it('pauses at its next step when whoever answers for it may not publish there any more', async () => {
    const { ramp, flag } = await started()
    const person = team.publisher.actor.id ?? ''
    await db
      .updateTable('person')
      .set({ disabledAt: new Date(clock.ms) })
      .where('id', '=', person)
      .execute()
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
    const { reconcileOvertakenChanges } = await import('../changes/reconcile-after-revision.ts')
    await reconcileOvertakenChanges(team.system)
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
