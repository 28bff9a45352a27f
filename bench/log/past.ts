import { datafileAsOf } from '../../src/server/features/publishing/datafile-as-of.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { furnished, logged } from './furnish.ts'
import { type CpuClock, cpuOf, type Row, row, shown, timed } from './measure.ts'

/** Measures the datafile at fifty past revisions, spread evenly over the log. */
export async function thePast(db: Db, clock: CpuClock, flags: number, revisions: number): Promise<Row[]> {
  const ctx = await furnished(db, 'past', flags)
  await logged(ctx, flags, revisions)
  const times: number[] = []
  for (let n = 0; n < 5; n++) await datafileAsOf(ctx, { revision: revisions })
  const cpu = clock()
  for (let n = 1; n <= 50; n++) {
    const revision = Math.round((revisions * n) / 50)
    times.push(await timed(() => datafileAsOf(ctx, { revision })))
  }
  const what = `datafile of ${shown.format(flags)} flags as of any of ${shown.format(revisions)} revisions`
  return [row(what, times, { cpu: cpuOf(clock, cpu, 50), goal: { figure: 'p99', under: 100 } })]
}
