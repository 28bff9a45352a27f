import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { eventsOf } from '../../../../../tests/support/events.ts'
import { aPerson, aProject, contextOf, inEnvironment, join } from '../../../../../tests/support/people.ts'
import { refusalOf } from '../../../../../tests/support/refusal.ts'
import { CreateSdkKeyInput } from '../../../../shared/features/access/schemas/sdk-key.ts'
import type { Db } from '../../../platform/db/pool.ts'
import type { ProjectCtx } from '../../../platform/kernel/ctx.ts'
import { proveProject } from '../../../platform/kernel/scope.ts'
import { createKey } from './create-key.ts'
import { keyHash } from './key-hash.ts'
import { listKeys } from './list-keys.ts'
import { revokeSdkKey } from './revoke-sdk-key.ts'

let db: Db
beforeAll(async () => {
  db = (await testDatabase()).db
})

const aKey = async (project: ProjectCtx, kind: 'server' | 'client', environment = 'development') => {
  const scope = { project: project.project.key, environment }
  const input = CreateSdkKeyInput.parse({
    ...scope,
    kind,
    name: 'A program',
    allowedOrigins: ['https://shop.example/x'],
  })
  return createKey(await inEnvironment(project, environment), input)
}
/** The project as seen by a member with access to some environments. */
const inHandsOf = async (project: ProjectCtx, role: 'publisher', environments: string[]): Promise<ProjectCtx> => {
  const person = await aPerson(db, role)
  await join(db, person, project.project.key, role, environments)
  return { ...contextOf(db, person), project: await proveProject(db, person, project.project.key) }
}

describe('an SDK key', () => {
  it('is shown whole once, where it is for servers, and stored as a hash alone', async () => {
    const { project } = await aProject(db)
    const { key, text } = await aKey(project, 'server')
    expect(text).toMatch(/^fan_srv_[A-Za-z0-9_-]{43}$/)
    expect(key).toMatchObject({ text: null, publicId: null, prefix: text.slice(0, 12) })
    expect(JSON.stringify(await listKeys(project))).not.toContain(text)
    const rows = await db.selectFrom('sdkKey').selectAll().execute()
    const events = await eventsOf(db, project.project.id)
    expect(JSON.stringify([rows, events])).not.toContain(text)
    expect(events.at(-1)).toMatchObject({
      action: 'key.create',
      subject: `${project.project.key}/development/${key.prefix}`,
    })
  })

  it('is no secret where it is for browsers, and keeps the origins it may be used from', async () => {
    const { project } = await aProject(db)
    const { key, text } = await aKey(project, 'client')
    expect(key).toMatchObject({ text, allowedOrigins: ['https://shop.example'] })
    expect(await listKeys(project)).toMatchObject([{ text, publicId: keyHash(text).toString('hex').slice(0, 24) }])
  })

  it('is revoked once', async () => {
    const { project } = await aProject(db)
    const { key } = await aKey(project, 'server')
    const { revokedAt } = await revokeSdkKey(project, { id: key.id })
    expect((await revokeSdkKey(project, { id: key.id })).revokedAt).toBe(revokedAt)
    const actions = (await eventsOf(db, project.project.id)).map((event) => event.action)
    expect(actions.filter((action) => action === 'key.revoke')).toHaveLength(1)
  })

  it('of another project is not there', async () => {
    const { project } = await aProject(db)
    const { key } = await aKey(project, 'server')
    const { project: other } = await aProject(db)
    expect((await refusalOf(revokeSdkKey(other, { id: key.id }))).code).toBe('key/not-found')
  })

  it('is seen and revoked only where one may see and revoke it', async () => {
    const { project } = await aProject(db)
    await aKey(project, 'server', 'development')
    const { key } = await aKey(project, 'client', 'production')
    const limited = await inHandsOf(project, 'publisher', ['development'])
    expect((await listKeys(limited)).map((one) => one.environment)).toEqual(['development'])
    expect((await refusalOf(revokeSdkKey(limited, { id: key.id }))).code).toBe('auth/forbidden')
  })
})
