import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fuzzEvents } from '../../support/event-fuzz.ts'
import { suiteSeed } from '../../support/seed.ts'
import { query, world } from './two-servers.ts'

describe('strange bodies', () => {
  it('are taken where the schema says so and refused elsewhere, each batch once, and what is stored is what was acknowledged', async () => {
    const { api, project, serverKey, url } = world
    const event = `fuzz-${randomUUID()}`
    await api.events.save.mutate({
      ...{ project, key: event, name: event, value: { min: -1, max: 1e6 } },
      properties: { plan: ['free', 'gold'], n: 'number' },
    })
    const stored = async () =>
      Number((await query<{ n: string }>(`select sum(count) as n from intake_count where reason = ''`))[0]?.n)
    const before = await stored()
    const found = await fuzzEvents({
      ...{ url, key: serverKey.text, bodies: 500, seed: suiteSeed, events: [event], connections: 16 },
    })
    expect(found.wrong).toEqual([])
    expect(found.accepted).toBeGreaterThan(150)
    expect(found.repeated).toBeGreaterThan(3)
    expect(await stored()).toBeGreaterThanOrEqual(before + found.accepted)
    const [{ n } = { n: '' }] = await query<{ n: string }>(
      `select count(*) as n from track join tracked_event on tracked_event.id = event where key = $1`,
      [event],
    )
    const [{ c } = { c: '' }] = await query<{ c: string }>(
      `select sum(count) as c from intake_count where subject = $1 and reason = ''`,
      [event],
    )
    expect(n).toBe(c)
    console.info(`strange bodies: ${JSON.stringify({ ...found, wrong: found.wrong.length })}`)
  })
})
