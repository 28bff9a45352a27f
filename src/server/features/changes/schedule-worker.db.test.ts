import { describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aChangeIn, aTeam, publishPast, servesHalf } from '../../../../tests/support/team.ts'
import { postgresqlStore } from '../../platform/event-store/postgresql/store.ts'
import { createVault } from '../../platform/kernel/vault.ts'
import { RevisionFeed } from '../../platform/live/revision-feed.ts'
import { startWorkers } from '../../platform/workers/workers.ts'
import { readChange } from './read-change.ts'

describe('the workers of a server', async () => {
  const { db } = await testDatabase()
  const team = await aTeam(db)
  const system = {
    ...team.system,
    vault: createVault('a secret'),
    mail: null,
    publicUrl: () => '',
    measure: postgresqlStore,
  }
  const stateOf = async (change: number) => (await readChange(team.ada, { change })).state

  it('apply what became due while no server ran', async () => {
    const { change } = await aChangeIn(team, 'scheduled')
    await db
      .updateTable('schedule')
      .set({ dueAt: new Date(Date.now() - 60_000) })
      .where('endedAt', 'is', null)
      .execute()
    const workers = startWorkers(system, new RevisionFeed(), { allowPrivateAddresses: false, allowHosts: [] })
    await vi.waitFor(async () => expect(await stateOf(change)).toBe('applied'))
    await workers.close()
  })

  it('tell open changes of what was published while no server ran', async () => {
    const { change, flag } = await aChangeIn(team, 'in-review')
    await publishPast(team, flag, servesHalf)
    expect(await stateOf(change)).toBe('in-review')
    const workers = startWorkers(system, new RevisionFeed(), { allowPrivateAddresses: false, allowHosts: [] })
    await workers.close()
    expect(await stateOf(change)).toBe('conflicted')
  })

  it('tell open changes of every revision that comes off the log', async () => {
    const { change, flag } = await aChangeIn(team, 'in-review')
    const feed = new RevisionFeed()
    const workers = startWorkers(system, feed, { allowPrivateAddresses: false, allowHosts: [] })
    const { number } = await publishPast(team, flag, servesHalf)
    const { id: environmentId } = await db
      .selectFrom('environment')
      .select('id')
      .where('projectId', '=', team.ada.project.id)
      .where('key', '=', 'production')
      .executeTakeFirstOrThrow()
    const actor = { kind: 'system', id: null, name: 'Fanion' } as const
    const where = { environmentId, project: team.key, environment: 'production' }
    feed.publish({ ...where, number, publishedAt: new Date(), digest: '', actor, entries: [] })
    await workers.close()
    expect(await stateOf(change)).toBe('conflicted')
  })
})
