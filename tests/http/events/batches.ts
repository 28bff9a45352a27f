import { describe, expect, it } from 'vitest'
import { until } from '../world.ts'
import { aBatch, query, reasons, second, send, told, tracks, world } from './two-servers.ts'

describe('a batch', () => {
  it('is kept once, and answered the same however often it is sent, on either server', async () => {
    const before = await tracks()
    const batch = aBatch([
      { event: 'purchase', value: 49.9, properties: { plan: 'gold', items: 3 } },
      { event: 'nobody' },
    ])
    const first = await told(batch)
    expect(first).toEqual({ accepted: 1, refused: [{ reason: 'undeclared', count: 1 }] })
    const again = await Promise.all([world.url, second.url, second.url].map((url) => send(batch, world.bearer, url)))
    for (const answer of again) expect([answer.status, await answer.json()]).toEqual([202, first])
    expect((await tracks()) - before).toBe(1)
    const [row] = await query('select value, properties, via from track order by at desc limit 1')
    expect(row).toEqual({ value: 49.9, properties: { plan: 'gold', items: 3 }, via: 0 })
  })

  it('is refused row by row, with the reason', async () => {
    const event = 'purchase'
    const late = new Date(Date.now() - 9 * 24 * 3_600_000).toISOString()
    const receipt = await told(
      aBatch([
        { event, value: -1 },
        { event, value: 1_001 },
        { event: 'click', value: 1 },
        { event, properties: { plan: 'silver' } },
        { event, properties: { items: 'three' } },
        { event, properties: { other: 1 } },
        { event, at: late },
        { event, properties: { first: true } },
      ]),
    )
    expect(receipt.accepted).toBe(1)
    expect(reasons(receipt)).toEqual({ value: 3, property: 3, 'too-old': 1 })
  })

  it('of a program whose clock is wrong is moved to now, and nothing is later than now', async () => {
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    await told({ ...aBatch([{ event: 'click', at: ahead }]), sentAt: ahead })
    await told(aBatch([{ event: 'click', at: ahead }]))
    const rows = await query<{ at: Date }>('select at from track order by at desc limit 2')
    for (const { at } of rows) expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(60_000)
  })

  it('that is no batch is refused whole', async () => {
    for (const wrong of [{}, { ...aBatch(), batch: 'x' }, { ...aBatch(), more: 1 }, aBatch([{ event: '' }])])
      expect((await send(wrong)).status).toBe(400)
    expect((await send(aBatch(), {})).status).toBe(401)
  })

  it('names an event that was declared just now, on the server that did not hear of it yet', async () => {
    const { api, project } = world
    await api.events.save.mutate({ project, key: 'fresh', name: 'Fresh' })
    const known = async () => (await told(aBatch([{ event: 'fresh' }]))).accepted === 1
    await until(known, 'the event is known')
    await api.events.archive.mutate({ project, event: 'fresh' })
    await until(async () => !(await known()), 'it is known no more')
    expect((await api.events.list.query({ project })).find(({ key }) => key === 'fresh')?.archivedAt).not.toBeNull()
  })
})
