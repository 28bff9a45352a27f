import { sql } from 'kysely'
import { saveEvent } from '../../src/server/features/events/save-event.ts'
import { addMetric } from '../../src/server/features/experiments/add-metric.ts'
import { analyseDueRuns } from '../../src/server/features/experiments/results/analyse-due-runs.ts'
import { createMetric } from '../../src/server/features/metrics/create-metric.ts'
import type { Db } from '../../src/server/platform/db/pool.ts'
import { postgresqlStore } from '../../src/server/platform/event-store/postgresql/store.ts'
import { MetricDefinition } from '../../src/shared/features/metrics/schemas/metric.ts'
import { anExperimentWorld } from '../../tests/support/experiment-world.ts'
import { seeded, type UserEvents } from '../../tests/support/exposing-application.ts'

const hour = 3_600_000
const [primary, secondary, guards, added] = [3, 20, 7, 10]
const deeds = [
  'opened',
  'searched',
  'added',
  'bought',
  'failed',
  'paid',
  'returned',
  'shared',
  'rated',
  'asked',
] as const

/** Returns a metric definition. Kinds and events alternate. */
function definitionOf(at: number): MetricDefinition {
  const event = deeds[at % deeds.length] ?? deeds[0]
  const days = [1, 3, 7][at % 3] ?? 1
  const within = days === 1 ? 'within a day' : `within ${days} days`
  const kinds = [
    [`Customers who ${event} ${within}`, { kind: 'proportion', of: { event } }],
    [`Times ${event} ${within}`, { kind: 'count', of: { event } }],
    [
      `Share of ${event} among all that was opened`,
      { kind: 'ratio', over: { event, take: 'count' }, under: { event: 'opened', take: 'count' } },
    ],
    [`Revenue ${within} of whoever paid more than once`, { kind: 'sum', of: { event: 'paid' } }],
  ] as const
  const [name, measure] = kinds[Math.floor(at / deeds.length) % kinds.length] ?? kinds[0]
  return MetricDefinition.parse({
    ...{ name: `${name} (${at + 1})`, from: 'anyone', window: { length: `P${days}D` }, lag: 'PT1H', measure },
    better: event === 'failed' || event === 'returned' ? 'less' : 'more',
  })
}

/** Events of a user. `on` sometimes has more. */
const does: UserEvents = (variant, chance) => [
  ...deeds.flatMap((event, at) => {
    const usual = at === 0 ? 0.8 : 0.15 + 0.06 * at
    if (chance() > usual * (variant === 'on' && at % 3 === 0 ? 1.12 : 1)) return []
    return [event === 'paid' ? { event, value: 5 + Math.round(chance() * 9_000) / 100 } : event]
  }),
]

/**
 * Creates an experiment with 3 primary, 20 secondary, 7 guardrail and 10 added metrics that began `days` ago and was
 * analysed every night. All exposures and events went through the intake, and all analyses through the SQL and the
 * worker.
 */
export async function aLongExperiment(db: Db, { days, usersADay }: { days: number; usersADay: number }) {
  const beganMs = Math.floor(Date.now() / (24 * hour)) * 24 * hour - days * 24 * hour + hour
  const world = await anExperimentWorld(db, 0, beganMs)
  const { team } = world
  for (const key of deeds.filter((one) => !['bought', 'failed', 'paid'].includes(one)))
    await saveEvent(team.ada, {
      ...{ project: team.key, key, name: key, description: '', properties: {}, fromClients: true, value: null },
    })
  const keys: string[] = []
  for (let at = 0; at < primary + secondary + guards + added; at += 1) {
    const key = `metric-${at + 1}`
    await createMetric(team.ada, { key, definition: definitionOf(at) })
    keys.push(key)
  }
  const of = (count: number, from: number) => keys.slice(from, from + count)
  const experiment = await world.running({
    ...{ hypothesis: 'A shorter form makes more customers finish.', days: days + 21, mode: 'planned' },
    ...{ primary: of(primary, 0), secondary: of(secondary, primary) },
    guards: of(guards, primary + secondary).map((metric) => ({ metric, margin: 0.2, then: 'tell' as const })),
  })
  const chance = seeded(7)
  let users = 0
  for (let day = 0; day < days; day += 1) {
    world.wait(4 * hour)
    if (day === days - 20)
      for (const metric of of(added, primary + secondary + guards))
        await addMetric({ ...team.ada, measure: postgresqlStore }, { experiment: experiment.key, metric })
    const some = Array.from({ length: usersADay }, () => `user-${(users += 1)}`)
    for (const [via, half] of [['server', 0] as const, ['client', 1] as const])
      await world.program.serve(
        world.there,
        experiment.flag,
        some.filter((_, at) => at % 2 === half),
        { does, chance, via },
      )
    await sql`analyze exposure, track`.execute(db)
    world.wait(20 * hour)
    await analyseDueRuns(world.system)
  }
  return { project: team.key, experiment: experiment.key, users, metrics: keys.length }
}
