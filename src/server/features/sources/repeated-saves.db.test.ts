import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { warehouseDatabase } from '../../../../tests/support/warehouse-database.ts'
import { aWarehouseWorld } from '../../../../tests/support/warehouse-world.ts'
import { listGuardSources, removeGuardSource, saveGuardSource } from '../ramps/guards/guard-sources.ts'
import { shownAddress } from '../webhooks/shown-address.ts'
import { listWarehouses } from './list-warehouses.ts'
import { archiveWarehouse } from './save-warehouse.ts'
import { archiveWarehouseQuery } from './save-warehouse-query.ts'

const { db } = await testDatabase(8)
const world = await aWarehouseWorld(db, await warehouseDatabase())
const { ctx, saveSource, saveFact } = world
const gate = { project: ctx.project.key, key: 'gate', kind: 'prometheus' as const }
const shop = async () => (await listWarehouses(ctx)).find(({ key }) => key === 'shop')
await saveSource()
await world.declare()

type Kind = {
  /** Saves it with another content each time; `version` as given, also undefined. */
  save: (content: number, version: string | undefined) => Promise<unknown>
  stored: () => Promise<{ version: string; content: unknown } | undefined>
  /** How a content is read again. */
  shown: (content: number) => unknown
  remove: () => Promise<unknown>
}

// the source comes last: its facts go with it
const kinds: Record<string, Kind> = {
  'facts.save': {
    save: (content, version) => saveFact({ every: `PT${content}H`, version }),
    stored: async () => {
      const fact = (await shop())?.facts.find(({ event }) => event === 'order')
      return fact && { version: fact.version, content: fact.every }
    },
    shown: (content) => `PT${content}H`,
    remove: () => archiveWarehouseQuery(ctx, { source: 'shop', event: 'order' }),
  },
  'guardSources.save': {
    save: (content, version) => saveGuardSource(ctx, { ...gate, url: `http://127.0.0.1:9/${content}`, version }),
    stored: async () => {
      const source = (await listGuardSources(ctx)).find(({ key }) => key === 'gate')
      return source && { version: source.version, content: source.url }
    },
    shown: (content) => shownAddress(`http://127.0.0.1:9/${content}`),
    remove: () => removeGuardSource(ctx, { key: 'gate' }),
  },
  'sources.save': {
    save: (content, version) => saveSource({ budget: { rows: content, minutes: 1 }, version }),
    stored: async () => {
      const source = await shop()
      return source && { version: source.version, content: source.budget.rows }
    },
    shown: (content) => content,
    remove: () => archiveWarehouse(ctx, { source: 'shop' }),
  },
}

describe('a save names the version that its author saw:', () => {
  it.each(Object.entries(kinds))('%s', async (name, { save, stored, shown, remove }) => {
    if (name !== 'sources.save') await save(1, undefined)
    const first = await stored()
    // what exists is not replaced by a save of something new, such as a double click
    expect(await refusalOf(save(2, undefined))).toMatchObject({ code: 'source/edited', details: { seen: null } })
    // of two people who saw the same, or two clicks, one saves
    const both = await Promise.allSettled([save(3, first?.version), save(4, first?.version)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const second = await stored()
    expect(second?.version).not.toBe(first?.version)
    const won = both.findIndex(({ status }) => status === 'fulfilled')
    expect(second?.content).toBe(shown(won + 3))
    expect(await refusalOf(save(5, first?.version))).toMatchObject({
      code: 'source/edited',
      details: { version: second?.version, seen: first?.version },
    })
    expect(await stored()).toEqual(second)
    // the clock of this test stands still: each save has a version of its own all the same
    await save(6, second?.version)
    const third = await stored()
    expect(third?.version).not.toBe(second?.version)
    // what was removed is not made again by who still sees it
    await remove()
    expect(await refusalOf(save(7, third?.version))).toMatchObject({
      code: 'source/edited',
      details: { version: null },
    })
    expect(await stored()).toBeUndefined()
  })
})
