import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readChange } from '../../src/server/features/changes/read-change.ts'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { aChangeIn, aTeam } from '../support/team.ts'

const minuteMs = 60_000
const preload = path.resolve(import.meta.dirname, '../support/clock-ahead.ts')

/** An overdue change, one due in three minutes, and a server whose clock is ahead. */
async function serverAhead(aheadMs: number) {
  const { db, url } = await testDatabase()
  const team = await aTeam(db)
  const dueIn = async (ms: number) => {
    const { change } = await aChangeIn(team, 'scheduled')
    await db
      .updateTable('schedule')
      .set({ dueAt: new Date(Date.now() + ms) })
      .where('changeId', '=', (eb) =>
        eb.selectFrom('change').select('id').where('number', '=', change).where('projectId', '=', team.ada.project.id),
      )
      .execute()
    return change
  }
  const [overdue, later] = [await dueIn(-minuteMs), await dueIn(3 * minuteMs)]
  const server = startProcess({
    DATABASE_URL: url,
    FANION_DATA_DIR: await aFolder('clock'),
    FANION_SECRET: 'a secret',
    NODE_OPTIONS: `--import=${preload}`,
    FANION_TEST_CLOCK_AHEAD: String(aheadMs),
  })
  const address = await server.ready
  const stateOf = async (change: number) => (await readChange(team.ada, { change })).state
  const offset = async () =>
    Number(/^fanion_clock_offset_seconds (\S+)$/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1])
  return { server, overdue, later, stateOf, offset }
}

describe('a server whose clock is ahead', () => {
  it('by some minutes applies what is due by the database’s clock alone, and says how far it is ahead', async () => {
    const { server, overdue, later, stateOf, offset } = await serverAhead(4 * minuteMs)
    await expect.poll(() => stateOf(overdue), { timeout: 20_000 }).toBe('applied')
    expect(await stateOf(later)).toBe('scheduled')
    expect(await offset()).toBeGreaterThan(230)
    expect(server.output()).toMatch(/clock is 2[34]\d s ahead of the database’s. Due work goes by the database’s clock/)
  })

  it('by three days applies nothing, and says so', async () => {
    const { server, overdue, later, stateOf, offset } = await serverAhead(3 * 24 * 60 * minuteMs)
    expect(await offset()).toBeGreaterThan(259_000)
    expect(server.output()).toMatch(/ahead of the database’s. This server takes no due work/)
    // Several rounds of the worker.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect([await stateOf(overdue), await stateOf(later)]).toEqual(['scheduled', 'scheduled'])
  })
})
