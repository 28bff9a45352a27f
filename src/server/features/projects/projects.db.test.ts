import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { aLiveFlag, aPerson, aProject, contextOf, inEnvironment, join } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { CreateSdkKeyInput } from '../../../shared/features/access/schemas/sdk-key.ts'
import type { Db } from '../../platform/db/pool.ts'
import { proveEnvironment, proveProject } from '../../platform/kernel/scope.ts'
import { createKey } from '../access/keys/create-key.ts'
import { keyHash } from '../access/keys/key-hash.ts'
import { findKeyByHash } from '../access/keys/queries.ts'
import { archiveProject } from './archive-project.ts'
import { createProject } from './create-project.ts'
import { editProject } from './edit-project.ts'
import { getProject, listArchived, listEnvironments, listProjects } from './read-projects.ts'
import { restoreProject } from './restore-project.ts'

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
    const error = await refusalOf(createProject(owner, { key: project.project.key, name: 'Twice', description: '' }))
    expect(error).toMatchObject({ code: 'project/key-taken', details: { problems: [{ path: 'key' }] } })
    expect((await listProjects(owner)).map((one) => one.name)).not.toContain('Twice')
  })
})

describe('editing a project', () => {
  it('changes what it is called, and tells of before and after', async () => {
    const { project } = await aProject(db)
    const { key, id } = project.project
    expect(await editProject(project, { project: key, name: 'Shop', description: 'All of it' })).toMatchObject({
      key,
      name: 'Shop',
      description: 'All of it',
    })
    expect((await eventsOf(db, id)).at(-1)).toMatchObject({
      action: 'project.edit',
      before: { name: key, description: '' },
      after: { name: 'Shop', description: 'All of it', flagKeyPattern: null },
    })
  })

  it('lets new flags have only keys of its pattern', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout')
    await editProject(project, { project: project.project.key, flagKeyPattern: '(web|app)-[a-z]+' })
    const refusal = await refusalOf(aLiveFlag(project, 'web-checkout-2'))
    expect(refusal).toMatchObject({ code: 'request/invalid', details: { problems: [{ path: 'key' }] } })
    expect(refusal.message).toContain('(web|app)-[a-z]+')
    expect((await aLiveFlag(project, 'web-checkout')).key).toBe('web-checkout')
    await editProject(project, { project: project.project.key, flagKeyPattern: null })
    expect((await aLiveFlag(project, 'anything')).key).toBe('anything')
  })

  it('refuses a pattern that does not compile or could hang', async () => {
    const { project } = await aProject(db)
    for (const flagKeyPattern of ['(', '(a+)+b']) {
      const refusal = await refusalOf(editProject(project, { project: project.project.key, flagKeyPattern }))
      expect(refusal).toMatchObject({
        code: 'rule/unsafe-pattern',
        details: { problems: [{ path: 'flagKeyPattern' }] },
      })
    }
  })
})

describe('archiving a project', () => {
  it('takes it out of sight, and an owner brings it back as it was', async () => {
    const { owner, project } = await aProject(db)
    const { key } = project.project
    const input = CreateSdkKeyInput.parse({
      project: key,
      environment: 'development',
      kind: 'server',
      name: 'A program',
    })
    const { text } = await createKey(await inEnvironment(project), input)
    await archiveProject(project, { confirm: key })
    expect((await listProjects(owner)).map((one) => one.key)).not.toContain(key)
    expect(await refusalOf(proveProject(db, owner.actor, key))).toMatchObject({ code: 'project/not-found' })
    expect(await findKeyByHash(db, keyHash(text))).toBeUndefined()
    expect((await listArchived(owner)).map((one) => one.key)).toContain(key)
    await restoreProject(owner, { key })
    expect((await listProjects(owner)).map((one) => one.key)).toContain(key)
    expect(await findKeyByHash(db, keyHash(text))).toMatchObject({ project: key })
    const acts = (await eventsOf(db, project.project.id)).map((event) => event.action)
    expect(acts.slice(-2)).toEqual(['project.archive', 'project.restore'])
  })

  it('takes its key once more', async () => {
    const { project } = await aProject(db)
    expect(await refusalOf(archiveProject(project, { confirm: 'shop' }))).toMatchObject({ code: 'request/invalid' })
  })
})

describe('a project', () => {
  it('is seen by its members with their role, by owners, and by nobody else', async () => {
    const { owner, project } = await aProject(db)
    const member = await aPerson(db, 'Mia')
    await join(db, member, project.project.key, 'publisher')
    const inList = async (ctx: typeof owner) =>
      (await listProjects(ctx)).filter((one) => one.key === project.project.key).map((one) => one.role)
    expect(await inList(owner)).toEqual(['owner'])
    expect(await inList(contextOf(db, member))).toEqual(['publisher'])
    expect(await inList(contextOf(db, await aPerson(db, 'Stan')))).toEqual([])
    expect((await getProject(project)).key).toBe(project.project.key)
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
