import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { type Db, openDb } from '../../platform/db/pool.ts'
import { gatherCounts } from './gather-counts.ts'

let db: Db
let url: string
beforeAll(async () => {
  ;({ db, url } = await testDatabase())
})

const hour = new Date('2026-11-21T10:00:00.000Z')
const anEnvironment = async () => (await inEnvironment((await aProject(db)).project)).environment.id
const storedIn = async (environmentId: string) => {
  const rows = await db
    .selectFrom('evaluationCount')
    .select(['flag', 'variant', 'count'])
    .where('environmentId', '=', environmentId)
    .orderBy('flag')
    .execute()
  return rows.map(({ flag, variant, count }) => `${flag}=${variant}: ${count}`)
}

describe('the counts of many programs', () => {
  it('are all stored when their reports are answered, by a few statements', async () => {
    const statements: string[] = []
    const watched = openDb(url, 3, () => undefined).withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const [first, second] = [await anEnvironment(), await anEnvironment()]
    const reports = Array.from({ length: 500 }, (_, n) =>
      gatherCounts(watched, n % 2 ? first : second, hour, [
        { flag: 'a', variant: 'on', count: 1 },
        { flag: 'b', variant: '', count: n },
      ]),
    )
    await Promise.all(reports)
    expect(await storedIn(first)).toEqual(['a=on: 250', 'b=: 62500'])
    expect(await storedIn(second)).toEqual(['a=on: 250', 'b=: 62250'])
    expect(statements.length).toBeLessThanOrEqual(2)
    await watched.destroy()
  })

  it('are stored without those of an environment that is gone', async () => {
    const there = await anEnvironment()
    const gone = '00000000-0000-7000-8000-000000000000'
    await Promise.all([
      gatherCounts(db, gone, hour, [{ flag: 'a', variant: 'on', count: 1 }]),
      gatherCounts(db, there, hour, [{ flag: 'a', variant: 'on', count: 1 }]),
    ])
    expect([await storedIn(gone), await storedIn(there)]).toEqual([[], ['a=on: 1']])
  })

  it('are refused, each of them, while the database does not take them, and taken again afterwards', async () => {
    const away = openDb('postgres://nobody@127.0.0.1:1/nowhere', 1, () => undefined)
    const attempts = Array.from({ length: 3 }, () =>
      gatherCounts(away, '00000000-0000-7000-8000-000000000000', hour, [{ flag: 'a', variant: 'on', count: 1 }]),
    )
    const answers = await Promise.allSettled(attempts)
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await away.destroy()
  })

  it('never exceed what a number holds', async () => {
    const there = await anEnvironment()
    const most = { flag: 'a', variant: 'on', count: Number.MAX_SAFE_INTEGER }
    await gatherCounts(db, there, hour, [most])
    await gatherCounts(db, there, hour, [most])
    expect(await storedIn(there)).toEqual([`a=on: ${Number.MAX_SAFE_INTEGER}`])
  })

  it('of two servers that store the same flags at once are added up', async () => {
    const there = await anEnvironment()
    const other = openDb(url, 3, () => undefined)
    const flags = Array.from({ length: 200 }, (_, n) => ({ flag: `f${n}`, variant: 'on', count: 1 }))
    for (let round = 0; round < 3; round++)
      await Promise.all([gatherCounts(db, there, hour, flags), gatherCounts(other, there, hour, flags.toReversed())])
    expect(new Set((await storedIn(there)).map((line) => line.split(': ')[1]))).toEqual(new Set(['6']))
    await other.destroy()
  })
})
