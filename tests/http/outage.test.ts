import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { startProcess } from '../support/process.ts'
import { startSeverableProxy } from '../support/severable-proxy.ts'

describe('a database that is away', () => {
  it('is logged once when it goes and once when it returns, with a count between', async () => {
    const { url } = await testDatabase(1)
    const way = await startSeverableProxy(url)
    const server = startProcess({
      DATABASE_URL: way.url,
      FANION_DATA_DIR: await aFolder('outage'),
      FANION_SECRET: 'a secret',
      LOG_LEVEL: 'warn',
    })
    const address = await server.ready
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => String((JSON.parse(line) as { message: string }).message))
    for (let round = 1; round <= 2; round += 1) {
      await way.cut()
      await expect.poll(lines, { timeout: 10_000 }).toHaveLength(2 * round - 1)
      // Several rounds of all workers, and a probe.
      await wait(2_500)
      expect((await fetch(`${address}/readyz/changes`)).status).toBe(503)
      expect(lines()).toHaveLength(2 * round - 1)
      await way.mend()
      await expect.poll(lines, { timeout: 20_000 }).toHaveLength(2 * round)
    }
    expect(lines()).toEqual([
      'the database does not answer; flags are served from memory until it does',
      expect.stringMatching(/^the database answers again after \d+ s; [1-9]\d* failures were not logged$/),
      'the database does not answer; flags are served from memory until it does',
      expect.stringMatching(/^the database answers again after \d+ s; [1-9]\d* failures were not logged$/),
    ])
  })
})
