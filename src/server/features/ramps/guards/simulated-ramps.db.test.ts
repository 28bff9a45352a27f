import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { exposingApplication, seeded, type UserEvents } from '../../../../../tests/support/exposing-application.ts'
import { inEnvironment } from '../../../../../tests/support/people.ts'
import { aServedFlag, aTeam, headIn, publishPast, servesOff, type Team } from '../../../../../tests/support/team.ts'
import { MetricDefinition } from '../../../../shared/features/metrics/schemas/metric.ts'
import { ProposeRampInput, type RampPlan } from '../../../../shared/features/ramps/schemas/ramp.ts'
import { postgresqlStore } from '../../../platform/event-store/postgresql/store.ts'
import { proposeRamp } from '../../changes/propose-ramp.ts'
import { publishChange } from '../../changes/publish-change.ts'
import { saveEvent } from '../../events/save-event.ts'
import { createMetric } from '../../metrics/create-metric.ts'
import { takeDueSteps } from '../take-due-steps.ts'
import { takeDueGuardChecks } from './take-due-guard-checks.ts'

/** Number of simulated harmless ramps, and of ramps that double the failures. `npm run bench:ramps` simulates more. */
const harmless = Number(process.env['FANION_RAMPS_SIMULATED'] ?? 3)
const harmful = Math.max(2, Math.round(harmless / 10))
const seed = Number(process.env['FANION_RAMPS_SEED'] ?? 20_261_123)

const minute = 60_000
const lookEvery = 5 * minute
/** Users per five minutes. */
const people = 250

/** The guards of the simulated ramps, and their users' behavior at a given failure rate. */
type Watched = { readonly guards: RampPlan['guards']; readonly does: (failing: number) => UserEvents }
const usualFailing = 0.2
const watched = {
  users: {
    guards: [
      { event: 'failed', worse: 'more', then: 'roll-back' },
      { event: 'bought', worse: 'less', then: 'roll-back' },
    ],
    does: (failing) => (variant, chance) => [
      ...(chance() < (variant === 'on' ? failing : usualFailing) ? ['failed'] : []),
      ...(chance() < 0.3 ? ['bought'] : []),
    ],
  },
  // most users make few requests, some very many, and some have higher failure rates in everything they do
  ratio: {
    guards: [{ metric: 'failures', then: 'roll-back' }],
    does: (failing) => (variant, chance) => {
      const rate = 2 * chance() * (variant === 'on' ? failing : usualFailing)
      const requests = Math.min(50, Math.floor((1 - chance()) ** -0.7))
      return Array.from({ length: requests }, () => (chance() < rate ? ['requested', 'failed'] : ['requested'])).flat()
    },
  },
} satisfies Record<string, Watched>
const steps: RampPlan['steps'] = [
  { share: 10_000, hold: 'PT30M' },
  { share: 50_000, hold: 'PT30M' },
  { share: 100_000 },
]
/** Number of concurrent ramps, all in production of one project. */
const atOnce = 50

/** Failures per request within ten minutes. */
const failures = MetricDefinition.parse({
  ...{ name: 'Failures', better: 'less', from: 'anyone', window: { length: 'PT10M' }, lag: 'P0D' },
  measure: {
    ...{ kind: 'ratio', over: { event: 'failed', take: 'count' }, under: { event: 'requested', take: 'count' } },
  },
})

const connections = 12
const { db } = await testDatabase(connections)
let clock = Date.parse('2026-11-20T08:00:00Z')
const now = () => new Date(clock)
const program = exposingApplication(db, now)

type Ending = { readonly state: string; readonly minutes: number }

/** Starts a ramp for a new flag. */
const started = async (team: Team, guards: RampPlan['guards'], at: number) => {
  const flag = await aServedFlag(team, `flag-${at}`)
  await publishPast(team, flag, servesOff)
  const { there, base } = await headIn(team.ada, flag)
  const plan = { rule: null, to: 'on', steps, guards }
  const input = { project: team.key, environment: 'production', flag, base, plan }
  const change = await proposeRamp(there, ProposeRampInput.parse(input))
  await publishChange(team.ada, { change: change.number })
  // one seed per ramp, because ramps run concurrently and must be reproducible
  return { flag, ramp: change.ramp?.number ?? 0, chance: seeded(seed + at), people: 0 }
}

/** Runs ramps to their ends: users are served and reported, and the worker runs every five minutes. */
const driven = async (
  { guards, does: doing }: Watched,
  count: number,
  failing: number,
  from: number,
): Promise<Ending[]> => {
  const team = await aTeam(db, 0, now)
  for (const key of ['requested', 'failed', 'bought']) {
    const said = { project: team.key, key, name: key, description: '', value: null, properties: {} }
    await saveEvent(team.ada, { ...said, fromClients: true })
  }
  await createMetric(team.ada, { key: 'failures', definition: failures })
  const system = { ...team.system, vault: program.vault, measure: postgresqlStore }
  const there = await inEnvironment(team.ada, 'production')
  let open: Awaited<ReturnType<typeof started>>[] = []
  for (let one = 0; one < count; one += 1) open.push(await started(team, guards, from + one))
  const does = doing(failing)
  const at = clock
  const endings: Ending[] = []
  while (open.length > 0) {
    program.intake.forget()
    const serve = (one: (typeof open)[number]) => {
      const users = Array.from({ length: people }, () => `u${seed}-${one.flag}-${(one.people += 1)}`)
      return program.serve(there, one.flag, users, { does, chance: one.chance, isTold: true })
    }
    // at most as many at once as there are connections, so that none has to wait for one
    for (let from = 0; from < open.length; from += connections)
      await Promise.all(open.slice(from, from + connections).map(serve))
    // a database does this by itself after many writes
    await sql`analyze exposure, track`.execute(db)
    clock += lookEvery
    await takeDueGuardChecks(system, true)
    await takeDueSteps(system)
    const rows = await db
      .selectFrom('ramp')
      .select(['number', 'state'])
      .where('projectId', '=', team.ada.project.id)
      .execute()
    const states = new Map(rows.map(({ number, state }) => [number, state]))
    for (const { ramp } of open) {
      const state = states.get(ramp) ?? ''
      if (state !== 'running') endings.push({ state, minutes: (clock - at) / minute })
    }
    open = open.filter(({ ramp }) => states.get(ramp) === 'running')
  }
  return endings
}

const drivenInAll = async (by: Watched, count: number, failing: number, from: number): Promise<Ending[]> => {
  const endings: Ending[] = []
  while (endings.length < count) {
    const some = Math.min(atOnce, count - endings.length)
    endings.push(...(await driven(by, some, failing, from + endings.length)))
  }
  return endings
}

describe('ramps of a known effect, through the intake, the SQL and the worker', () => {
  it.each(Object.entries<Watched>(watched))(
    'arrive where there is no harm, and are undone where failures double, looked at every five minutes: by %s',
    async (by, guarded) => {
      const still = await drivenInAll(guarded, harmless, usualFailing, 0)
      const worse = await drivenInAll(guarded, harmful, 2 * usualFailing, harmless)
      const back = still.filter(({ state }) => state === 'rolled-back').length
      // 1 % are allowed; more than this bound occurs by chance less than once in a thousand times
      expect(back).toBeLessThanOrEqual(Math.ceil(harmless * 0.01 + 3.1 * Math.sqrt(harmless * 0.01)))
      expect(still.filter(({ state }) => state === 'completed')).toHaveLength(harmless - back)
      const found = worse.filter(({ state }) => state === 'rolled-back')
      // of three hundred such ramps, one may complete before enough data arrives
      expect(harmful - found.length).toBeLessThanOrEqual(harmful / 100)
      const minutes = found.map((one) => one.minutes)
      if (process.env['FANION_RAMPS_SIMULATED'])
        console.log(`simulated ${JSON.stringify({ by, seed, harmless, back, harmful, found: found.length, minutes })}`)
    },
    3_600_000,
  )
})
