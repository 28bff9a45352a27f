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
import { listKeys } from './list-keys.ts'
import { setOrigins } from './set-origins.ts'

let db: Db
let project: ProjectCtx
beforeAll(async () => {
  db = (await testDatabase()).db
  project = (await aProject(db)).project
})

const aKey = async (kind: 'server' | 'client') => {
  const at = { project: project.project.key, environment: 'production' }
  return (
    await createKey(await inEnvironment(project, 'production'), CreateSdkKeyInput.parse({ ...at, kind, name: 'Web' }))
  ).key
}
const input = (id: string, ...allowedOrigins: string[]) => ({ project: project.project.key, id, allowedOrigins })

describe('the pages of a client key', () => {
  it('are kept as origins, each once, and the change is an event', async () => {
    const key = await aKey('client')
    const changed = await setOrigins(project, input(key.id, 'https://shop.example/cart', 'https://shop.example'))
    expect(changed.allowedOrigins).toEqual(['https://shop.example'])
    const [listed] = (await listKeys(project)).filter(({ id }) => id === key.id)
    expect(listed?.allowedOrigins).toEqual(['https://shop.example'])
    const [event] = (await eventsOf(db, project.project.id)).filter(({ action }) => action === 'key.set-origins')
    expect(event).toMatchObject({ before: { allowedOrigins: [] }, after: { allowedOrigins: ['https://shop.example'] } })
  })

  it('are not for server keys, nor for who may not edit keys there', async () => {
    const serverKey = await aKey('server')
    expect((await refusalOf(setOrigins(project, input(serverKey.id, 'https://shop.example')))).code).toBe(
      'request/invalid',
    )
    const key = await aKey('client')
    const pia = await aPerson(db, 'Pia')
    await join(db, pia, project.project.key, 'publisher', ['staging'])
    const hers = { ...contextOf(db, pia), project: await proveProject(db, pia, project.project.key) }
    expect((await refusalOf(setOrigins(hers, input(key.id)))).code).toBe('auth/forbidden')
  })
})
