import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { aRampTeam } from '../../../../tests/support/ramp-team.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aServedFlag, headIn, publishPast } from '../../../../tests/support/team.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { editChange } from '../changes/edit-change.ts'
import { publishChange } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { restoreRevision } from '../publishing/restore-revision.ts'
import { continueRamp, resumeRamp, undoRamp } from './act-on-ramp.ts'
import { readRamp } from './read-ramps.ts'

const hour = 60 * 60_000

const { db } = await testDatabase(12)
const { team, project, pass, aRampableFlag, proposed, started, stateOf, documentOf, revisionsOf } = await aRampTeam(db)

describe('a ramp whose flag is touched', () => {
  it('takes no step from a flag that somebody touched, also when it is told to', async () => {
    const { ramp, flag } = await started()
    await publishPast(team, flag, (document) => ({ ...document, rules: [] }))
    expect(await refusalOf(continueRamp(team.second, { project, ramp }))).toMatchObject({ code: 'run/touched' })
    expect(await documentOf(flag)).toMatchObject({ rules: [], otherwise: { variant: 'off' } })
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
      rules: [{ id: 'early', when: about, serve: { variant: 'off' } }, ...document.rules],
    }))
    await pass(0)
    expect(await stateOf(ramp)).toBe('running')
  })

  it('brings nobody, by its steps or its end, to what was put under its rule: nobody approved that', async () => {
    const { ramp, flag } = await started()
    const all = { id: 'under', when: true as const, serve: { variant: 'off' } }
    await publishPast(team, flag, (document) => ({ ...document, rules: [...document.rules, all] }))
    await pass(24 * hour)
    const touched = 'a rule was put between its own and the one it ramps'
    expect(await readRamp(team.ada, { ramp })).toMatchObject({ state: 'paused', touched, choices: [] })
    expect(await refusalOf(resumeRamp(team.publisher, { project, ramp }))).toMatchObject({ code: 'run/touched' })
    // the added rule serves the value from before, so users return to what they would have had anyway
    await undoRamp(team.publisher, { project, ramp, why: '' })
    const other = await started()
    await publishPast(team, other.flag, (document) => ({
      ...{ ...document, variants: { ...document.variants, other: true } },
      rules: [...document.rules, { ...all, serve: { variant: 'other' } }],
    }))
    const undone = undoRamp(team.publisher, { project, ramp: other.ramp, why: '' })
    expect(await refusalOf(undone)).toMatchObject({
      code: 'change/approval-required',
      details: { changes: [other.flag] },
    })
  })

  it('begins only where it is to go on from: not with a rule between its own and the one it ramps', async () => {
    const pro = { id: 'pro', when: { attribute: 'plan', operator: 'is' as const, values: ['pro'] } }
    const flag = await aRampableFlag()
    await publishPast(team, flag, (document) => ({ ...document, rules: [{ ...pro, serve: { variant: 'off' } }] }))
    const { change, version } = await proposed({ flag })
    const [entry] = (await readChange(team.ada, { change })).entries
    // proposes its flag with the ramp's rule in another position
    const document = entry?.document as FlagDocument
    const place = { kind: 'flag' as const, key: flag, environment: 'production', base: entry?.base ?? 0 }
    const entries = [{ ...place, document: { ...document, rules: document.rules.toReversed() } }]
    const moved = editChange(team.editor, { project, change, version, entries })
    const how = 'a rule was put between its own and the one it ramps'
    expect(await refusalOf(moved)).toMatchObject({ code: 'ramp/invalid', details: { problems: [{ problem: how }] } })
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
    expect(await undoRamp(team.publisher, { project, ramp, why: '' })).toMatchObject({ state: 'rolled-back' })
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
})
