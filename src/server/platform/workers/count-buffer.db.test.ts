import { expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aProject, inEnvironment } from '../../../../tests/support/people.ts'
import { outcome } from '../../../shared/engine/outcome.ts'
import { recordCounts } from '../../features/usage/record-counts.ts'
import { CountBuffer } from './count-buffer.ts'

const { db } = await testDatabase()
const log = { error: () => {}, warn: () => {}, info: () => {} }

it('counts by request are added up by flag and variant, whatever outcome they ended in', async () => {
  const { environment } = await inEnvironment((await aProject(db)).project)
  const counts = new CountBuffer((id, rows) => recordCounts(db, new Date('2026-11-21T10:59:59.000Z'), id, rows), log)
  const on = (rule: number) =>
    outcome({ flag: 'a', reason: 'TARGETING_MATCH', variant: 'on', rule: { id: `r${rule}`, index: rule } })
  const fallback = outcome({ flag: 'a', reason: 'DISABLED' })
  const [first, second] = [on(0), on(1)]
  for (const one of [first, second, first, fallback]) counts.hit(environment.id, one)
  await counts.close()
  await counts.close()
  const rows = await db
    .selectFrom('evaluationCount')
    .select(['flag', 'variant', 'hour', 'count'])
    .where('environmentId', '=', environment.id)
    .orderBy('variant')
    .execute()
  const hour = new Date('2026-11-21T10:00:00.000Z')
  expect(rows.map((row) => ({ ...row, count: Number(row.count) }))).toEqual([
    { flag: 'a', variant: '', hour, count: 1 },
    { flag: 'a', variant: 'on', hour, count: 3 },
  ])
})

it('an environment that is gone meanwhile stops no other from being counted, nor the server from ending', async () => {
  const { environment } = await inEnvironment((await aProject(db)).project)
  const counts = new CountBuffer((id, rows) => recordCounts(db, new Date(), id, rows), log)
  const on = outcome({ flag: 'b', reason: 'STATIC', variant: 'on' })
  counts.hit('00000000-0000-7000-8000-000000000000', on)
  counts.hit(environment.id, on)
  await counts.close()
  const rows = await db.selectFrom('evaluationCount').select('count').where('flag', '=', 'b').execute()
  expect(rows.map(({ count }) => Number(count))).toEqual([1])
})
