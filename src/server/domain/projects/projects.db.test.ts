import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { aPerson, aProject, contextOf, join } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import type { Db } from '../../db/pool.ts'
import { proveEnvironment, proveProject } from '../../kernel/scope.ts'
import { create } from './create.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { listEnvironments } from './list-environments.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

describe('creating a project', () => {
  it('gives it development, staging and a protected production, empty', async () => {
    const { project } = await aProject(db)
    expect(await listEnvironments(project)).toMatchObject([
      { key: 'development', protected: false, requiredApprovals: 0, revision: 0 },
      { key: 'staging', protected: false, requiredApprovals: 0, revision: 0 },
      { key: 'production', protected: true, requiredApprovals: 0, revision: 0 },
    ])
    const { key, id } = project.project
    expect(await eventsOf(db, id)).toMatchObject([{ action: 'project.create', subject: key, after: { key } }])
  })

  it('is refused for a key that is taken, and leaves nothing behind', async () => {
    const { owner, project } = await aProject(db)
    const error = await refusalOf(create(owner, { key: project.project.key, name: 'Twice', description: '' }))
    expect(error).toMatchObject({ code: 'project/key-taken', details: { problems: [{ path: 'key' }] } })
    expect((await list(owner)).map((one) => one.name)).not.toContain('Twice')
  })
})

describe('a project', () => {
  it('is seen by its members with their role, by owners as owners, and by nobody else', async () => {
    const { owner, project } = await aProject(db)
    const member = await aPerson(db, 'Mia')
    await join(db, member, project.project.key, 'publisher')
    const inList = async (ctx: typeof owner) =>
      (await list(ctx)).filter((one) => one.key === project.project.key).map((one) => one.role)
    expect(await inList(owner)).toEqual(['owner'])
    expect(await inList(contextOf(db, member))).toEqual(['publisher'])
    expect(await inList(contextOf(db, await aPerson(db, 'Stan')))).toEqual([])
    expect((await get(project)).key).toBe(project.project.key)
  })

  it('is not there for strangers, in the same words as one that does not exist', async () => {
    const { project } = await aProject(db)
    const stranger = await aPerson(db, 'Stan')
    const hidden = await refusalOf(proveProject(db, stranger, project.project.key))
    const absent = await refusalOf(proveProject(db, stranger, 'no-such-project'))
    expect(hidden.message.replace(project.project.key, '…')).toBe(absent.message.replace('no-such-project', '…'))
    expect([hidden.code, absent.code]).toEqual(['project/not-found', 'project/not-found'])
  })

  it('counts a member of some environments as a viewer in the others', async () => {
    const { project } = await aProject(db)
    const limited = await aPerson(db, 'Lin')
    await join(db, limited, project.project.key, 'admin', ['staging'])
    const proven = await proveProject(db, limited, project.project.key)
    const roleIn = async (key: string) => (await proveEnvironment(db, proven, key)).role
    expect([await roleIn('staging'), await roleIn('development')]).toEqual(['admin', 'viewer'])
  })

  it('has only its own environments', async () => {
    const { project } = await aProject(db)
    const error = await refusalOf(proveEnvironment(db, project.project, 'moon'))
    expect(error).toMatchObject({ code: 'environment/not-found', details: { environment: 'moon' } })
  })
})
