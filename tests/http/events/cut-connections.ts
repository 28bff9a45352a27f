import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TrackReceipt } from '../../../src/shared/features/usage/schemas/tracked.ts'
import { until } from '../world.ts'
import { aBatch, query, second, send, world } from './two-servers.ts'

// Last, because it cuts every connection.
describe('every row that was acknowledged', { shuffle: false }, () => {
  it('is stored once, whatever is cut and repeated meanwhile, by two servers', async () => {
    const mark = `from-${randomUUID()}`
    const { api, project } = world
    await api.events.save.mutate({ project, key: mark, name: 'Cut' })
    const cuts = Number(process.env['FANION_CUTS'] ?? 12)
    let isOver = false
    let [acknowledged, sent] = [0, 0]
    const answers = new Set<number>()
    for (const url of [world.url, second.url]) {
      const knows = async () => {
        const answer = await send(aBatch([{ event: mark }]), world.bearer, url)
        return ((await answer.json()) as TrackReceipt).accepted === 1
      }
      await until(knows, 'the event is known')
      acknowledged += 1
    }
    const programs = Array.from({ length: 6 }, async (_, program) => {
      while (!isOver) {
        const batch = aBatch(Array.from({ length: 50 }, (_row, n) => ({ event: mark, unit: `p-${program}-${n}` })))
        for (let at = 0; ; at += 1) {
          sent += 1
          const url = (program + at) % 2 === 0 ? world.url : second.url
          const answer = await send(batch, world.bearer, url).catch(() => null)
          const receipt = answer?.status === 202 ? ((await answer.json()) as TrackReceipt) : null
          if (receipt !== null) answers.add(receipt.accepted)
          // The response may have been lost, so the batch is sent again.
          if (receipt !== null && Math.random() < 0.8) break
        }
        acknowledged += 50
      }
    })
    for (let cut = 0; cut < cuts; cut += 1) {
      const seen = sent
      await until(() => sent > seen + 5, 'programs go on')
      await query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'fanion-listen'`)
    }
    isOver = true
    await Promise.all(programs)
    const [{ n } = { n: '' }] = await query<{ n: string }>(
      'select count(*) as n from track join tracked_event on tracked_event.id = event where key = $1',
      [mark],
    )
    const [{ c } = { c: '' }] = await query<{ c: string }>(
      `select sum(count) as c from intake_count where subject = $1 and reason = ''`,
      [mark],
    )
    console.info(
      `${cuts} times all connections cut, ${sent} batches sent: ${acknowledged} acknowledged, ${n} stored, ${c} counted`,
    )
    expect([...answers]).toEqual([50])
    expect([Number(n), Number(c)]).toEqual([acknowledged, acknowledged])
  })
})
