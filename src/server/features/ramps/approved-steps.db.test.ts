import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { aRampTeam } from '../../../../tests/support/ramp-team.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aServedFlag, publishPast, servesOff } from '../../../../tests/support/team.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { approveChange } from '../changes/approve-change.ts'
import { finishRamp } from '../changes/finish-ramp.ts'
import { applyApproved, bypassApprovals, publishChange } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { editEnvironment } from '../environments/edit-environment.ts'
import { continueRamp, resumeRamp, undoRamp } from './act-on-ramp.ts'
import { readRamp } from './read-ramps.ts'

const hour = 60 * 60_000

const onButOff = (document: FlagDocument): FlagDocument => ({ ...servesOff(document), on: true })

const { db } = await testDatabase(12)
const { team, project, pass, aRampableFlag, proposed, started, stateOf } = await aRampTeam(db)

describe('a ramp where approvals are required', () => {
  it('steps from no other value to no other than its plan was approved with: what was changed since was seen by few', async () => {
    for (const variant of ['on', 'off']) {
      const { ramp, flag } = await started()
      // reviewers of this edit see only the users of the current step move, or only those not yet reached
      const edit = (document: FlagDocument): FlagDocument => ({
        ...document,
        variants: { ...document.variants, [variant]: !document.variants[variant] },
      })
      await publishPast(team, flag, edit)
      expect(await refusalOf(continueRamp(team.second, { project, ramp }))).toMatchObject({ code: 'run/touched' })
      await pass(24 * hour)
      const touched = `the value of ${variant} was changed since its plan was approved`
      expect(await readRamp(team.ada, { ramp })).toMatchObject({ state: 'paused', step: 0, touched, choices: [] })
      const resumed = resumeRamp(team.publisher, { project, ramp, touched: 'put-back' })
      expect(await refusalOf(resumed)).toMatchObject({ code: 'run/touched' })
      // finishes with its own change, whose reviewers see all users who move
      const { change } = await finishRamp(team.publisher, { project, ramp })
      const { version } = await readChange(team.ada, { change: change ?? 0 })
      await approveChange(team.second, { project, change: change ?? 0, version, body: '' })
      await applyApproved(team.second, { change: change ?? 0 })
      await pass(0)
      expect(await stateOf(ramp)).toBe('completed')
    }
  })

  it('moves nobody of another flag by its steps whom only those saw move who approved that for its share by then', async () => {
    const asks = (flag: string) => (document: FlagDocument) => ({
      ...servesOff(document),
      on: true,
      rules: [{ id: 'asks', when: { flag, variants: ['on'] }, serve: { variant: 'on' } }],
    })
    const there = await aServedFlag(team)
    const flag = await aRampableFlag()
    await publishPast(team, there, asks(flag))
    const { ramp } = await started({ flag })
    // flags that depended on the ramp when it began move with it, even if they were edited otherwise
    const pro = { attribute: 'plan', operator: 'is' as const, values: ['pro'] }
    await publishPast(team, there, (document) => ({
      ...document,
      rules: [...document.rules, { id: 'pro', when: pro, serve: { variant: 'off' } }],
    }))
    await pass(hour)
    expect(await readRamp(team.ada, { ramp })).toMatchObject({ state: 'running', step: 1 })
    const since = await aServedFlag(team)
    await publishPast(team, since, asks(flag))
    const problem = { code: 'change/approval-required', details: { changes: [since] } }
    expect(await refusalOf(continueRamp(team.second, { project, ramp }))).toMatchObject(problem)
    await pass(24 * hour)
    const paused = { state: 'paused', step: 1, why: expect.stringContaining(since) }
    expect(await readRamp(team.ada, { ramp })).toMatchObject(paused)
    // also rejected when its rule is restored
    await publishPast(team, flag, (document) => ({ ...document, rules: [] }))
    await pass(0)
    const back = resumeRamp(team.publisher, { project, ramp, touched: 'put-back' })
    expect(await refusalOf(back)).toMatchObject(problem)
  })

  it('takes no step past a rule that was put under its own while no approval was required', async () => {
    const { ramp, flag } = await started()
    const requires = async (requiredApprovals: number) => {
      const there = await inEnvironment(team.ada, 'production')
      await editEnvironment(there, { project, environment: 'production', requiredApprovals })
    }
    await requires(0)
    const all = { id: 'under', when: true as const, serve: { variant: 'off' } }
    await publishPast(team, flag, (document) => ({ ...document, rules: [...document.rules, all] }))
    await pass(0)
    await requires(1)
    await pass(24 * hour)
    expect(await readRamp(team.ada, { ramp })).toMatchObject({ state: 'paused', step: 0, choices: [] })
  })

  it('goes on without the approvals that its plan lacks nowhere, also where they came to be required while it ran', async () => {
    const begun = async () => {
      const flag = await aServedFlag(team)
      await publishPast(team, flag, onButOff, 'staging')
      const { change, ramp } = await proposed({ flag, environment: 'staging', as: team.publisher })
      await publishChange(team.publisher, { change })
      return { ramp, flag }
    }
    const [ran, asked, back] = [await begun(), await begun(), await begun()]
    const requires = async (requiredApprovals: number) => {
      const there = await inEnvironment(team.ada, 'staging')
      await editEnvironment(there, { project, environment: 'staging', protected: true, requiredApprovals })
    }
    await requires(1)
    expect(await refusalOf(continueRamp(team.second, { project, ramp: ran.ramp }))).toMatchObject({
      code: 'run/touched',
    })
    // it pauses immediately, before its next step is due
    await pass(0)
    const touched = 'Staging requires 1 approval, and nobody approved its plan'
    expect(await readRamp(team.ada, { ramp: ran.ramp })).toMatchObject({
      state: 'paused',
      step: 0,
      touched,
      choices: [],
    })
    expect(await refusalOf(resumeRamp(team.second, { project, ramp: ran.ramp }))).toMatchObject({ code: 'run/touched' })
    // the remaining options: finishing with a change, and undoing
    const { change } = await finishRamp(team.publisher, { project, ramp: asked.ramp })
    if (change === null) throw new Error('it asks for approval')
    const { version } = await readChange(team.ada, { change })
    await approveChange(team.second, { project, change, version, body: '' })
    await applyApproved(team.second, { change })
    await undoRamp(team.publisher, { project, ramp: back.ramp, why: '' })
    await pass(0)
    expect([await stateOf(asked.ramp), await stateOf(back.ramp)]).toEqual(['completed', 'rolled-back'])
    // a ramp started by an admin's bypass counts as approved; the other one can be resumed once no approval is required
    const waived = async () => {
      const flag = await aServedFlag(team)
      await publishPast(team, flag, onButOff, 'staging')
      const made = await proposed({ flag, environment: 'staging' })
      await requestReview(team.editor, made)
      await bypassApprovals(team.admin, { change: made.change, reason: 'It burns.' })
      return made.ramp
    }
    const past = await waived()
    await pass(hour)
    expect(await readRamp(team.ada, { ramp: past })).toMatchObject({ state: 'running', step: 1 })
    await requires(0)
    await resumeRamp(team.publisher, { project, ramp: ran.ramp })
    await pass(hour)
    expect(await readRamp(team.ada, { ramp: ran.ramp })).toMatchObject({ state: 'running', step: 1 })
  })
})
