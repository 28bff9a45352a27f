import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { warehouseDatabase } from '../../../../tests/support/warehouse-database.ts'
import { aWarehouseWorld, day, hour, ordersQuery, seenQuery } from '../../../../tests/support/warehouse-world.ts'
import { getWarehouse, listWarehouseReads } from './list-warehouses.ts'
import { previewWarehouseQuery } from './preview-warehouse-query.ts'
import { archiveWarehouseQuery } from './save-warehouse-query.ts'

const { db } = await testDatabase(8)
const shop = await warehouseDatabase()
const ofExposures = { source: 'shop', event: null }

describe('exposures from a table', () => {
  it('are kept by the rules for what programs tell, and the others counted by why', async () => {
    const world = await aWarehouseWorld(db, shop)
    const { ctx, now, read, seen, aRun } = world
    await world.saveSource()
    const run = await aRun({ openedAt: now() - 2 * day })
    const ended = await aRun({ endedAt: now() - 2 * hour })
    const ramp = await aRun({ kind: 'ramp' })
    await world.saveExposures({ since: new Date(now() - 9 * day).toISOString() })
    await seen('ada', run, now() - hour)
    await seen('ada', run, now() - 3 * hour, { run: String(run.number) })
    await seen('bob', run, now() - hour, { variant: run.variantOf('bob') === 'on' ? 'off' : 'on' })
    await seen('bob', run, now() - hour, { variant: 'blue' })
    // no user can be exposed before the run began
    await seen('cid', run, now() - 3 * day)
    await seen('dan', run, now() - hour, { run: 'run-99' })
    await seen('dan', ramp, now() - hour)
    await seen('eve', ended, now() - hour)
    await seen('eve', ended, now() - 3 * hour)
    await seen('fay', run, now() - 8 * day - hour)
    await seen('', run, now() - hour)
    await read()
    const rows = await db.selectFrom('exposure').selectAll().orderBy('run').orderBy('firstAt').execute()
    expect(rows.map((row) => [row.run, (row.firstAt.getTime() - now()) / hour, row.via, row.crossed])).toEqual([
      [run.id, -48, 4, false],
      [run.id, -3, 4, false],
      [ended.id, -3, 4, false],
    ])
    expect(JSON.stringify(rows)).not.toContain('ada')
    const refused = new Map<string, number>()
    for (const one of (await listWarehouseReads(ctx, ofExposures)).flatMap((each) => each.refused))
      refused.set(one.reason, (refused.get(one.reason) ?? 0) + one.count)
    expect(Object.fromEntries(refused)).toEqual({
      ...{ mismatched: 2, 'unknown-run': 2, 'ended-run': 1, 'too-old': 1, unit: 1 },
    })
  })

  it('are of an environment alone, beside its events, and end when they are archived', async () => {
    const world = await aWarehouseWorld(db, shop)
    const { ctx, now, read, pass, seen } = world
    await world.saveSource()
    await world.declare()
    await world.saveFact()
    const run = await world.aRun()
    expect((await world.saveExposures()).facts.map(({ event }) => event)).toEqual(['order', null])
    await world.saveSource({ key: 'other' })
    expect(await refusalOf(world.saveExposures({ source: 'other' }))).toMatchObject({
      code: 'fact/event-taken',
      details: { source: 'shop', event: 'exposures' },
    })
    await archiveWarehouseQuery(ctx, ofExposures)
    expect(await refusalOf(listWarehouseReads(ctx, ofExposures))).toMatchObject({ code: 'fact/not-found' })
    await seen('ada', run, now())
    pass(2 * hour)
    await read()
    expect(await db.selectFrom('exposure').selectAll().where('run', '=', run.id).execute()).toEqual([])
    expect((await getWarehouse(ctx, { source: 'shop' })).facts).toMatchObject([{ event: 'order', state: 'fine' }])
  })

  it.each([
    ['an event’s columns', ordersQuery, /no column run/],
    ['a time that is a text', seenQuery.replace(', at from', ', at::text as at from'), /at is of type text/],
    ['a run that is a time', seenQuery.replace('run,', 'at as run,'), /column run is of type timestamp/],
    ['a column that exposures don’t have', seenQuery.replace('run,', 'run, 1 as price,'), /no property price/],
  ])('are refused for %s', async (_, query, words) => {
    const world = await aWarehouseWorld(db, shop)
    await world.saveSource()
    const refusal = await refusalOf(world.saveExposures({ query }))
    expect(refusal).toMatchObject({ code: 'source/query', details: { problems: [{ path: 'query' }] } })
    expect(refusal.message).toMatch(words)
    const { problems } = await previewWarehouseQuery(world.ctx, { source: 'shop', query, exposures: true })
    expect(problems[0]).toMatch(words)
  })
})
