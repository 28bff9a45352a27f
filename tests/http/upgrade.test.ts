import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { environmentDigests } from '../../src/server/commands/backup/environment-digests.ts'
import { readConfig } from '../../src/server/config.ts'
import { verifyAll } from '../../src/server/features/audit/verify-all.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { startServer } from '../../src/server/server.ts'
import { emptyDatabase } from '../support/database.ts'
import { aFolder } from '../support/folder.ts'
import { fillOldDatabase, old } from '../support/old-data.ts'
import { drawsMore } from '../support/seed.ts'
import { aBrowser } from '../support/server.ts'

/** Migrations that create rows from existing ones. Each is tested from just before it. */
const beforeRows = ['0011', '0023', '0029', '0031', '0032', '0033', '0047', '0054']
/**
 * Versions from the first with flags and an audit log: these, every tenth, and the newest; all of them in long runs.
 */
const names = Object.keys(migrations).slice(2)
const schemas = names.filter(
  (name, at) => at % (drawsMore ? 1 : 10) === 0 || name === names.at(-1) || beforeRows.includes(name.slice(0, 4)),
)
const inShop = { project: 'shop' }
const there = { ...inShop, environment: 'production' }

/** Starts the current server on a database, for one test. */
async function serve(databaseUrl: string): Promise<string> {
  const env = { PORT: '0', FANION_DATA_DIR: await aFolder('upgrade'), LOG_LEVEL: 'error', DATABASE_POOL: '4' }
  const server = await startServer(readConfig(env), databaseUrl)
  onTestFinished(() => server.close())
  return server.url
}

/** The output of the audit log's verification. */
async function audited(db: Db): Promise<string[]> {
  const lines: string[] = []
  await verifyAll(db, (line) => lines.push(line))
  return lines
}

const intact = [expect.stringMatching(/^\d+ events checked: the audit log is intact/)]

describe('an installation with data', () => {
  it.each(schemas)('of the schema %s is upgraded: it answers as before, and is lived on', async (then) => {
    const { db, url: databaseUrl } = await emptyDatabase()
    await migrate(db, { last: then })
    await fillOldDatabase(db)
    const url = await serve(databaseUrl)
    // Before any evaluation: evaluations are counted within a second.
    await expectCarriedOver(db, then)
    const { api } = aBrowser(url)
    await api.account.signIn.mutate(old.owner)

    const asked = { headers: { authorization: `Bearer ${old.key}`, 'content-type': 'application/json' } }
    const datafile = await (await fetch(`${url}/sdk/v1/datafile`, asked)).json()
    expect(datafile).toMatchObject({ revision: 2, flags: old.flags, segments: old.segments, digest: old.digests[1] })
    const evaluate = async (flag: string, targetingKey: string) => {
      const body = JSON.stringify({ context: { targetingKey } })
      const answer = await fetch(`${url}/ofrep/v1/evaluate/flags/${flag}`, { ...asked, method: 'POST', body })
      // Safe cast: an OFREP response.
      return ((await answer.json()) as { variant?: string }).variant
    }
    for (const [user, answers] of Object.entries(old.answers))
      expect([user, await evaluate('checkout', user), await evaluate('banner', user)]).toEqual([user, ...answers])

    expect(await api.projects.list.query()).toMatchObject([{ key: 'shop', name: 'Shop', dialect: 'native' }])
    const { rows } = await api.flags.list.query(inShop)
    expect(rows.map(({ flag }) => [flag.key, flag.name, flag.tags])).toEqual([
      ['banner', 'Banner', []],
      ['checkout', 'Checkout', ['pay']],
    ])
    expect(await api.history.asOf.query({ ...there, revision: 1 })).toMatchObject({ digest: old.digests[0] })
    const { revisions } = await api.revisions.list.query(there)
    expect(revisions.map(({ number, mark }) => [number, mark])).toEqual([
      [2, 'emergency'],
      [1, null],
    ])
    expect(await api.members.list.query(inShop)).toMatchObject([{ user: { name: 'Bob' }, role: 'editor' }])
    const { events } = await api.audit.list.query({ limit: 50 })
    expect(events.map(({ action }) => action)).toEqual(expect.arrayContaining(old.actions))
    expect(await audited(db)).toEqual(intact)

    if (then >= '0010') await applyOld(api, () => evaluate('banner', 'user-3'))
    await api.flags.create.mutate({ ...inShop, key: 'new', name: 'New', onIn: ['development'] })
    expect(await audited(db)).toEqual(intact)
    const { rows: told } = await sql<{ digest: string }>`
      select distinct on (environment_id) environment_id as id, number as revision, digest from revision
      order by environment_id, number desc`.execute(db)
    expect(await environmentDigests(db)).toEqual(expect.arrayContaining(told))
  })
})

/** Applies the change that was in review. */
async function applyOld(
  { changes }: ReturnType<typeof aBrowser>['api'],
  evaluate: () => Promise<unknown>,
): Promise<void> {
  // The change predates approvals of results, so its reviewer is shown it again.
  const approve = (version: number) => changes.approve.mutate({ ...inShop, change: 1, version })
  await expect(approve(1)).rejects.toThrow('it’s now at version 2')
  await approve(2)
  await changes.publish.mutate({ ...inShop, change: 1 })
  await expect.poll(evaluate).toMatch(/red|blue/)
}

/** Checks that a migration converts the existing rows, and only those. */
async function expectCarriedOver(db: Db, then: string): Promise<void> {
  const made = async (query: ReturnType<typeof sql<{ is: unknown }>>) =>
    (await query.execute(db)).rows.map((row) => row.is)
  expect(await made(sql`select key as is from former_environment`)).toEqual(then < '0033' ? ['staging'] : [])
  expect(await made(sql`select flag as is from evaluation_seen`)).toEqual(
    then >= '0004' && then < '0030' ? ['checkout'] : [],
  )
  expect(await made(sql`select count::int as is from evaluation_hour`)).toEqual(
    then >= '0004' && then < '0034' ? [41] : [],
  )
  expect(await made(sql`select approved_from as is from environment where key = 'production'`)).toEqual([2])
  expect(await made(sql`select count(*)::int as is from change_author`)).toEqual([
    then >= '0010' && then < '0024' ? 2 : 0,
  ])
  expect(await made(sql`select state as is from run where number = 3`)).toEqual(
    then >= '0044' && then < '0048' ? ['ended'] : [],
  )
  expect(await made(sql`select last_run as is from project`)).toEqual([then >= '0044' && then < '0055' ? 3 : 0])
}
