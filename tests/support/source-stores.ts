import { eventsOf } from '../../src/server/features/events/queries.ts'
import { environmentNoOf } from '../../src/server/features/metrics/event-store-queries.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { connect } from '../../src/server/platform/event-store/clickhouse/connect.ts'
import { withVisibleReads } from '../../src/server/platform/event-store/clickhouse/slices.ts'
import { clickhouseStore } from '../../src/server/platform/event-store/clickhouse/store.ts'
import { prepared } from '../../src/server/platform/event-store/clickhouse/tables.ts'
import { postgresqlStore } from '../../src/server/platform/event-store/postgresql/store.ts'
import type { EventStore } from '../../src/server/platform/event-store/store.ts'
import { chdbModules, startClickHouse } from './clickhouse.ts'
import { atFileEnd } from './file-end.ts'
import type { aWarehouseWorld } from './warehouse-world.ts'

type World = Awaited<ReturnType<typeof aWarehouseWorld>>

export type WarehouseStore = {
  readonly name: string
  /** False if ClickHouse is not available. */
  readonly isThere: boolean
  readonly measure: EventStore
  /** The stored order events of a world, in order. */
  readonly kept: (world: World) => Promise<{ at: Date; value: number | null }[]>
  /** The first exposures of a run's units, in order. */
  readonly exposed: (run: number) => Promise<Date[]>
}

/** All stores that warehouse data is read into. */
export async function sourceStores(db: Db): Promise<WarehouseStore[]> {
  const modules = await chdbModules()
  const server = modules === null ? null : await startClickHouse(modules)
  const clickhouse = prepared(connect(server?.url() ?? 'clickhouse://127.0.0.1'))
  atFileEnd('servers', () => clickhouse.close())
  return [
    {
      ...{ name: 'PostgreSQL', isThere: true, measure: postgresqlStore },
      kept: (world) => world.kept(),
      exposed: async (run) => {
        const rows = await db
          .selectFrom('exposure')
          .select('firstAt')
          .where('run', '=', run)
          .orderBy('firstAt')
          .execute()
        return rows.map(({ firstAt }) => firstAt)
      },
    },
    {
      ...{ name: 'ClickHouse', isThere: server !== null, measure: clickhouseStore(clickhouse) },
      kept: async ({ ctx }) => {
        const [event] = await eventsOf(db, ctx.project)
        const id = event?.id ?? 0
        const place = (await environmentNoOf(db, ctx.environment.id)) ?? 0
        const rows = await withVisibleReads(db, place, [id], (inForce) =>
          clickhouse.ask<{ at: number; value: number }>(
            `select at, value from track final where event = ${id} and ${inForce} order by at, value`,
          ),
        )
        return rows.map(({ at, value }) => ({ at: new Date(at), value }))
      },
      exposed: async (run) => {
        const rows = await clickhouse.ask<{ at: number }>(
          `select min(first_at) as at from exposure where run = ${run} group by unit order by at`,
        )
        return rows.map(({ at }) => new Date(at))
      },
    },
  ]
}
