import { describe, expect, it } from 'vitest'
import { aBatch, origin, page, query, reasons, send, told, unitsIn } from './two-servers.ts'

describe('a stranger with a client key', () => {
  it('names no flag that pages do not see, no event that is not for clients, and nothing that fills a table with names', async () => {
    const [unit = ''] = unitsIn('on', 1)
    const receipt = await told(
      aBatch([{ event: 'purchase' }, { event: 'invented-1' }, { event: 'click' }], [{ unit, variant: 'on' }]),
      page(),
    )
    expect(receipt.accepted).toBe(1)
    expect(reasons(receipt)).toEqual({ 'not-from-clients': 1, undeclared: 1, 'unknown-run': 1 })
    expect(await query(`select 1 from intake_count where subject = 'invented-1'`)).toEqual([])
    expect(await query(`select 1 from intake_count where subject = 'nobody'`)).not.toEqual([])
    const [{ via } = { via: null }] = await query<{ via: number }>(
      'select via from track order by at desc, via desc limit 1',
    )
    expect(via).toBe(1)
  })

  it('is told to wait past so many rows a minute, readable by the page, and others go on', async () => {
    const many = () => aBatch(Array.from({ length: 900 }, () => ({ event: 'click' })))
    const headers = page()
    const statuses = [await send(many(), headers), await send(many(), headers), await send(many(), headers)]
    expect(statuses.map(({ status }) => status)).toEqual([202, 202, 429])
    expect(statuses[2]?.headers.get('access-control-allow-origin')).toBe(origin)
    expect(Number(statuses[2]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send(many(), page())).status).toBe(202)
    expect((await send(many())).status).toBe(202)
  })
})
