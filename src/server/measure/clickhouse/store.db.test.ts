import { describe } from 'vitest'
import { chdbModules, startClickHouse } from '../../../../tests/support/clickhouse.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { atFileEnd } from '../../../../tests/support/file-end.ts'
import { agreesWithThePlainStore } from '../../../../tests/support/measure/agrees.ts'
import { connect } from './connect.ts'
import { clickhouseStore } from './store.ts'
import { prepareTables } from './tables.ts'

const modules = await chdbModules()

describe.skipIf(modules === null)('the store in ClickHouse', async () => {
  const { db } = await testDatabase()
  const server = modules === null ? null : await startClickHouse(modules)
  const clickhouse = connect(server?.url() ?? 'clickhouse://127.0.0.1')
  atFileEnd('servers', () => clickhouse.close())
  if (server !== null) await prepareTables(clickhouse)
  agreesWithThePlainStore(db, () => clickhouseStore(clickhouse), Number(process.env['FANION_RUNS'] ?? 25))
})
