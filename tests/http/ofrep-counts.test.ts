import { expect, it } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { startServer } from '../../src/server/server.ts'
import { testDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { fillHttpWorld } from './world.ts'

const { db, url } = await testDatabase()

it('what is asked for one flag over OFREP is counted by its variant; asking for all of them is not', async () => {
  const dataDir = await aFolder('data')
  const server = await startServer(readConfig({ PORT: '0', FANION_DATA_DIR: dataDir, LOG_LEVEL: 'error' }), url)
  const { bearer, turn } = await fillHttpWorld(server)
  const ask = async (flag: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...bearer }, body: '{"context":{}}' }
    return (await fetch(`${server.url}/ofrep/v1/evaluate/flags${flag}`, init)).status
  }
  expect([await ask('/checkout'), await ask('/checkout'), await ask('/gone'), await ask('')]).toEqual([
    200, 200, 404, 200,
  ])
  await turn(false)
  expect(await ask('/checkout')).toBe(200)
  await server.close()
  const counts = await db
    .selectFrom('evaluationCount')
    .select(['flag', 'variant', 'count'])
    .orderBy('variant')
    .execute()
  const sum = counts.reduce((total, { count }) => total + Number(count), 0)
  expect(sum).toBe(3)
  expect(new Set(counts.map(({ flag }) => flag))).toEqual(new Set(['checkout']))
})
