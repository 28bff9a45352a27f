import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf as projectEvents } from '../../../../tests/support/events.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import {
  aChange,
  aChangeIn,
  aServedFlag,
  aTeam,
  eventsOf,
  headIn,
  servesOff,
  type Team,
} from '../../../../tests/support/team.ts'
import { EditEnvironmentInput } from '../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../shared/limits.ts'
import { approveChange } from '../changes/approve-change.ts'
import { applyApproved } from '../changes/publish-change.ts'
import { readChange } from '../changes/read-change.ts'
import { requestReview } from '../changes/request-review.ts'
import { publish } from '../publishing/publish.ts'
import { editEnvironment } from './edit-environment.ts'

const { db } = await testDatabase()
const change = async (team: Team, settings: object, key = 'production') =>
  editEnvironment(
    await inEnvironment(team.admin, key),
    EditEnvironmentInput.parse({ project: team.key, environment: key, ...settings }),
  )

describe('editing an environment', () => {
  it('changes what it is called and what it asks, and tells of before and after', async () => {
    const team = await aTeam(db, 0)
    const edited = await change(team, { name: 'Live', colour: 'pink', requiredApprovals: 2, sampling: true })
    expect(edited).toMatchObject({ key: 'production', name: 'Live', colour: 'pink', requiredApprovals: 2 })
    expect((await projectEvents(db, team.admin.project.id)).at(-1)).toMatchObject({
      action: 'environment.edit',
      subject: `${team.key}/production`,
      before: {
        name: 'Production',
        colour: 'red',
        protected: true,
        requiredApprovals: 0,
        sampling: false,
        moveLimitPer100k: null,
      },
      after: {
        name: 'Live',
        colour: 'pink',
        protected: true,
        requiredApprovals: 2,
        sampling: true,
        moveLimitPer100k: null,
      },
    })
  })

  it('tells of nothing where nothing changes', async () => {
    const team = await aTeam(db, 0)
    const before = await projectEvents(db, team.admin.project.id)
    await change(team, { name: 'Production', protected: true })
    expect(await projectEvents(db, team.admin.project.id)).toHaveLength(before.length)
  })

  it('takes the required approvals away with the protection', async () => {
    const team = await aTeam(db, 2)
    expect(await change(team, { protected: false })).toMatchObject({ protected: false, requiredApprovals: 0 })
  })

  it.each([
    ['its protection', { protected: false }],
    ['an approval', { requiredApprovals: 1 }],
  ])('takes %s away only after a fresh proof of who it is', async (_, less) => {
    const team = await aTeam(db, 2)
    const { actor } = team.admin
    if (actor.kind !== 'user') throw new Error('the admin is a person')
    const authenticatedAt = new Date(Date.now() - limits.reauthenticateMs)
    const stale = {
      ...team,
      admin: { ...team.admin, actor: { ...actor, session: { ...actor.session, authenticatedAt } } },
    }
    expect(await refusalOf(change(stale, less))).toMatchObject({ code: 'auth/confirm-required' })
    expect(await change(stale, { name: 'Live', requiredApprovals: 3 })).toMatchObject({ requiredApprovals: 3 })
    expect(await change(team, less)).toMatchObject(less)
  })

  it('refuses approvals where nothing would ask for them', async () => {
    const team = await aTeam(db, 0)
    const refusal = await refusalOf(change(team, { requiredApprovals: 1 }, 'staging'))
    expect(refusal).toMatchObject({ code: 'request/invalid', details: { problems: [{ path: 'requiredApprovals' }] } })
    expect(await change(team, { protected: true, requiredApprovals: 1 }, 'staging')).toMatchObject({ protected: true })
  })
})

describe('raising the required approvals', () => {
  it('sends an approved change that has too few back to review, its approval kept', async () => {
    const team = await aTeam(db, 1)
    const { change: number, version } = await aChangeIn(team, 'approved')
    await change(team, { requiredApprovals: 2 })
    expect(await readChange(team.admin, { change: number })).toMatchObject({
      state: 'in-review',
      approvals: [{ required: 2, given: [{ name: 'Pia' }] }],
    })
    expect((await eventsOf(team, number)).at(-1)).toBe('change.lapse')
    expect(await refusalOf(applyApproved(team.publisher, { change: number }))).toMatchObject({
      code: 'change/wrong-state',
    })
    const again = await approveChange(team.second, { project: team.key, change: number, version, body: '' })
    expect(again.state).toBe('approved')
  })

  it('takes a scheduled change off its schedule', async () => {
    const team = await aTeam(db, 1)
    const { change: number } = await aChangeIn(team, 'scheduled')
    await change(team, { requiredApprovals: 2 })
    expect(await readChange(team.admin, { change: number })).toMatchObject({ state: 'in-review', schedule: null })
  })

  it('holds for a publish that waited while it was raised', async () => {
    const team = await aTeam(db, 0)
    const flag = await aServedFlag(team)
    // the context was loaded while no approvals were required
    const { there, base, document } = await headIn(team.publisher, flag)
    await change(team, { requiredApprovals: 1 })
    const entries = [{ kind: 'flag' as const, key: flag, document: servesOff(document) }]
    expect(await refusalOf(publish(there, { base, message: 'Late', entries }))).toMatchObject({
      code: 'change/approval-required',
    })
  })
})

describe('lowering the required approvals', () => {
  it('approves a change in review that has enough', async () => {
    const team = await aTeam(db, 2)
    const flag = await aServedFlag(team)
    const { number, version } = await aChange(team.editor, flag, servesOff)
    await requestReview(team.editor, { change: number })
    await approveChange(team.publisher, { project: team.key, change: number, version, body: '' })
    await change(team, { requiredApprovals: 1 })
    expect((await readChange(team.admin, { change: number })).state).toBe('approved')
    expect((await eventsOf(team, number)).at(-1)).toBe('change.suffice')
    expect((await applyApproved(team.publisher, { change: number })).change.state).toBe('applied')
  })

  it('leaves a change that its author has to look at where it is', async () => {
    const team = await aTeam(db, 1)
    const { change: number } = await aChangeIn(team, 'changes-requested')
    await change(team, { requiredApprovals: 0 })
    expect((await readChange(team.admin, { change: number })).state).toBe('changes-requested')
  })

  it('leaves a change in review that another environment still holds back', async () => {
    const team = await aTeam(db, 1)
    await change(team, { protected: true, requiredApprovals: 1 }, 'staging')
    const flag = await aServedFlag(team)
    const { number } = await aChange(team.editor, flag, servesOff, ['staging', 'production'])
    await requestReview(team.editor, { change: number })
    await change(team, { requiredApprovals: 0 })
    expect((await readChange(team.admin, { change: number })).state).toBe('in-review')
    await change(team, { requiredApprovals: 0 }, 'staging')
    expect((await readChange(team.admin, { change: number })).state).toBe('approved')
  })
})
