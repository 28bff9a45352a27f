import { saveEvent } from '../../src/server/features/events/save-event.ts'
import { listWarehouses } from '../../src/server/features/sources/list-warehouses.ts'
import { readDueSlices, type SlicesCtx } from '../../src/server/features/sources/read-due-slices.ts'
import { saveWarehouse } from '../../src/server/features/sources/save-warehouse.ts'
import { saveWarehouseQuery } from '../../src/server/features/sources/save-warehouse-query.ts'
import { variantForUnit } from '../../src/server/features/usage/variant-for-unit.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { postgresqlStore } from '../../src/server/platform/event-store/postgresql/store.ts'
import type { EventStore } from '../../src/server/platform/event-store/store.ts'
import type { EnvironmentCtx } from '../../src/server/platform/kernel/ctx.ts'
import { createVault } from '../../src/server/platform/kernel/vault.ts'
import type { RunKind } from '../../src/shared/features/runs/schemas/run.ts'
import { SaveFactInput, SaveSourceInput } from '../../src/shared/features/sources/schemas/source.ts'
import type { Rule } from '../../src/shared/schemas/flag.ts'
import { aProject, inEnvironment } from './people.ts'
import type { WarehouseDatabase } from './warehouse-database.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export const ordersQuery = `select person as unit, at, price as value, plan from orders where at >= {{from}} and at < {{to}}`

export const seenQuery = `select person as unit, run, variant, at from seen where at >= {{from}} and at < {{to}}`

type SomeRun = { kind: RunKind; openedAt: number; endedAt: number }
const halves = [
  { variant: 'off', from: 0, to: 50_000 },
  { variant: 'on', from: 50_000, to: 100_000 },
]

/** A project, a shop's database without orders, and a clock that the test advances. */
export async function aWarehouseWorld(db: Db, shop: WarehouseDatabase, measure: EventStore = postgresqlStore) {
  let runs = 0
  let clock = Date.parse('2026-11-20T08:00:00Z')
  const { project } = await aProject(db)
  await shop.run(
    `drop table if exists orders, orders_elsewhere, seen; create table orders (person text, at timestamptz, price numeric, plan text);
    create table seen (person text, run text, variant text, at timestamptz)`,
  )
  const reader = await shop.aReader()
  const ctx: EnvironmentCtx & SlicesCtx = {
    ...(await inEnvironment({ ...project, now: () => new Date(clock) }, 'production')),
    ...{ vault: createVault('of this test'), measure, allowPrivateAddresses: true },
  }
  const { project: key } = { project: ctx.project.key }
  const { password, host, port, database, user, tls } = reader
  const given = { project: key, environment: 'production', key: 'shop', kind: 'postgresql' as const }
  const source = { ...given, host, port, database, user, tls, password }
  const seen = async (source = 'shop', event: string | null) => {
    const shops = (await listWarehouses(ctx)).filter((one) => one.key === source)
    return shops.flatMap(({ facts }) => facts).find((one) => one.event === event)?.version
  }
  return {
    ...{ ctx, shop, reader, source },
    now: () => clock,
    pass: (ms: number) => {
      clock += ms
    },
    saveSource: async (more: Partial<SaveSourceInput> = {}) => {
      const version = (await listWarehouses(ctx)).find(({ key }) => key === (more.key ?? 'shop'))?.version
      return saveWarehouse(ctx, SaveSourceInput.parse({ ...source, version, ...more }))
    },
    declare: () =>
      saveEvent(ctx, {
        ...{ project: key, key: 'order', name: 'Order', description: '', fromClients: false },
        ...{ value: { unit: '€', min: 0, max: 1_000 }, properties: { plan: ['free', 'gold'] } },
      }),
    saveFact: async (more: Partial<SaveFactInput> = {}) => {
      const input = {
        project: key,
        source: 'shop',
        event: 'order',
        query: ordersQuery,
        version: await seen(more.source, 'order'),
      }
      return saveWarehouseQuery(ctx, SaveFactInput.parse({ ...input, ...more }))
    },
    /** A run with an even split. */
    aRun: async ({ kind = 'experiment', openedAt = clock - 7 * day, endedAt }: Partial<SomeRun> = {}) => {
      const number = (runs += 1)
      const rule: Rule = { id: 'r', when: true, run: number, serve: { split: { point: {}, parts: halves } } }
      const row = await db
        .insertInto('run')
        .values({
          ...{ projectId: ctx.project.id, environmentId: ctx.environment.id, number, flag: 'checkout', kind },
          ...{ state: endedAt === undefined ? 'open' : 'ended', rule: JSON.stringify(rule), salt: 'checkout' },
          ...{ arms: JSON.stringify(['off', 'on']), plan: '{}', hash: '', changeNumber: null, versions: '{}' },
          ...{ proposedAt: new Date(openedAt), openedAt: new Date(openedAt) },
          endedAt: endedAt === undefined ? null : new Date(endedAt),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: row.id, number, variantOf: variantForUnit(rule, 'checkout') }
    },
    saveExposures: async (more: Partial<SaveFactInput> = {}) => {
      const input = {
        project: key,
        source: 'shop',
        event: null,
        query: seenQuery,
        version: await seen(more.source, null),
      }
      return saveWarehouseQuery(ctx, SaveFactInput.parse({ ...input, ...more }))
    },
    /** Records that a user was given a variant in the shop's database, by default the rule's. */
    seen: (
      person: string,
      { number, variantOf }: { number: number; variantOf: (unit: string) => string | null },
      atMs: number,
      { variant = variantOf(person), run = `run-${number}` }: { variant?: string | null; run?: string } = {},
    ) => shop.run(`insert into seen values ('${person}', '${run}', '${variant}', '${new Date(atMs).toISOString()}')`),
    /** Reads everything due, like a server whose store may be another one. */
    read: (store: EventStore = measure) => readDueSlices({ ...ctx, measure: store }),
    order: (person: string, atMs: number, price: number | null = 1, plan: string | null = null) =>
      shop.run(
        `insert into orders values ('${person}', '${new Date(atMs).toISOString()}', ${price ?? 'null'}, ${plan === null ? 'null' : `'${plan}'`})`,
      ),
    /** The stored events, in order. */
    kept: async () => {
      const rows = await db
        .selectFrom('track')
        .innerJoin('trackedEvent', 'trackedEvent.id', 'track.event')
        .select(['track.unit', 'track.at', 'track.value', 'track.via', 'track.properties'])
        .where('trackedEvent.projectId', '=', ctx.project.id)
        .orderBy('track.at')
        .orderBy('track.value')
        .execute()
      return rows
    },
  }
}
