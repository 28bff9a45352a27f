import { proposeRamp } from '../../src/server/features/changes/propose-ramp.ts'
import { publishChange } from '../../src/server/features/changes/publish-change.ts'
import { saveEvent } from '../../src/server/features/events/save-event.ts'
import { readGuardChecks } from '../../src/server/features/ramps/guards/read-guard-checks.ts'
import { takeDueGuardChecks } from '../../src/server/features/ramps/guards/take-due-guard-checks.ts'
import { readRamp } from '../../src/server/features/ramps/read-ramps.ts'
import { takeDueSteps } from '../../src/server/features/ramps/take-due-steps.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { postgresqlStore } from '../../src/server/platform/event-store/postgresql/store.ts'
import { ProposeRampInput, type RampPlan } from '../../src/shared/features/ramps/schemas/ramp.ts'
import { exposingApplication } from './exposing-application.ts'
import { inEnvironment } from './people.ts'
import { aServedFlag, aTeam, headIn, publishPast, servesOff } from './team.ts'

const guards: RampPlan['guards'] = [{ event: 'failed', worse: 'more', then: 'roll-back' }]
/** Steps that reach enough users to compare. */
export const guardedSteps: RampPlan['steps'] = [
  { share: 10_000, hold: 'PT1H' },
  { share: 50_000, hold: 'PT1H' },
  { share: 100_000 },
]

/** A team whose ramps are guarded by user events, and a clock that the test advances. */
export async function aGuardedTeam(db: Db) {
  const clock = { ms: Date.parse('2026-11-20T08:00:00Z') }
  const now = () => new Date(clock.ms)
  const team = await aTeam(db, 0, now)
  const program = exposingApplication(db, now)
  const system = { ...team.system, vault: program.vault, measure: postgresqlStore }
  const production = () => inEnvironment(team.ada, 'production')

  for (const key of ['failed', 'bought'])
    await saveEvent(team.ada, {
      ...{ project: team.key, key, name: key, description: '' },
      ...{ value: null, properties: {}, fromClients: true },
    })

  /** Advances the clock, with guard checks and steps run as the worker does. */
  const pass = async (ms: number) => {
    clock.ms += ms
    await takeDueGuardChecks(system, true)
    await takeDueSteps(system)
  }

  /** Starts a guarded ramp in production. */
  const started = async (plan: Partial<RampPlan> = {}) => {
    const flag = await aServedFlag(team)
    await publishPast(team, flag, servesOff)
    const { base } = await headIn(team.ada, flag)
    const there = await production()
    const input = { project: team.key, environment: 'production', flag, base }
    const change = await proposeRamp(
      there,
      ProposeRampInput.parse({ ...input, plan: { rule: null, to: 'on', steps: guardedSteps, guards, ...plan } }),
    )
    await publishChange(team.ada, { change: change.number })
    return { flag, ramp: change.ramp?.number ?? 0 }
  }

  /** Ends open ramps, which would otherwise be processed whenever a later test advances the clock. */
  const endRamps = async () => {
    const over = { state: 'ended' as const, endedAt: now(), dueAt: null, lookAt: null }
    await db.updateTable('ramp').set(over).where('endedAt', 'is', null).execute()
  }

  let person = 0
  const users = (count: number) => Array.from({ length: count }, () => `u${(person += 1)}`)
  const failing = (onRate: number, offRate: number) => (variant: string, chance: () => number) =>
    chance() < (variant === 'on' ? onRate : offRate) ? ['failed'] : []
  const get = (ramp: number) => readRamp(team.ada, { ramp })
  const lastOf = async (ramp: number) => {
    const look = (await readGuardChecks(team.ada, { ramp })).looks.at(-1)
    if (!look) throw new Error('nothing was looked at')
    return look
  }
  const ruleOf = async (flag: string) => (await headIn(team.ada, flag)).document.rules[0]

  return { clock, now, team, program, system, production, pass, endRamps, started, users, failing, get, lastOf, ruleOf }
}
