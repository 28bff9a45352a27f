import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { seeded, type UserEvents } from '../../../../../tests/support/exposing-application.ts'
import { aGuardedTeam } from '../../../../../tests/support/guarded-team.ts'
import { refusalOf } from '../../../../../tests/support/refusal.ts'
import { MetricDefinition } from '../../../../shared/features/metrics/schemas/metric.ts'
import { type RampPlan } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { limits } from '../../../../shared/limits.ts'
import { saveEvent } from '../../events/save-event.ts'
import { createMetric } from '../../metrics/create-metric.ts'

const minute = 60_000

const { db } = await testDatabase(12)
const { now, team, program, production, pass, endRamps, users, get, lastOf, ...guarded } = await aGuardedTeam(db)

for (const key of ['request', 'failure'])
  await saveEvent(team.ada, {
    ...{ project: team.key, key, name: key, description: '', fromClients: true },
    ...{ value: { unit: 'ms', min: null, max: null }, properties: {} },
  })

const ratio = {
  kind: 'ratio',
  over: { event: 'failure', take: 'count' },
  under: { event: 'request', take: 'count' },
}
const define = (key: string, definition: object) =>
  createMetric(team.ada, {
    key,
    definition: MetricDefinition.parse({
      ...{ name: key, better: 'less', from: 'anyone', measure: ratio, lag: 'PT5M' },
      ...{ window: { length: 'PT10M' }, ...definition },
    }),
  })
await define('failures', {})
await define('slowness', {
  from: 'servers',
  measure: { ...ratio, over: { event: 'request', take: 'sum' } },
  margin: { absolute: 40 },
})

const steps: RampPlan['steps'] = [{ share: 50_000, hold: 'P1D' }, { share: 100_000 }]
const guardOf = (metric: string): RampPlan['guards'] => [{ metric, then: 'roll-back' }]

/** A running ramp with guards in production. */
const started = (plan: Partial<RampPlan> = {}) => guarded.started({ steps, guards: guardOf('failures'), ...plan })

type Arm = { units: number; over: number; under: number; robots: number }
const none = (): Arm => ({ units: 0, over: 0, under: 0, robots: 0 })
const said = ({ units, over, under }: Arm) => {
  const [ratio, ...counts] = [Number((over / under).toPrecision(4)), over, under, units].map((value) =>
    value.toLocaleString('en', { maximumSignificantDigits: 4 }),
  )
  return `${ratio} (${counts[0]} / ${counts[1]} from ${counts[2]} users)`
}

/** Up to five requests per user, some failing. A user may make none. */
const requesting =
  (onRate: number, offRate: number, ms = { on: 100, off: 100 }): UserEvents =>
  (variant, chance) =>
    Array.from({ length: Math.floor(chance() * 6) }, () => [
      { event: 'request', value: chance() * 2 * (variant === 'on' ? ms.on : ms.off) },
      ...(chance() < (variant === 'on' ? onRate : offRate) ? ['failure'] : []),
    ]).flat()

describe('a guard on a ratio', () => {
  afterEach(endRamps)

  it('counts nobody before their whole window is over, and then undoes the ramp by what they did', async () => {
    const { flag, ramp } = await started()
    const did = { on: none(), off: none() }
    const counting: UserEvents = (variant, chance) => {
      const done = requesting(0.4, 0.2)(variant, chance)
      const arm = did[variant as 'on' | 'off']
      arm.units += 1
      arm.over += done.filter((one) => one === 'failure').length
      arm.under += done.filter((one) => one !== 'failure').length
      return done
    }
    await program.serve(await production(), flag, users(1_500), { does: counting, chance: seeded(3) })
    await pass(5 * minute)
    expect((await lastOf(ramp)).guards[0]).toMatchObject({
      ...{ state: 'collecting', treatment: { units: 0 }, evidence: 1 },
      text: 'It counts each user after 15 minutes, and nobody has been in the ramp that long.',
    })
    await pass(5 * minute)
    // users exposed later are not counted yet
    await program.serve(await production(), flag, users(300), { does: requesting(1, 0), chance: seeded(4) })
    await pass(5 * minute)
    const look = await lastOf(ramp)
    expect(look).toMatchObject({
      verdict: 'rolled-back',
      guards: [{ name: 'failures', state: 'against', trusted: true, limit: 100, treatment: did.on, control: did.off }],
    })
    expect(await get(ramp)).toMatchObject({
      state: 'rolled-back',
      why: `failures: With on ${said(did.on)}, with off ${said(did.off)}. That is more than chance explains.`,
    })
  })

  it('adds up values, takes a margin in their unit, and by the word of servers where the metric asks for that', async () => {
    const [slower, slowest, lied] = [
      await started({ guards: guardOf('slowness') }),
      await started({ guards: guardOf('slowness') }),
      await started({ guards: guardOf('slowness') }),
    ]
    const there = await production()
    const by = (on: number) => ({ does: requesting(0, 0, { on, off: 100 }), chance: seeded(5) })
    await program.serve(there, slower.flag, users(1_500), by(130))
    await program.serve(there, slowest.flag, users(1_500), by(180))
    await program.serve(there, lied.flag, users(1_500), { ...by(180), via: 'client' })
    await pass(15 * minute)
    expect(await get(slower.ramp)).toMatchObject({ state: 'running' })
    expect(await get(slowest.ramp)).toMatchObject({ state: 'rolled-back' })
    expect((await lastOf(lied.ramp)).guards[0]).toMatchObject({ state: 'collecting', treatment: { units: 0 } })
  })

  it('pauses only where pages said what is against, and reckons with no number that is too large', async () => {
    const { flag, ramp } = await started()
    await program.serve(await production(), flag, users(1_500), {
      ...{ does: requesting(0.6, 0.1), chance: seeded(6), via: 'client' },
    })
    const huge = await started({ guards: guardOf('slowness') })
    const does: UserEvents = () => [
      { event: 'request', value: 1.7e308 },
      { event: 'request', value: 1.7e308 },
    ]
    await program.serve(await production(), huge.flag, users(400), { does })
    await pass(15 * minute)
    expect(await get(ramp)).toMatchObject({ state: 'paused', why: expect.stringContaining('Pages said so') })
    expect((await lastOf(huge.ramp)).guards[0]).toMatchObject({ state: 'collecting' })
  })

  it('leaves robots out and says how many', async () => {
    const { flag, ramp } = await started()
    const [robot = ''] = users(1)
    await program.serve(await production(), flag, [robot], { does: () => ['request'] })
    await sql`insert into track (unit, at, value, place, event, via)
      select unit, at, null, place, event, via from track, generate_series(1, ${limits.robotEventsPerDay})
      where at = ${now()}`.execute(db)
    await program.serve(await production(), flag, users(400), { does: requesting(0.2, 0.2), chance: seeded(8) })
    await pass(15 * minute)
    const [guard] = (await lastOf(ramp)).guards
    expect(guard?.text).toContain('Left out as robots: 1.')
    expect(guard).toMatchObject({ state: 'fine' })
  })

  it('holds the ramp where the new variant has nothing left to divide by', async () => {
    const { flag, ramp } = await started({ steps: [{ share: 50_000, hold: 'PT20M' }, { share: 100_000 }] })
    const does: UserEvents = (variant, chance) => (variant === 'on' ? [] : requesting(0.2, 0.2)(variant, chance))
    await program.serve(await production(), flag, users(600), { does, chance: seeded(9) })
    await pass(20 * minute)
    expect(await get(ramp)).toMatchObject({ state: 'running', step: 0, held: 'failures is watched' })
    expect((await lastOf(ramp)).guards[0]?.text).toBe('With on there is nothing to divide by yet.')
  })

  it('is refused where the ramp is over before anybody has had the window, and beyond half of all users', async () => {
    const problemOf = async (plan: Partial<RampPlan>) =>
      (await refusalOf(started(plan))).details.problems?.map(({ path, problem }) => `${path}: ${problem}`)
    expect(await problemOf({ steps: [{ share: 10_000, hold: 'PT15M' }, { share: 100_000 }] })).toEqual([
      'plan.guards[0].metric: failures counts a user after 15 minutes, and this ramp compares for 15 minutes',
    ])
    expect(await problemOf({ steps: [{ share: 60_000, hold: 'P1D' }, { share: 100_000 }] })).toEqual([
      'plan.guards[0].metric: failures counts a user after 15 minutes, and this ramp compares for 0 minutes',
    ])
  })
})
