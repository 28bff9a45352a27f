import { describe, expect, it } from 'vitest'
import { chdbModules, startClickHouse } from '../../../../../tests/support/clickhouse.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { atFileEnd } from '../../../../../tests/support/file-end.ts'
import { agreesWithThePlainStore, aMeasuredPlace } from '../../../../../tests/support/measure/agrees.ts'
import { replacesSlicesAsThePlainStore } from '../../../../../tests/support/measure/slices-agree.ts'
import { draws } from '../../../../../tests/support/seed.ts'
import { connect } from './connect.ts'
import { replaceSlice } from './replace-slice.ts'
import { withVisibleReads } from './slices.ts'
import { clickhouseStore } from './store.ts'
import { prepareTables } from './tables.ts'

const modules = await chdbModules()

describe.skipIf(modules === null)('the store in ClickHouse', async () => {
  const { db } = await testDatabase()
  const server = modules === null ? null : await startClickHouse(modules)
  const clickhouse = connect(server?.url() ?? 'clickhouse://127.0.0.1')
  atFileEnd('servers', () => clickhouse.close())
  if (server !== null) await prepareTables(clickhouse)
  agreesWithThePlainStore(db, () => clickhouseStore(clickhouse), draws(12, 25))
  // Inserts rows one at a time, so that a slice can be half written.
  const oneByOne = { ...clickhouseStore(clickhouse), replaceSlice: replaceSlice(clickhouse, 1) }
  replacesSlicesAsThePlainStore(db, () => oneByOne, draws(4))

  it('deletes what was replaced once nobody reads who began before', async () => {
    const { place, events } = await aMeasuredPlace(db)
    const [event = 0] = events(1)
    const store = clickhouseStore(clickhouse)
    const slice = { place, event, unitBy: null, fromMs: 0, toMs: 10 }
    const replace = (...values: number[]) => {
      const given = async function* () {
        yield values.map((value) => ({ unit: 'a'.repeat(32), atMs: 5, value, properties: null }))
      }
      return store.replaceSlice(db, slice, given(), async () => undefined)
    }
    const stored = `select toUInt32(count()) as n from track where place = ${place}`
    await replace(1, 2)
    const previewed = async () => {
      const measure = { kind: 'count', of: { event, properties: {} } } as const
      const stretch = { from: new Date(0), to: new Date(10), share: 1, fromClients: false, withoutRobots: false }
      const [all] = await store.preview(db, { ...stretch, place, unitBy: null, measure })
      return all?.value
    }
    expect(await previewed()).toBe(2)
    const seen = (inForce: string) => clickhouse.ask(`${stored} and ${inForce}`)
    await withVisibleReads(db, place, [event], async (before) => {
      await replace(4)
      expect(await seen(before)).toEqual([{ n: 2 }])
      expect(await withVisibleReads(db, place, [event], seen)).toEqual([{ n: 1 }])
      expect(await previewed()).toBe(1)
      expect(await clickhouse.ask(stored)).toEqual([{ n: 3 }])
    })
    await store.keep(db, new Date(0))
    expect(await clickhouse.ask(stored)).toEqual([{ n: 1 }])
    expect(await db.selectFrom('slice').select(['read', 'state']).where('place', '=', place).execute()).toEqual([
      { read: 2, state: 'clean' },
    ])
  })
})
