import { describe, expect, it, vi } from 'vitest'
import { main } from '../../../src/client/cli/main.ts'
import { aBatch, page, query, told, tracks, unitsIn, world } from './two-servers.ts'

describe('what arrived', () => {
  it('is shown with what was refused and why, and typed for programs', async () => {
    const { api, project } = world
    await told(
      aBatch([
        { event: 'purchase', value: 5 },
        { event: 'purchase', value: -5 },
      ]),
    )
    const [intake] = await api.events.intake.query({ project, event: 'purchase' })
    expect(intake).toMatchObject({ event: 'purchase', declared: true, environment: 'development' })
    expect(intake?.hours.at(-1)?.count).toBeGreaterThan(0)
    expect(intake?.refused.map(({ reason }) => reason)).toContain('value')
    const all = await api.events.intake.query({ project })
    expect(all.find(({ event }) => event === 'nobody')).toMatchObject({ declared: false, hours: [] })
    const response = await fetch(`${world.url}/sdk/v1/events`, { headers: world.bearer })
    const { events } = (await response.json()) as { events: { key: string }[] }
    expect(events).toContainEqual({
      key: 'purchase',
      name: 'Purchase',
      description: '',
      value: { unit: '€', min: 0, max: 1_000 },
      properties: { plan: ['free', 'gold'], items: 'number', first: 'boolean' },
      fromClients: false,
    })
    expect((await fetch(`${world.url}/sdk/v1/events`, { headers: page() })).status).toBe(403)
  })
})

describe('a person', () => {
  it('is forgotten everywhere, told without their name', async () => {
    const { api, project } = world
    const [unit = ''] = unitsIn('on', 2).slice(1)
    await told(
      aBatch(
        [
          { event: 'click', unit },
          { event: 'click', unit: 'somebody else' },
        ],
        [{ unit, variant: 'on' }],
      ),
    )
    const before = await tracks()
    expect(await api.units.forget.mutate({ project, unit })).toEqual({ exposures: 1, events: 1 })
    expect(await api.units.forget.mutate({ project, unit })).toEqual({ exposures: 0, events: 0 })
    expect((await tracks()) - before).toBe(-1)
    const said = await query<{ text: string }>(`select event::text as text from event where action = 'unit.forget'`)
    expect(said).toHaveLength(2)
    expect(JSON.stringify(said)).not.toContain(unit)

    // and by the command line, which deletes nothing before it is told to
    await told(aBatch([{ event: 'click', unit }]))
    const { text } = await api.tokens.create.mutate({ name: 'forget', scopes: [{ project, role: 'admin' }] })
    const env = { FANION_URL: world.url, FANION_TOKEN: text }
    const lines: string[] = []
    const spies = (['log', 'error'] as const).map((way) =>
      vi.spyOn(console, way).mockImplementation((line) => void lines.push(String(line))),
    )
    const codes = [await main(['forget', unit], env), await main(['forget', unit, '--apply'], env)]
    for (const spy of spies) spy.mockRestore()
    expect(codes).toEqual([2, 0])
    expect(lines.at(-1)).toContain('Deleted 1 event and 0 exposures')
    expect(lines.join()).not.toContain(unit)
  })
})
