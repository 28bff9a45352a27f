import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import {
  anExperimentWorld,
  type ExperimentWorld,
  type SomeExperiment,
} from '../../../../../tests/support/experiment-world.ts'
import { seeded, type UserEvents } from '../../../../../tests/support/exposing-application.ts'
import { MetricDefinition } from '../../../../shared/features/metrics/schemas/metric.ts'
import type { Look, Result } from '../../../../shared/statistics/analysis-plan.ts'
import { smallestDifference, unitsFactor } from '../../../../shared/statistics/power.ts'
import { createMetric } from '../../metrics/create-metric.ts'
import { analyseDueRuns } from './analyse-due-runs.ts'
import { readLooksOfRun } from './queries.ts'

/**
 * Number of simulations per kind, instead of a few. `npm run bench:experiments` runs as many as fit into its minutes.
 */
const asked = process.env['FANION_EXPERIMENTS_SIMULATED']
const minutes = Number(process.env['FANION_EXPERIMENTS_MINUTES'] ?? Number.POSITIVE_INFINITY)
const seed = Number(process.env['FANION_EXPERIMENTS_SEED'] ?? 20_261_125)

const hour = 3_600_000
const days = 14
/** Users per day over both arms, all at the same time. */
const people = 100
const usual = 0.3
/** The effect that a plan with this many users finds in 80 of 100 experiments. */
const effect = smallestDifference(
  { controlVariance: usual * (1 - usual), treatmentVariance: 0.37 * 0.63, ratio: 1, alpha: 0.05 },
  (days * people) / 2 / unitsFactor.planned,
  0.8,
)
/** Number of concurrent experiments, all in production of one project. */
const atOnce = 50
const connections = 8

const { db } = await testDatabase(connections)

/** Events within one hour of exposure, so that they are complete by midnight. */
const within = MetricDefinition.parse({
  ...{ name: 'Bought', better: 'more', from: 'anyone', window: { length: 'PT1H' }, lag: 'P0D', before: null },
  measure: { kind: 'proportion', of: { event: 'bought' } },
})

type Kind = { readonly mode: 'planned' | 'open-ended'; readonly effect: number; readonly few: number }
const kinds: Record<string, Kind> = {
  'planned, without an effect': { mode: 'planned', effect: 0, few: 4 },
  'open-ended, without an effect': { mode: 'open-ended', effect: 0, few: 4 },
  'planned, with an effect': { mode: 'planned', effect, few: 5 },
}

type Ending = {
  readonly decided: boolean
  readonly off: boolean
  readonly covered: boolean
  readonly onDay: number | null
}

const does =
  (lift: number): UserEvents =>
  (variant, chance) =>
    chance() < usual + (variant === 'on' ? lift : 0) ? ['bought'] : []

const endingOf = (looks: readonly Look[], truth: number): Ending => {
  const results = looks.flatMap((look) => look.results)
  const decided = results.find(({ decidedAt }) => decidedAt !== null)
  const covers = ({ interval }: Result) => interval === null || (interval[0] <= truth && truth <= interval[1])
  return {
    decided: decided !== undefined,
    off: results.some(({ verdict }) => verdict === 'samples-off'),
    covered: results.every(covers),
    onDay: decided?.decidedAt ?? null,
  }
}

/** Runs concurrent experiments from the first day to the last look. */
async function lived({ mode, effect: lift }: Kind, many: number, from: number): Promise<Ending[]> {
  const world: ExperimentWorld = await anExperimentWorld(db)
  await createMetric(world.team.ada, { key: 'within', definition: within })
  const some: (SomeExperiment & { chance: () => number; served: number })[] = []
  for (let at = 0; at < many; at += 1) {
    const setup = { mode, days, primary: ['within'] }
    some.push({ ...(await world.running(setup)), chance: seeded(seed + from + at), served: 0 })
  }
  for (let day = 0; day <= days; day += 1) {
    world.wait(4 * hour)
    world.program.intake.forget()
    const serve = (one: (typeof some)[number]) => {
      const users = Array.from({ length: people }, () => `u${seed}-${from}-${one.key}-${(one.served += 1)}`)
      const how = { does: does(lift), chance: one.chance, isTold: true }
      return world.program.serve(world.there, one.flag, users, how)
    }
    for (let at = 0; day < days && at < some.length; at += connections)
      await Promise.all(some.slice(at, at + connections).map(serve))
    // a database does this by itself after many writes
    await sql`analyze exposure, track`.execute(db)
    world.wait(20 * hour)
    await Promise.all([1, 2, 3, 4].map(() => analyseDueRuns(world.system)))
  }
  const endings: Ending[] = []
  for (const { run } of some) {
    const looks = (await readLooksOfRun(db, world.team.ada.project, run)).map(({ look }) => look)
    endings.push(endingOf(looks, lift))
  }
  return endings
}

/**
 * Upper limit of a count that should have at most the `promised` rate. It is exceeded by chance less than once in a
 * thousand times.
 */
const most = (count: number, promised: number) =>
  Math.ceil(count * promised + 3.1 * Math.sqrt(count * promised * (1 - promised)))
const began = performance.now()

describe('experiments of a known effect, through the intake, the SQL and the worker', () => {
  it.each(Object.entries(kinds).map(([name, kind], at) => ({ name, kind, at })))(
    'say what is so as often as they promise: $name',
    async ({ name, kind, at }) => {
      // the time that one kind does not use goes to the next ones
      const untilMs = began + (minutes * 60_000 * (at + 1)) / Object.keys(kinds).length
      const endings: Ending[] = []
      const wanted = Number(asked ?? kind.few)
      do endings.push(...(await lived(kind, Math.min(atOnce, wanted - endings.length), endings.length)))
      while (endings.length < wanted && performance.now() < untilMs)
      const count = endings.length
      const share = (of: (one: Ending) => boolean) => endings.filter(of).length
      const [decided, off, covered] = [
        share((one) => one.decided),
        share((one) => one.off),
        share((one) => one.covered),
      ]
      // intact samples are reported as mismatched in at most one of a hundred experiments
      expect(off).toBeLessThanOrEqual(most(count, 0.01))
      expect(count - covered).toBeLessThanOrEqual(most(count, 0.05))
      const [wrong, promised] = kind.effect === 0 ? [decided, 0.05] : [count - decided, 0.2]
      expect(wrong).toBeLessThanOrEqual(most(count, promised))
      const onDay = endings.flatMap((one) => one.onDay ?? [])
      if (asked)
        console.log(
          `simulated ${JSON.stringify({ name, seed, count, effect: kind.effect, decided, off, covered, onDay })}`,
        )
    },
    3_600_000,
  )
})
