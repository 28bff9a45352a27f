import { beforeAll, describe, expect, it } from 'vitest'
import { where } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import {
  aChange,
  aServedFlag,
  aTeam,
  publishPast,
  servesHalf,
  servesOff,
  type Team,
} from '../../../../tests/support/team.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { createServiceToken } from '../access/keys/create-token.ts'
import { rotateServiceToken } from '../access/keys/rotate-token.ts'
import { approveChange } from './approve-change.ts'
import { editChange } from './edit-change.ts'
import { applyApproved } from './publish-change.ts'
import { readChange } from './read-change.ts'
import { rebaseChange } from './rebase-change.ts'
import { reconcileOvertakenChanges } from './reconcile-after-revision.ts'
import { requestReview } from './request-review.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

describe('an approval', () => {
  const inReview = async (team: Team, author: ProjectCtx, flag: string) => {
    const { number: change, version } = await aChange(author, flag, servesOff)
    await requestReview(author, { change })
    return { project: team.key, change, version, body: '' }
  }

  it('is of an effect: void when what the flag depends on makes it do more', async () => {
    const team = await aTeam(db)
    const [parent, flag] = [await aServedFlag(team), await aServedFlag(team)]
    const prerequisites = [{ flag: parent, variants: ['on'] }]
    await publishPast(team, flag, (document) => ({ ...document, prerequisites }))
    await publishPast(team, parent, (document) => ({ ...document, otherwise: { variant: 'off' } }))
    const it = await inReview(team, team.editor, flag)
    await approveChange(team.publisher, it)
    await publishPast(team, parent, (document) => ({ ...document, otherwise: { variant: 'on' } }))
    await expect(applyApproved(team.publisher, it)).rejects.toMatchObject({
      code: 'change/effect-changed',
      details: { growth: [{ environment: 'production', flags: [flag] }] },
    })
    const { state, version, reviews } = await readChange(team.ada, it)
    expect({ state, version, reviews }).toMatchObject({
      state: 'in-review',
      version: 2,
      reviews: [{ void: { because: 'effect-moved' } }],
    })
    await expect(approveChange(team.publisher, it)).rejects.toMatchObject({ code: 'change/edited' })
  })

  it('stands when what the flag depends on makes it do less', async () => {
    const team = await aTeam(db)
    const [parent, flag] = [await aServedFlag(team), await aServedFlag(team)]
    const prerequisites = [{ flag: parent, variants: ['on'] }]
    await publishPast(team, flag, (document) => ({ ...document, prerequisites }))
    const it = await inReview(team, team.editor, flag)
    await approveChange(team.publisher, it)
    const rules = [{ id: 'r1', when: where('country', 'is', 'NO'), serve: { variant: 'off' } }]
    await publishPast(team, parent, (document) => ({ ...document, rules }))
    const { change } = await applyApproved(team.publisher, it)
    expect(change).toMatchObject({ state: 'applied', version: it.version, reviews: [{ void: null }] })
  })

  it('is void when it would move people who had something else then, though all end where it was approved that they end', async () => {
    const team = await aTeam(db)
    const [parent, flag] = [await aServedFlag(team), await aServedFlag(team)]
    const opened = (country: string) =>
      publishPast(team, parent, (document) => ({
        ...document,
        rules: [{ id: 'r1', when: where('country', 'is', country), serve: { variant: 'on' } }],
        otherwise: { variant: 'off' },
      }))
    await opened('NO')
    const rules = [{ id: 'r1', when: { flag: parent, variants: ['on'] }, serve: { variant: 'on' } }]
    await publishPast(team, flag, (document) => ({ ...document, rules, otherwise: { variant: 'off' } }))
    const { number: change, version } = await aChange(team.editor, flag, (document) => ({ ...document, rules: [] }))
    await requestReview(team.editor, { change })
    const it = { project: team.key, change, version, body: '' }
    await approveChange(team.publisher, it)
    await opened('SE')
    await expect(applyApproved(team.publisher, it)).rejects.toMatchObject({
      code: 'change/effect-changed',
      details: { growth: [{ environment: 'production', flags: [flag] }] },
    })
    await approveChange(team.publisher, { ...it, version: version + 1 })
    expect((await applyApproved(team.publisher, { ...it, version: version + 1 })).revisions).toHaveLength(1)
  })

  it('holds while the effect grows within what was approved, and no longer beyond it', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    const rule =
      (...countries: string[]) =>
      (document: FlagDocument): FlagDocument => ({
        ...document,
        rules: [{ id: 'r1', when: where('country', 'isOneOf', ...countries), serve: { variant: 'off' } }],
      })
    await publishPast(team, flag, rule('NO'))
    const it = await inReview(team, team.editor, flag)
    await approveChange(team.publisher, it)
    for (const countries of [['NO', 'SE'], ['NO'], ['NO', 'DK']]) {
      await publishPast(team, flag, rule(...countries))
      await reconcileOvertakenChanges(team.system)
      expect(await readChange(team.ada, it)).toMatchObject({ state: 'approved', version: it.version })
    }
    await publishPast(team, flag, rule('SE'))
    await expect(applyApproved(team.publisher, it)).rejects.toMatchObject({ code: 'change/effect-changed' })
    expect((await readChange(team.ada, it)).state).toBe('in-review')
  })

  it('stands when something else moves', async () => {
    const team = await aTeam(db)
    const [other, flag] = [await aServedFlag(team), await aServedFlag(team)]
    const it = await inReview(team, team.editor, flag)
    await approveChange(team.publisher, it)
    await publishPast(team, other, servesOff)
    expect((await applyApproved(team.publisher, it)).revisions).toHaveLength(1)
  })

  it('is of what its giver reads: a draft is shown on top of what was published since', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    const { number: change } = await aChange(team.editor, flag, servesOff)
    await publishPast(team, flag, (document) => ({ ...document, salt: 'since' }))
    await requestReview(team.editor, { change })
    const { entries } = await readChange(team.publisher, { change })
    expect(entries).toMatchObject([{ before: { salt: 'since' }, document: { salt: 'since' } }])
  })

  it('is not given by whoever edited the change, nor by whoever holds the token that wrote it', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    const project = team.key
    const name = { project, name: 'robot', role: 'publisher' as const, environments: null, expiresInDays: null }
    const { token } = await createServiceToken(team.admin, name)
    const rotated = await rotateServiceToken(
      { ...team.ada, project: team.admin.project },
      { id: token.id, overlapHours: 0 },
    )
    const scopes = [{ project, role: 'publisher' as const, environments: null }]
    const actor = { kind: 'token' as const, id: rotated.token.id, name: 'robot', person: null, scopes }
    const robot = { ...team.admin, actor, project: await proveProject(db, actor, project) }
    const it = await inReview(team, robot, flag)
    for (const holder of [team.admin, team.ada])
      await expect(approveChange(holder, it)).rejects.toMatchObject({ code: 'change/own-approval' })
    const { version } = await editChange(team.second, { ...it, title: 'Mine now' })
    await expect(approveChange(team.second, { ...it, version })).rejects.toMatchObject({ code: 'change/own-approval' })
    await expect(approveChange(robot, { ...it, version })).rejects.toMatchObject({ code: 'auth/forbidden' })
    const rows = await db.selectFrom('review').select('id').where('reviewerId', 'is', null).execute()
    expect(rows).toEqual([])
    expect((await approveChange(team.publisher, { ...it, version })).state).toBe('approved')
  })

  it('is not given by whoever put a change of nobody here on top of what was published since', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    const { project, change } = await inReview(team, team.editor, flag)
    // the author's account no longer exists
    await db
      .updateTable('change')
      .set({ authorId: null })
      .where('projectId', '=', team.ada.project.id)
      .where('number', '=', change)
      .execute()
    await publishPast(team, flag, servesHalf)
    await reconcileOvertakenChanges(team.system)
    const place = { environment: 'production', kind: 'flag' as const, key: flag, path: 'otherwise' }
    const { version } = await rebaseChange(team.second, { project, change, choices: [{ ...place, take: 'yours' }] })
    const approval = { project, change, version, body: '' }
    expect((await refusalOf(approveChange(team.second, approval))).code).toBe('change/own-approval')
    expect((await approveChange(team.publisher, approval)).state).toBe('approved')
  })

  it('counts with the rights of the token that gave it', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    const { number: change, version } = await aChange(team.editor, flag, servesOff, ['staging', 'production'])
    await requestReview(team.editor, { change })
    const { actor } = team.publisher
    if (actor.kind !== 'user') throw new Error('a publisher is a person')
    const person = { id: actor.id, name: actor.name, instanceRole: actor.instanceRole }
    const scopes = [{ project: team.key, role: 'publisher' as const, environments: ['staging'] }]
    const token = { kind: 'token' as const, id: actor.id, name: 'laptop', person, scopes }
    const limited = { ...team.publisher, actor: token, project: await proveProject(db, token, team.key) }
    const input = { project: team.key, change, version, body: '' }
    const given = await approveChange(limited, input)
    expect(given).toMatchObject({ state: 'in-review' })
    expect(given.approvals.find(({ environment }) => environment === 'production')?.given).toEqual([])
    await expect(applyApproved(team.second, { change })).rejects.toMatchObject({ code: 'change/wrong-state' })
    expect((await approveChange(team.publisher, input)).state).toBe('approved')
  })
})

describe('an edit', () => {
  it('of a version that is no longer the newest is refused', async () => {
    const team = await aTeam(db)
    const flag = await aServedFlag(team)
    const { number: change, version } = await aChange(team.editor, flag, servesOff)
    const input = { project: team.key, change, version }
    await editChange(team.editor, { ...input, title: 'first' })
    await expect(editChange(team.editor, { ...input, title: 'second' })).rejects.toMatchObject({
      code: 'change/edited',
      details: { version: 2 },
    })
    expect((await readChange(team.editor, { change })).title).toBe('first')
  })
})
