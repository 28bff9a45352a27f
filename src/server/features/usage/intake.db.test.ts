import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { SaveEventInput } from '../../../shared/features/usage/schemas/tracked.ts'
import { makePartitions } from '../../platform/event-store/postgresql/partitions.ts'
import { postgresqlStore } from '../../platform/event-store/postgresql/store.ts'
import { createVault } from '../../platform/kernel/vault.ts'
import { saveEvent } from '../events/save-event.ts'
import { Intake } from './intake.ts'

const { db } = await testDatabase()

it('takes an event that was declared elsewhere a moment ago, however lately it looked', async () => {
  const { project } = await aProject(db)
  const { environment } = await inEnvironment(project)
  await makePartitions(db, new Date())
  // it receives no change notifications, so it must reload by itself
  const intake = new Intake(db, postgresqlStore, createVault('of this test'), () => new Date())
  const tell = (...events: string[]) => {
    const at = new Date().toISOString()
    return intake.record(
      { environmentId: environment.id, via: 'server', sees: () => true },
      {
        ...{ batch: randomUUID(), sentAt: at, sdk: 'test', dropped: 0, exposures: [] },
        events: events.map((event) => ({ event, unit: 'ada', at })),
      },
    )
  }
  for (const key of ['purchase', 'refund', 'visit']) {
    const undeclared = { accepted: 0, refused: [{ reason: 'undeclared', count: 1 }] }
    expect(await tell(key)).toEqual(undeclared)
    await saveEvent(project, SaveEventInput.parse({ project: project.project.key, key, name: key }))
    expect(await Promise.all([tell(key), tell(key, key)])).toEqual([
      { accepted: 1, refused: [] },
      { accepted: 2, refused: [] },
    ])
  }
})
