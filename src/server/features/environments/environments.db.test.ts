import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { eventsOf } from '../../../../tests/support/events.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aChangeIn, aServedFlag, aTeam, headIn } from '../../../../tests/support/team.ts'
import { CreateSdkKeyInput } from '../../../shared/features/access/schemas/sdk-key.ts'
import { CreateEnvironmentInput } from '../../../shared/features/projects/schemas/project.ts'
import { limits } from '../../../shared/limits.ts'
import type { ProjectCtx } from '../../platform/kernel/ctx.ts'
import { createKey } from '../access/keys/create-key.ts'
import { deadKeysAmong } from '../access/keys/queries.ts'
import { withdrawChange } from '../changes/withdraw-change.ts'
import { archiveFlag } from '../flags/archive-flag.ts'
import { readFlag as getFlag } from '../flags/read-flag.ts'
import { restoreFlag } from '../flags/restore-flag.ts'
import { listEnvironments } from '../projects/read-projects.ts'
import { publish } from '../publishing/publish.ts'
import { createEnvironment } from './create-environment.ts'
import { orderEnvironments } from './order-environments.ts'
import { removeEnvironment } from './remove-environment.ts'

const { db } = await testDatabase()
const aKey = () => `e-${randomBytes(4).toString('hex')}`
const make = (ctx: ProjectCtx, key: string, more: object = {}) =>
  createEnvironment(
    ctx,
    CreateEnvironmentInput.parse({ project: ctx.project.key, key, name: key, colour: 'blue', ...more }),
  )
const drop = async (ctx: ProjectCtx, key: string, confirm = key) =>
  removeEnvironment(await inEnvironment(ctx, key), { confirm })
const keysOf = async (ctx: ProjectCtx) => (await listEnvironments(ctx)).map((one) => one.key)

describe('creating an environment', () => {
  it('puts it last, with every flag in it, off', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout', ['development'])
    const made = await make(project, 'preview', { protected: true, requiredApprovals: 1 })
    expect(made).toMatchObject({ key: 'preview', protected: true, requiredApprovals: 1, revision: 1 })
    expect(await keysOf(project)).toEqual(['development', 'staging', 'production', 'preview'])
    const { document } = await headIn(project, 'checkout', 'preview')
    expect(document).toMatchObject({ on: false, rules: [], variants: { on: true, off: false } })
    expect((await eventsOf(db, project.project.id)).at(-1)).toMatchObject({ action: 'environment.create' })
  })

  it('copies another one as it stands', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout', ['development'])
    await make(project, 'preview', { from: 'development' })
    const copy = await headIn(project, 'checkout', 'preview')
    expect(copy.document).toEqual((await headIn(project, 'checkout', 'development')).document)
  })

  it('is refused for a key that is taken, and for the key of a deleted one', async () => {
    const { project } = await aProject(db)
    expect(await refusalOf(make(project, 'staging'))).toMatchObject({ code: 'environment/key-taken' })
    await drop(project, 'staging')
    const refusal = await refusalOf(make(project, 'staging'))
    expect(refusal).toMatchObject({ code: 'environment/key-taken' })
    expect(JSON.stringify(refusal.details)).toContain('belonged to a deleted environment')
  })

  it('stops at the limit', async () => {
    const { project } = await aProject(db)
    for (let made = 3; made < limits.environmentsPerProject; made++) await make(project, aKey())
    expect(await refusalOf(make(project, aKey()))).toMatchObject({
      code: 'limit/reached',
      details: { limit: 'environmentsPerProject' },
    })
  })

  it('lets flags that were archived before come back into it, off', async () => {
    const { project } = await aProject(db)
    await aLiveFlag(project, 'checkout')
    await archiveFlag(project, { flag: 'checkout' })
    await make(project, 'preview')
    await restoreFlag(project, { flag: 'checkout' })
    const { heads } = await getFlag(project, { flag: 'checkout' })
    expect(heads['preview']?.document).toMatchObject({ on: false, rules: [] })
  })

  it('misses no flag that is made at the same time', async () => {
    const { project } = await aProject(db)
    const flags = Array.from({ length: 6 }, (_, index) => `flag-${index}`)
    await Promise.all([...flags.map((key) => aLiveFlag(project, key)), make(project, 'preview')])
    for (const flag of flags) expect((await getFlag(project, { flag })).heads).toHaveProperty('preview')
  })
})

describe('the order of environments', () => {
  it('is what people say', async () => {
    const { project } = await aProject(db)
    const asked = ['production', 'development', 'staging']
    expect((await orderEnvironments(project, { environments: asked })).map((one) => one.key)).toEqual(asked)
    expect((await eventsOf(db, project.project.id)).at(-1)).toMatchObject({
      action: 'environment.order',
      before: { environments: ['development', 'staging', 'production'] },
      after: { environments: asked },
    })
  })

  it('names each of them once', async () => {
    const { project } = await aProject(db)
    for (const environments of [['production'], ['production', 'production', 'staging']]) {
      expect(await refusalOf(orderEnvironments(project, { environments }))).toMatchObject({ code: 'request/invalid' })
    }
  })
})

describe('deleting an environment', () => {
  it('takes its log and its keys, and leaves the audit trail', async () => {
    const { project } = await aProject(db)
    const scope = { project: project.project.key, environment: 'staging' }
    const input = CreateSdkKeyInput.parse({ ...scope, kind: 'server', name: 'A program' })
    const { key } = await createKey(await inEnvironment(project, 'staging'), input)
    await drop(project, 'staging')
    expect(await keysOf(project)).toEqual(['development', 'production'])
    expect(await deadKeysAmong(db, [key.id], new Date())).toEqual([{ id: key.id }])
    expect((await eventsOf(db, project.project.id)).at(-1)).toMatchObject({
      action: 'environment.delete',
      subject: `${project.project.key}/staging`,
      before: { name: 'Staging', protected: false },
    })
  })

  it('takes its key once more', async () => {
    const { project } = await aProject(db)
    expect(await refusalOf(drop(project, 'staging', 'Staging'))).toMatchObject({ code: 'request/invalid' })
    expect(await keysOf(project)).toContain('staging')
  })

  it('is refused for the last one, also where two are deleted at once', async () => {
    const { project } = await aProject(db)
    await drop(project, 'production')
    const both = await Promise.allSettled([drop(project, 'staging'), drop(project, 'development')])
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    const [last = ''] = await keysOf(project)
    expect(await refusalOf(drop(project, last))).toMatchObject({ code: 'environment/last' })
  })

  it('is refused while an open change is about it', async () => {
    const team = await aTeam(db)
    const { change } = await aChangeIn(team, 'in-review')
    expect(await refusalOf(drop(team.ada, 'production'))).toMatchObject({
      code: 'environment/in-use',
      details: { changes: [change] },
    })
    await withdrawChange(team.editor, { change })
    await drop(team.ada, 'production')
    expect(await keysOf(team.ada)).not.toContain('production')
  })

  it('leaves a publisher who waited with a refusal', async () => {
    const team = await aTeam(db, 0)
    const flag = await aServedFlag(team)
    const { there } = await headIn(team.publisher, flag)
    await drop(team.ada, 'production')
    const entries = [{ kind: 'flag' as const, key: flag, document: null }]
    expect(await refusalOf(publish(there, { base: 0, message: 'Late', entries }))).toMatchObject({
      code: 'environment/not-found',
    })
  })
})
