import { describe, expect, it } from 'vitest'
import { limits } from '../../../src/shared/limits.ts'
import { aBatch, commandLine, page, query, told, tracks, unitsIn, world } from './two-servers.ts'

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

  it('is shown beside what programs dropped before they sent it, counted once however often a batch comes', async () => {
    const { api, project } = world
    const neverSent = async (event: string | null) => {
      const intake = await api.events.intake.query({ project, event })
      const dropped = intake.flatMap(({ refused }) => refused.filter(({ reason }) => reason === 'dropped'))
      return dropped.reduce((sum, { count }) => sum + count, 0)
    }
    const count = () => neverSent('click')
    const before = await count()
    const batch = { ...aBatch([{ event: 'click' }]), dropped: 41 }
    const receipts = await Promise.all([told(batch), told(batch), told(batch)])
    // The response counts only the batch's own rows.
    for (const receipt of receipts) expect(receipt).toEqual({ accepted: 1, refused: [] })
    expect((await count()) - before).toBe(41)
    // An SDK does not report which event was dropped, so the count is shown for each.
    expect(await neverSent('purchase')).toEqual(await neverSent(null))
    // Client keys are public, so the reported number may be anything.
    await told({ ...aBatch([{ event: 'click' }]), dropped: 1e12 }, page())
    expect((await count()) - before).toBe(41 + limits.clientRowsPerAddress)
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
    const saidOf = () => query<{ text: string }>(`select event::text as text from event where action = 'unit.forget'`)
    const [before, saidBefore] = [await tracks(), await saidOf()]
    expect(await api.units.forget.mutate({ project, unit })).toEqual({ exposures: 1, events: 1 })
    expect(await api.units.forget.mutate({ project, unit })).toEqual({ exposures: 0, events: 0 })
    expect((await tracks()) - before).toBe(-1)
    const said = await saidOf()
    expect(said.length - saidBefore.length).toBe(2)
    expect(JSON.stringify(said)).not.toContain(unit)

    // Also with the command line, which deletes only with --apply.
    await told(aBatch([{ event: 'click', unit }]))
    const asked = await commandLine(['forget', unit, '--project', project])
    const done = await commandLine(['forget', unit, '--project', project, '--apply'])
    expect([asked.code, done.code]).toEqual([2, 0])
    expect(done.said).toContain('Deleted 1 event and 0 exposures')
    expect(asked.said + done.said).not.toContain(unit)
  })
})
