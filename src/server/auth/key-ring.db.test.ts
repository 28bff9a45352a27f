import { expect, it, onTestFinished, vi } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { aProject, inEnvironment } from '../../../tests/support/people.ts'
import { CreateSdkKeyInput } from '../../shared/schemas/sdk-key.ts'
import { createKey } from '../domain/keys/create-key.ts'
import { KeyRing } from './key-ring.ts'

const { db } = await testDatabase()

it.each([
  ['a while later', 11_000],
  ['after the clock was set back', -3_600_000],
])('a key is answered from memory at once, and looked up again %s', async (_, jumpMs) => {
  const { project } = await aProject(db)
  const scope = { project: project.project.key, environment: 'development' }
  const input = CreateSdkKeyInput.parse({ ...scope, kind: 'server', name: 'A program' })
  const { key, text } = await createKey(await inEnvironment(project), input)
  const ring = new KeyRing(db)
  await ring.holder(text)
  // as if the notification of it had been lost
  await db.updateTable('sdkKey').set({ revokedAt: new Date() }).where('id', '=', key.id).execute()
  expect(ring.holder(text)).toMatchObject({ keyId: key.id, kind: 'server' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs })
  onTestFinished(() => void vi.useRealTimers())
  await expect(ring.holder(text)).rejects.toMatchObject({ code: 'auth/token-invalid' })
})
