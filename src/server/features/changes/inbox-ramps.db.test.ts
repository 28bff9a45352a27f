import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { atFileEnd } from '../../../../tests/support/file-end.ts'
import { aRampWorld, type SomeRamp } from '../../../../tests/support/ramp-world.ts'
import { inbox } from './inbox.ts'

const { db, url } = await testDatabase()
const world = await aRampWorld(db)
const { team, pass, answer } = world
const [minute, day] = [60_000, 24 * 60 * 60_000]

const listed = async () => (await inbox(team.publisher)).ramps.map(({ number, state, why }) => ({ number, state, why }))
const guarded = (then: 'pause' | 'roll-back') => world.aRampIn('running', { guards: [{ verdict: 'gate', then }] })
/** Lets the guard source report "stop" and runs the next guard check. */
const stopped = async (): Promise<void> => {
  answer.body = JSON.stringify({ verdict: 'stop', reason: 'Payments fail' })
  await pass(5 * minute)
}

describe('the ramps of the inbox', () => {
  it('are those that stand still, then for 14 days those that were rolled back', async () => {
    const undone = await guarded('roll-back')
    await stopped()
    await pass(minute)
    const paused = await guarded('pause')
    await stopped()
    await world.aRampIn('running')
    const waiting = await world.aRampIn('waiting')
    const byHand = await world.aRampOver('rolled-back')
    for (const end of ['completed', 'ended', 'withdrawn'] as const) await world.aRampOver(end)
    expect(await listed()).toEqual([
      { number: waiting.ramp, state: 'waiting', why: null },
      { number: paused.ramp, state: 'paused', why: expect.stringContaining('Payments fail') },
      { number: byHand.ramp, state: 'rolled-back', why: null },
      { number: undone.ramp, state: 'rolled-back', why: expect.stringContaining('Payments fail') },
    ])
    // members who cannot publish have nothing to decide, and non-members see nothing
    expect((await inbox(team.viewer)).ramps).toEqual([])
    expect((await inbox(team.stranger)).ramps).toEqual([])
    const [later] = (await inbox(team.publisher)).ramps.filter(({ number }) => number === byHand.ramp)
    await pass(Date.parse(later?.endedAt ?? '') + 14 * day - world.now().getTime())
    const stillThere = (await listed()).filter(({ state }) => state === 'rolled-back')
    expect(stillThere.map(({ number }) => number)).toEqual([byHand.ramp])
    await pass(1)
    expect((await listed()).map(({ state }) => state)).not.toContain('rolled-back')
  })

  it('are also those that are held for more than an hour past their hold, with why, until that is over', async () => {
    const held = async () =>
      (await inbox(team.publisher)).ramps.flatMap((one) => (one.held === null ? [] : [[one.number, one.held]]))
    const hour = 60 * minute
    const frozen = await world.aRampIn('running')
    await world.freeze('Sale', 4 * hour)
    const blind = await guarded('pause')
    const outside = await world.aRampIn('running', {
      hours: { zone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:01' },
    })
    await pass(hour)
    expect(await held()).toEqual([])
    answer.status = 500
    await pass(hour - 1)
    expect(await held()).toEqual([])
    await pass(1)
    expect(new Map((await held()) as [number, string][])).toEqual(
      new Map([
        [outside.ramp, 'frozen: Sale'],
        [blind.ramp, 'frozen: Sale'],
        [frozen.ramp, 'frozen: Sale'],
      ]),
    )
    await world.thaw()
    await pass(5 * minute)
    expect(new Map((await held()) as [number, string][])).toEqual(
      new Map([
        [outside.ramp, 'outside of its hours'],
        [blind.ramp, 'Verdict of gate can’t be read'],
      ]),
    )
    answer.status = 200
    await pass(5 * minute)
    expect((await held()).map(([number]) => number)).toEqual([outside.ramp])
    for (const one of [frozen, blind, outside]) await world.clear(one)
  })

  it('are told to every server when one starts, stops or ends, and not when a step is taken', async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    atFileEnd('servers', () => client.end())
    const heard: string[] = []
    client.on('notification', ({ payload }) => void heard.push(payload ?? ''))
    await client.query('listen fanion_changes')
    const told = ({ change }: SomeRamp) =>
      vi.waitFor(() => expect(heard).toContain(`${team.ada.project.id}:${change}`), { timeout: 60_000 })
    // duplicates would have arrived by now
    const forget = async () => {
      await client.query('select 1')
      heard.length = 0
    }
    for (const then of ['pause', 'roll-back'] as const) {
      const ramp = await guarded(then)
      await told(ramp)
      await forget()
      await stopped()
      await told(ramp)
    }
    const stepping = await world.aRampIn('running')
    await told(stepping)
    await forget()
    await pass(60 * minute)
    await client.query('select 1')
    expect(heard).not.toContain(`${team.ada.project.id}:${stepping.change}`)
    await pass(4 * 60 * minute)
    await told(stepping)
    const held = await world.aRampIn('held')
    await told(held)
    await forget()
    await pass(60 * minute)
    await told(held)
    await forget()
    await pass(30 * minute)
    await client.query('select 1')
    expect(heard).not.toContain(`${team.ada.project.id}:${held.change}`)
    await world.thaw()
    await pass(minute)
    await told(held)
  })
})
