import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { finishRamp } from '../../src/server/features/changes/finish-ramp.ts'
import { proposeRamp } from '../../src/server/features/changes/propose-ramp.ts'
import { publishChange } from '../../src/server/features/changes/publish-change.ts'
import { withdrawChange } from '../../src/server/features/changes/withdraw-change.ts'
import { saveEvent } from '../../src/server/features/events/save-event.ts'
import { pauseRamp, undoRamp } from '../../src/server/features/ramps/act-on-ramp.ts'
import { saveGuardSource } from '../../src/server/features/ramps/guards/guard-sources.ts'
import { takeDueGuardChecks } from '../../src/server/features/ramps/guards/take-due-guard-checks.ts'
import { takeDueSteps } from '../../src/server/features/ramps/take-due-steps.ts'
import { readActiveRuns } from '../../src/server/features/runs/queries.ts'
import { addFreeze, listFreezes, removeFreeze } from '../../src/server/features/schedules/freezes/freezes.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { postgresqlStore } from '../../src/server/platform/event-store/postgresql/store.ts'
import { createVault } from '../../src/server/platform/kernel/vault.ts'
import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { everyFamily } from '../../src/shared/engine/operators/every-family.ts'
import { isMeasured } from '../../src/shared/features/ramps/measured-by.ts'
import { ProposeRampInput, type RampPlan } from '../../src/shared/features/ramps/schemas/ramp.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import { aDatafile } from './builders.ts'
import { exposingApplication } from './exposing-application.ts'
import { atFileEnd } from './file-end.ts'
import { inEnvironment } from './people.ts'
import type { RampColumn } from './ramp-transitions.ts'
import { aServedFlag, aTeam, headIn, publishPast, servesOff } from './team.ts'

const hour = 60 * 60_000
const day = 24 * hour
const environment = 'production'

export const rampSteps: RampPlan['steps'] = [
  { share: 1_000, hold: 'PT1H' },
  { share: 25_000, hold: 'PT4H' },
  { share: 100_000 },
]
/** Adds a confirmation before the second step. */
const asking = (steps: RampPlan['steps']): RampPlan['steps'] =>
  steps.map((step, at) => (at === 1 ? { ...step, ask: true } : step))
export const askingSteps = asking(rampSteps)
/** Steps that reach enough users to compare. */
export const countedSteps: RampPlan['steps'] = [
  { share: 25_000, hold: 'PT1H' },
  { share: 50_000, hold: 'PT4H' },
  { share: 100_000 },
]

/** Options for serving measured users. */
export type Serving = Parameters<ReturnType<typeof exposingApplication>['serve']>[3]

/** How a ramp can end. */
export const rampEnds = ['completed', 'rolled-back', 'withdrawn', 'ended'] as const
export type RampEnd = (typeof rampEnds)[number]

/** A ramp of a flag, and the change that proposed it. */
export type SomeRamp = { flag: string; ramp: number; change: number; version: number }

/** A team with protected production, a clock that the test advances, and an external system that guards query. */
export async function aRampWorld(db: Db) {
  let clock = Date.parse('2026-11-20T08:00:00Z')
  const now = () => new Date(clock)
  const team = await aTeam(db, 0, now)
  const vault = createVault('of this test')
  const system = { ...team.system, vault, measure: postgresqlStore }
  const program = exposingApplication(db, now, vault)
  const there = await inEnvironment(team.ada, environment)
  const answer = { status: 200, body: '{"verdict":"go"}' }
  const url = await listening(answer)
  const source = { project: team.key, key: 'gate', kind: 'verdict' as const, url }
  await saveGuardSource({ ...team.ada, vault, allowPrivateAddresses: true }, source)
  const event = { key: 'failed', name: 'Failed', description: '', value: null, properties: {}, fromClients: true }
  await saveEvent(team.ada, { project: team.key, ...event })
  let served = 0
  /** Flags whose ramps are over, for reuse. */
  const spare: string[] = []

  /** Advances the clock, with guard checks and steps run as the worker does. */
  const pass = async (ms: number) => {
    clock += ms
    if (!(await readActiveRuns(db)).ramps) return
    await takeDueGuardChecks(system, true)
    await takeDueSteps(system)
  }

  /** Serves a number of new users. */
  const serve = (flag: string, count: number, how: Serving = {}) =>
    program.serve(
      there,
      flag,
      Array.from({ length: count }, () => `u${(served += 1)}`),
      how,
    )

  /**
   * Returns a user who gets something other than the flag's last rule serves, with their variant. Any user, if all get
   * the same.
   */
  const somebodyOf = async ({ flag }: SomeRamp) => {
    const { document } = await headIn(team.ada, flag)
    const compiled = compile(aDatafile([document]), { ...everyFamily })
    const given = (who: string) => evaluate(compiled, flag, { targetingKey: who }, clock).variant
    const usual = 'variant' in document.otherwise ? document.otherwise.variant : null
    const users = Array.from({ length: 5_000 }, (_, n) => `u${n}`)
    const who = users.find((one) => given(one) !== usual) ?? 'u0'
    return { who, variant: given(who) }
  }

  const freeze = async (why: string, ms: number) => {
    const times = { from: now().toISOString(), to: new Date(clock + ms).toISOString() }
    await addFreeze(there, { project: team.key, environment, ...times, why })
  }

  const thaw = async () => {
    for (const { id } of await listFreezes(there)) await removeFreeze(there, { project: team.key, environment, id })
  }

  const aFlag = async (): Promise<string> => {
    const used = spare.pop()
    const flag = used ?? (await aServedFlag(team))
    await publishPast(team, flag, (document) => ({ ...servesOff(document), rules: [], on: true }))
    return flag
  }

  /** Proposes a ramp to a variant that the flag does not serve. */
  const propose = async (flag: string, plan: Partial<RampPlan> = {}): Promise<SomeRamp> => {
    const { base, document } = await headIn(team.ada, flag)
    const to = 'variant' in document.otherwise && document.otherwise.variant === 'on' ? 'off' : 'on'
    const input = { project: team.key, environment, flag, base, plan: { rule: null, to, steps: rampSteps, ...plan } }
    const { number, version, ramp } = await proposeRamp(there, ProposeRampInput.parse(input))
    return { flag, ramp: ramp?.number ?? 0, change: number, version }
  }

  const start = ({ change }: SomeRamp) => publishChange(team.publisher, { change })
  const publishes = (flag: string, edit: (document: FlagDocument) => FlagDocument) => publishPast(team, flag, edit)

  /** Advances the clock to the next morning, so that the following hours are on the same day. */
  const morning = () => {
    clock = Math.ceil(clock / day) * day + 8 * hour
  }

  /** A ramp with this plan, brought into a state through the actions of users and servers. */
  const aRampIn = async (column: Exclude<RampColumn, 'over'>, plan: Partial<RampPlan> = {}): Promise<SomeRamp> => {
    answer.body = '{"verdict":"go"}'
    answer.status = 200
    const steps = column === 'waiting' ? { steps: asking(plan.steps ?? rampSteps) } : {}
    const made = await propose(await aFlag(), { ...plan, ...steps })
    if (column === 'proposed') return made
    await start(made)
    if (column === 'held') await freeze('Sale', 3 * hour)
    // A measured step is taken only after reports have arrived.
    if (column === 'waiting' && isMeasured(plan)) await serve(made.flag, 400)
    if (column === 'held' || column === 'waiting') await pass(hour)
    if (column === 'paused') await pauseRamp(team.publisher, { project: team.key, ramp: made.ramp, why: 'Odd' })
    return made
  }

  const aRampOver = async (end: RampEnd): Promise<SomeRamp> => {
    if (end === 'withdrawn') {
      const made = await aRampIn('proposed')
      await withdrawChange(team.ada, { change: made.change })
      return made
    }
    const made = await aRampIn('running')
    const reference = { project: team.key, ramp: made.ramp }
    if (end === 'completed') await finishRamp(team.publisher, reference)
    if (end === 'rolled-back') await undoRamp(team.publisher, { ...reference, why: '' })
    if (end === 'ended') await archive(made.flag)
    return made
  }

  const archive = async (flag: string) => {
    // Safe cast: null stands for an archived flag's document.
    await publishes(flag, () => null as unknown as FlagDocument)
    await pass(0)
  }

  /** Cleans up after an event: the flag has no open ramp, and there is no freeze. */
  const clear = async ({ flag }: SomeRamp) => {
    const over = { state: 'ended' as const, endedAt: now(), dueAt: null, lookAt: null }
    await db.updateTable('ramp').set(over).where('flag', '=', flag).where('endedAt', 'is', null).execute()
    const { document } = await headIn(team.ada, flag)
    if (document !== undefined && document !== null) spare.push(flag)
    await thaw()
  }

  return {
    team,
    db,
    now,
    morning,
    /** Time that only passes. */
    wait: (ms: number) => {
      clock += ms
    },
    answer,
    pass,
    freeze,
    thaw,
    serve,
    somebodyOf,
    propose,
    start,
    publishes,
    aRampIn,
    aRampOver,
    archive,
    clear,
    system,
  }
}

export type RampWorld = Awaited<ReturnType<typeof aRampWorld>>

/** Starts a system that returns this response. Returns its URL. */
async function listening(answer: { status: number; body: string }): Promise<string> {
  const server = http.createServer((request, response) => {
    request.resume()
    request.on('end', () => void response.writeHead(answer.status).end(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atFileEnd('servers', () => new Promise<void>((resolve) => void server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/verdict`
}
