import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { aWarehouseQueryOf } from '../../../../../tests/support/a-warehouse-query.ts'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { seeded } from '../../../../../tests/support/exposing-application.ts'
import { aGuardedTeam } from '../../../../../tests/support/guarded-team.ts'
import { refusalOf } from '../../../../../tests/support/refusal.ts'
import { headIn, publishPast } from '../../../../../tests/support/team.ts'
import { MetricDefinition } from '../../../../shared/features/metrics/schemas/metric.ts'
import { createMetric } from '../../metrics/create-metric.ts'
import { updateMetric } from '../../metrics/update-metric.ts'
import { findRun } from '../../runs/queries.ts'
import { pauseRamp, resumeRamp } from '../act-on-ramp.ts'
import { readGuardChecks } from './read-guard-checks.ts'
import { takeDueGuardChecks } from './take-due-guard-checks.ts'

const minute = 60_000
const hour = 60 * 60_000

const { db } = await testDatabase(12)
const { clock, team, program, system, production, pass, endRamps, started, users, failing, get, lastOf, ruleOf } =
  await aGuardedTeam(db)

describe('a guarded ramp', () => {
  afterEach(endRamps)

  it('is a run of the same number, open while it counts, ended with it', async () => {
    const { flag, ramp } = await started()
    expect(await findRun(db, team.ada.project, ramp)).toMatchObject({
      ...{ state: 'open', kind: 'ramp', arms: ['on', 'off'], rule: { run: ramp } },
      plan: { questions: [{ event: 'failed', worse: 'more' }] },
    })
    expect(await ruleOf(flag)).toMatchObject({ id: `run-${ramp}`, run: ramp })
    await program.serve(await production(), flag, users(200))
    await pass(hour)
    expect(await get(ramp)).toMatchObject({ state: 'running', step: 1 })
    await program.serve(await production(), flag, users(200))
    await pass(hour)
    expect(await get(ramp)).toMatchObject({ state: 'completed' })
    expect(await findRun(db, team.ada.project, ramp)).toMatchObject({ state: 'ended' })
    const { document } = await headIn(team.ada, flag)
    expect(document).toMatchObject({ rules: [], otherwise: { variant: 'on' } })
  })

  it('is held while what a guard watches is read late of another database, and goes on when it is there', async () => {
    const { flag, ramp } = await started({ guards: [{ event: 'bought', worse: 'less', then: 'roll-back' }] })
    const there = await production()
    const place = { projectId: team.ada.project.id, environmentId: there.environment.id, event: 'bought' }
    const entered = new Date(clock.ms)
    await program.serve(there, flag, users(200), { does: () => ['bought'] })
    const fact = await aWarehouseQueryOf(db, place, entered)
    await pass(hour)
    expect(await get(ramp)).toMatchObject({ state: 'running', step: 0, held: 'bought can’t be read' })
    expect((await lastOf(ramp)).guards).toMatchObject([{ state: 'blind', text: 'bought is 60 min old.' }])
    // the data of the step's whole hold is complete
    await fact.readUntil(new Date(entered.getTime() + hour))
    await pass(6 * minute)
    expect(await get(ramp)).toMatchObject({ state: 'running', step: 1, held: null })
    await db.deleteFrom('source').execute()
  })

  it('is rolled back by a guard that is against, with the numbers of the moment, and asks nobody', async () => {
    const { flag, ramp } = await started()
    const given = await program.serve(await production(), flag, users(3_000), {
      does: failing(0.6, 0.2),
      chance: seeded(7),
    })
    await pass(5 * minute)
    const undone = await get(ramp)
    expect(undone).toMatchObject({ state: 'rolled-back', why: expect.stringContaining('more than chance explains') })
    expect((await headIn(team.ada, flag)).document).toMatchObject({ rules: [], otherwise: { variant: 'off' } })
    const look = await lastOf(ramp)
    expect(look).toMatchObject({
      verdict: 'rolled-back',
      reports: { state: 'as-given', treatment: given['on'], control: given['off'] },
      guards: [{ state: 'against', trusted: true, treatment: { units: given['on'] } }],
    })
    expect(look.guards[0]?.evidence).toBeGreaterThan(look.guards[0]?.limit ?? Number.POSITIVE_INFINITY)
    const told = await db
      .selectFrom('event')
      .select(['actorKind', 'after'])
      .where('action', '=', 'ramp.roll-back')
      .where('subject', '=', `${team.key}/ramps/${ramp}`)
      .executeTakeFirstOrThrow()
    expect(told).toMatchObject({ actorKind: 'system', after: { look: look.number, guards: look.guards } })
    await pass(hour)
    expect(await lastOf(ramp)).toEqual(look)
  })

  it('pauses only where pages said what is against, unless its plan trusts them', async () => {
    const [wary, trusting] = [
      await started(),
      await started({ guards: [{ event: 'failed', worse: 'more', then: 'roll-back', trustClients: true }] }),
    ]
    for (const { flag } of [wary, trusting])
      await program.serve(await production(), flag, users(3_000), { does: failing(0.7, 0.1), via: 'client' })
    await pass(5 * minute)
    expect(await get(wary.ramp)).toMatchObject({ state: 'paused', why: expect.stringContaining('Pages said so') })
    expect(await get(trusting.ramp)).toMatchObject({ state: 'rolled-back' })
  })

  it('is rolled back by what servers said, also where pages fill the other side', async () => {
    const { flag, ramp } = await started()
    await program.serve(await production(), flag, users(2_000), { does: failing(0.5, 0.1) })
    await program.serve(await production(), flag, users(4_000), { does: failing(0.01, 0.9), via: 'client' })
    await pass(5 * minute)
    const why = expect.stringContaining('what pages said would hide it')
    expect(await get(ramp)).toMatchObject({ state: 'rolled-back', why })
  })

  it('pauses by a guard that asks for it; resumed in spite of it, that guard stops it no more at that step, and again at the next', async () => {
    const { flag, ramp } = await started({ guards: [{ event: 'bought', worse: 'less', then: 'pause' }] })
    const buying = (variant: string, chance: () => number) =>
      chance() < (variant === 'on' ? 0.1 : 0.6) ? ['bought'] : []
    await program.serve(await production(), flag, users(2_000), { does: buying })
    await pass(5 * minute)
    expect(await get(ramp)).toMatchObject({
      state: 'paused',
      why: expect.stringContaining('less than chance explains'),
    })
    await resumeRamp(team.publisher, { project: team.key, ramp })
    await program.serve(await production(), flag, users(200), { does: buying })
    await pass(5 * minute)
    expect(await get(ramp)).toMatchObject({ state: 'running' })
    expect((await lastOf(ramp)).guards[0]?.state).toBe('against')
    clock.ms += hour - 5 * minute
    await pass(0)
    expect(await get(ramp)).toMatchObject({ step: 1, state: 'running' })
    await program.serve(await production(), flag, users(200), { does: buying })
    await pass(5 * minute)
    expect(await get(ramp)).toMatchObject({ step: 1, state: 'paused' })
  })

  it('watches a metric as it was when the ramp was proposed, by what servers said where the metric asks for that', async () => {
    const measured = { kind: 'proportion' as const, of: { event: 'failed' } }
    const definition = {
      name: 'Failures',
      better: 'less' as const,
      from: 'servers' as const,
      lag: 'P0D',
      measure: measured,
    }
    await createMetric(team.ada, { key: 'failures', definition: MetricDefinition.parse(definition) })
    const [{ flag, ramp }, lied] = [
      await started({ guards: [{ metric: 'failures', then: 'roll-back' }] }),
      await started({ guards: [{ metric: 'failures', then: 'roll-back' }] }),
    ]
    const turned = MetricDefinition.parse({ ...definition, better: 'more' })
    await updateMetric(team.ada, { metric: 'failures', definition: turned })
    expect(await findRun(db, team.ada.project, ramp)).toMatchObject({ versions: { failures: 1 } })
    await program.serve(await production(), flag, users(3_000), { does: failing(0.6, 0.1) })
    await program.serve(await production(), lied.flag, users(3_000), { does: failing(0.6, 0.1), via: 'client' })
    await pass(5 * minute)
    expect(await get(ramp)).toMatchObject({
      state: 'rolled-back',
      why: expect.stringMatching(/^Failures: .*more than/),
    })
    expect(await get(lied.ramp)).toMatchObject({ state: 'running' })
    const sum = { ...definition, measure: { kind: 'count' as const, of: { event: 'failed' } } }
    await createMetric(team.ada, { key: 'times', definition: MetricDefinition.parse(sum) })
    expect(await refusalOf(started({ guards: [{ metric: 'times', then: 'pause' }] }))).toMatchObject({
      details: {
        problems: [{ path: 'plan.guards[0].metric', problem: 'times is neither a share of users nor a ratio' }],
      },
    })
  })

  it('waits at its step while no program reports, and for the users that the step asks for', async () => {
    const { flag, ramp } = await started({
      steps: [{ share: 50_000, hold: 'PT1H', people: 150 }, { share: 100_000 }],
    })
    await pass(hour)
    expect(await get(ramp)).toMatchObject({
      state: 'running',
      step: 0,
      held: expect.stringContaining('no application'),
    })
    await program.serve(await production(), flag, users(100))
    await pass(5 * minute)
    expect(await get(ramp)).toMatchObject({ state: 'running', held: expect.stringContaining('fewer than 150 users') })
    await program.serve(await production(), flag, users(300))
    await pass(5 * minute)
    expect(await get(ramp)).toMatchObject({ state: 'completed' })
  })

  it('is rolled back where reports of the new variant are missing, and paused where the plan says so', async () => {
    const [back, still] = [await started(), await started({ missing: 'pause' })]
    for (const { flag } of [back, still])
      await program.serve(await production(), flag, users(2_000), { silent: (variant) => variant === 'on' })
    const lost = await started()
    await program.serve(await production(), lost.flag, users(2_000), { silent: (variant) => variant === 'off' })
    await pass(5 * minute)
    expect(await get(back.ramp)).toMatchObject({
      state: 'rolled-back',
      why: expect.stringContaining('of on are missing'),
    })
    expect(await get(still.ramp)).toMatchObject({ state: 'paused' })
    expect(await get(lost.ramp)).toMatchObject({ state: 'paused', why: expect.stringContaining('of off are missing') })
  })

  it('is looked at once, however many servers look, and also while it is paused', async () => {
    const { flag, ramp } = await started()
    await pauseRamp(team.publisher, { project: team.key, ramp, why: '' })
    await program.serve(await production(), flag, users(3_000), { does: failing(0.6, 0.1) })
    clock.ms += 5 * minute
    await Promise.all(Array.from({ length: 6 }, () => takeDueGuardChecks(system, true)))
    expect((await readGuardChecks(team.ada, { ramp })).looks).toHaveLength(1)
    expect(await get(ramp)).toMatchObject({ state: 'rolled-back' })
    expect((await get(ramp)).events.filter(({ action }) => action === 'ramp.roll-back')).toHaveLength(1)
  })

  it('pauses by a touch or the kill switch as any other, and ends with its flag', async () => {
    const { flag, ramp } = await started()
    await publishPast(team, flag, (document) => ({ ...document, on: false }))
    await pass(0)
    expect(await get(ramp)).toMatchObject({ state: 'paused', touched: 'the flag is off' })
    await publishPast(team, flag, (document) => ({ ...document, on: true }))
    await publishPast(team, flag, (document) => ({
      ...document,
      rules: document.rules.map(({ id, when, serve }) => ({ id, when, serve })),
    }))
    await pass(5 * minute)
    expect(await refusalOf(resumeRamp(team.publisher, { project: team.key, ramp }))).toMatchObject({
      details: { touched: 'its own rule was edited' },
    })
    await resumeRamp(team.publisher, { project: team.key, ramp, touched: 'put-back' })
    expect(await ruleOf(flag)).toMatchObject({ run: ramp })
  })

  it('never writes a look anew', async () => {
    const { ramp } = await started()
    await pass(5 * minute)
    await expect(sql`update run_look set decisive = true where run = ${ramp}`.execute(db)).rejects.toThrow(/never/)
  })

  it('is refused with what its guards cannot ask, field by field', async () => {
    const refusal = await refusalOf(
      started({
        guards: [
          { event: 'unheard', worse: 'more', then: 'pause' },
          { verdict: 'nobody', then: 'pause' },
        ],
        steps: [{ share: 60_000, hold: 'PT1H', people: 5 }, { share: 100_000 }],
      }),
    )
    expect(refusal).toMatchObject({ code: 'ramp/invalid' })
    const { problems = [] } = refusal.details
    expect(problems.map(({ path }) => path)).toEqual([
      'plan.guards[0].event',
      'plan.guards[1].verdict',
      'plan.steps[0].people',
    ])
  })
})
