import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aPerson, aProject, contextOf, join } from '../../../../tests/support/people.ts'
import type { MemberRole } from '../../../shared/features/members/schemas/member.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { Actor } from '../../platform/kernel/actor.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { proveProject } from '../../platform/kernel/scope.ts'
import { addMember } from './add-member.ts'
import { can } from './can.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'
import { setRole } from './set-role.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase(8)).db
})

type Person = Extract<Actor, { kind: 'user' }>
const aMember = async (name = 'Grace') => (await aPerson(db, name)) as Person
const inputOf = (ctx: ProjectCtx, person: Person, role: MemberRole, environments: string[] | null = null) => ({
  project: ctx.project.key,
  email: person.email,
  userId: person.id,
  role,
  environments,
})
const eventsOf = (ctx: ProjectCtx, action: string) =>
  db
    .selectFrom('event')
    .select(['subject', 'before', 'after', 'actorName'])
    .where('projectId', '=', ctx.project.id)
    .where('action', '=', action)
    .execute()

describe('members.add', () => {
  it('makes somebody with an account a member, limited to environments', async () => {
    const { project } = await aProject(db)
    const grace = await aMember()
    const member = await addMember(project, inputOf(project, grace, 'publisher', ['staging']))
    expect(member).toMatchObject({ user: { id: grace.id }, role: 'publisher', environments: ['staging'] })
    expect(await proveProject(db, grace, project.project.key)).toMatchObject({ role: 'publisher' })
  })

  it('leaves an event', async () => {
    const { project } = await aProject(db)
    const grace = await aMember()
    await addMember(project, inputOf(project, grace, 'viewer'))
    expect(await eventsOf(project, 'member.add')).toMatchObject([
      { subject: `${project.project.key}/${grace.email}`, after: { role: 'viewer' } },
    ])
  })

  it('refuses an address without an account, a second time, and an unknown environment', async () => {
    const { project } = await aProject(db)
    const grace = await aMember()
    const input = inputOf(project, grace, 'viewer')
    await expect(addMember(project, { ...input, email: 'nobody@example.com' })).rejects.toMatchObject({
      code: 'user/not-found',
    })
    await addMember(project, input)
    await expect(addMember(project, input)).rejects.toMatchObject({ code: 'member/exists' })
    await expect(addMember(project, { ...input, environments: ['moon'] })).rejects.toMatchObject({
      code: 'environment/not-found',
    })
  })
})

describe('members.setRole', () => {
  it('changes the role from the next call on, and leaves an event with before and after', async () => {
    const { project } = await aProject(db)
    const grace = await aMember()
    await addMember(project, inputOf(project, grace, 'viewer'))
    await setRole(project, inputOf(project, grace, 'editor'))
    expect((await proveProject(db, grace, project.project.key)).role).toBe('editor')
    expect(await eventsOf(project, 'member.set-role')).toMatchObject([
      { before: { role: 'viewer' }, after: { role: 'editor' } },
    ])
  })

  it('keeps the last admin, even where two are taken down at once', async () => {
    const { project } = await aProject(db)
    const grace = await aMember()
    await addMember(project, inputOf(project, grace, 'admin'))
    const ada = project.actor as Person
    const both = [ada, grace].map((person) => setRole(project, inputOf(project, person, 'viewer')))
    const settled = await Promise.allSettled(both)
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await listMembers(project)).filter(({ role }) => role === 'admin')).toHaveLength(1)
  })

  it('does not count an admin who is shut out', async () => {
    const { project } = await aProject(db)
    const grace = await aMember()
    await addMember(project, inputOf(project, grace, 'admin'))
    await db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', grace.id).execute()
    await expect(removeMember(project, { userId: (project.actor as Person).id })).rejects.toMatchObject({
      code: 'member/last-admin',
    })
  })
})

describe('members.remove', () => {
  it('takes the project from sight, and leaves an event', async () => {
    const { project } = await aProject(db)
    const grace = await aMember()
    await addMember(project, inputOf(project, grace, 'editor'))
    await removeMember(project, { userId: grace.id })
    await expect(proveProject(db, grace, project.project.key)).rejects.toMatchObject({ code: 'project/not-found' })
    expect(await eventsOf(project, 'member.remove')).toMatchObject([{ before: { role: 'editor' } }])
  })

  it('does not find a member of another project', async () => {
    const [{ project }, other] = [await aProject(db), await aProject(db)]
    const grace = await aMember()
    await join(db, grace, other.project.project.key, 'viewer')
    await expect(removeMember(project, { userId: grace.id })).rejects.toMatchObject({ code: 'member/not-found' })
  })
})

describe('members.can', () => {
  it('says why not, what it takes, and who could grant it, for each environment', async () => {
    const { project } = await aProject(db)
    const grace = await aMember()
    await addMember(project, inputOf(project, grace, 'publisher', ['staging']))
    const ctx = { ...contextOf(db, grace), project: await proveProject(db, grace, project.project.key) }
    const answers = await can(ctx)
    expect(answers.environments['staging']?.['change.approve']).toEqual({ ok: true })
    expect(answers.environments['production']?.['change.approve']).toEqual({
      ok: false,
      reason:
        'You don’t have permission to approve changes in Production. It requires the publisher role; yours is viewer.',
      role: 'viewer',
      needs: 'publisher',
    })
    expect(answers.grantors).toContainEqual({ id: (project.actor as Person).id, name: 'Ada', role: 'admin' })
  })
})
