import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { exposing, seeded } from '../../../../tests/support/exposing.ts'
import { atFileEnd } from '../../../../tests/support/file-end.ts'
import { inEnvironment } from '../../../../tests/support/people.ts'
import { refusalOf } from '../../../../tests/support/refusal.ts'
import { aServedFlag, aTeam, headIn, publishPast, servesOff } from '../../../../tests/support/team.ts'
import { MetricDefinition } from '../../../shared/schemas/metric.ts'
import { ProposeRampInput, type RampPlan } from '../../../shared/schemas/ramp.ts'
import { postgresql } from '../../measure/postgresql/store.ts'
import { proposeRamp } from '../changes/propose-ramp.ts'
import { publishChange } from '../changes/publish-change.ts'
import { saveEvent } from '../events/save-event.ts'
import { createMetric } from '../metrics/create-metric.ts'
import { updateMetric } from '../metrics/update-metric.ts'
import { pauseRamp, resumeRamp } from '../ramps/act-on-ramp.ts'
import { readRamp } from '../ramps/read-ramps.ts'
import { takeDueSteps } from '../ramps/take-due-steps.ts'
import { findRun } from '../runs/queries.ts'
import { listGuardSources, renewGuardSecret, saveGuardSource } from './guard-sources.ts'
import { readLooks } from './read-looks.ts'
import { takeDueLooks } from './take-due-looks.ts'
import { testGuardSource } from './test-source.ts'

const minute = 60_000
const hour = 60 * minute

const { db } = await testDatabase(12)
let clock = Date.parse('2026-11-20T08:00:00Z')
const now = () => new Date(clock)
const team = await aTeam(db, 0, now)
const program = exposing(db, now)
const system = { ...team.system, vault: program.vault, measure: postgresql }
const production = () => inEnvironment(team.ada, 'production')

for (const key of ['failed', 'bought'])
  await saveEvent(team.ada, {
    ...{ project: team.key, key, name: key, description: '' },
    ...{ value: null, properties: {}, fromClients: true },
  })

/** Lets time pass, and looks and steps as the worker does. */
const pass = async (ms: number) => {
  clock += ms
  await takeDueLooks(system, true)
  await takeDueSteps(system)
}

type Plan = Partial<RampPlan>
const guards: RampPlan['guards'] = [{ event: 'failed', worse: 'more', then: 'roll-back' }]
const steps: RampPlan['steps'] = [{ share: 10_000, hold: 'PT1H' }, { share: 50_000, hold: 'PT1H' }, { share: 100_000 }]

/** A ramp that runs in production, guarded. */
const started = async (plan: Plan = {}) => {
  const flag = await aServedFlag(team)
  await publishPast(team, flag, servesOff)
  const { base } = await headIn(team.ada, flag)
  const there = await production()
  const input = { project: team.key, environment: 'production', flag, base }
  const change = await proposeRamp(
    there,
    ProposeRampInput.parse({ ...input, plan: { rule: null, to: 'on', steps, guards, ...plan } }),
  )
  await publishChange(team.ada, { change: change.number })
  return { flag, ramp: change.ramp?.number ?? 0 }
}

let person = 0
const users = (count: number) => Array.from({ length: count }, () => `u${(person += 1)}`)
const failing = (onRate: number, offRate: number) => (variant: string, chance: () => number) =>
  chance() < (variant === 'on' ? onRate : offRate) ? ['failed'] : []
const get = (ramp: number) => readRamp(team.ada, { ramp })
const lastOf = async (ramp: number) => {
  const look = (await readLooks(team.ada, { ramp })).looks.at(-1)
  if (!look) throw new Error('nothing was looked at')
  return look
}
const ruleOf = async (flag: string) => (await headIn(team.ada, flag)).document.rules[0]

describe('a guarded ramp', () => {
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
    clock += hour - 5 * minute
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
    clock += 5 * minute
    await Promise.all(Array.from({ length: 6 }, () => takeDueLooks(system, true)))
    expect((await readLooks(team.ada, { ramp })).looks).toHaveLength(1)
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

/** A system that guards ask: a Prometheus and a verdict at one address. */
const asked: { url: string; headers: http.IncomingHttpHeaders; body: string }[] = []
let answer: { status: number; body: string } = { status: 200, body: '{}' }
const other = http.createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    asked.push({ url: request.url ?? '', headers: request.headers, body })
    response.writeHead(answer.status, { location: 'http://127.0.0.1:1/' }).end(answer.body)
  })
})
await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
atFileEnd('servers', () => new Promise<void>((resolve) => void other.close(() => resolve())))
const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
const vector = (...values: string[]) =>
  JSON.stringify({
    status: 'success',
    data: { resultType: 'vector', result: values.map((value) => ({ metric: {}, value: [1, value] })) },
  })
const sources = { ...team.ada, vault: program.vault, allowPrivateAddresses: true }

describe('a guard that asks another system', () => {
  it('is against once a query is over its limit so many times in a row, and only holds what it cannot read', async () => {
    const source = { project: team.key, key: 'prom', kind: 'prometheus' as const, url: otherUrl }
    await saveGuardSource(sources, { ...source, secret: 'hush' })
    const [saved] = await saveGuardSource(sources, source)
    expect(saved).toMatchObject({ key: 'prom', hasSecret: true })
    const { ramp, flag } = await started({
      guards: [
        {
          ...{ prometheus: 'prom', query: 'p95{flag="{{flag}}",run="{{run}}"}', is: 'above', limit: 800 },
          ...{ times: 2, then: 'roll-back' },
        },
      ],
    })
    // nobody is counted: the plain rule
    expect(await ruleOf(flag)).toMatchObject({ serve: { variant: 'on' } })
    const seen: string[] = []
    for (const [status, body] of [
      [200, vector('431')],
      [200, vector('1', '2')],
      [200, vector('NaN')],
      [302, ''],
      [200, 'x'],
      [200, vector('900')],
    ] as const) {
      answer = { status, body }
      await pass(5 * minute)
      seen.push((await lastOf(ramp)).guards[0]?.state ?? '')
    }
    expect(seen).toEqual(['fine', 'blind', 'blind', 'blind', 'blind', 'watching'])
    expect(asked[0]?.headers.authorization).toBe('Bearer hush')
    expect(new URL(asked[0]?.url ?? '', otherUrl).searchParams.get('query')).toBe(`p95{flag="${flag}",run="${ramp}"}`)
    clock += 30 * minute
    await pass(0)
    expect(await get(ramp)).toMatchObject({ state: 'rolled-back', why: expect.stringContaining('at most 800') })
  })

  it('goes, waits and stops by a verdict, which is asked by a signed message', async () => {
    await saveGuardSource(sources, {
      ...{ project: team.key, key: 'argo', kind: 'verdict', url: `${otherUrl}/verdict` },
      secret: `whsec_${Buffer.from('a secret of thirty-two bytes !!!').toString('base64')}`,
    })
    const { ramp } = await started({ guards: [{ verdict: 'argo', then: 'pause' }] })
    answer = { status: 200, body: '{"verdict":"wait","reason":"warming up"}' }
    await pass(hour)
    expect(await get(ramp)).toMatchObject({ state: 'running', step: 0, held: 'Verdict of argo is watched' })
    expect(asked.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/)
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject({ ramp, variant: 'on', step: 1, sharePercent: 10 })
    answer = { status: 200, body: '{"verdict":"go"}' }
    await pass(5 * minute)
    expect(await get(ramp)).toMatchObject({ step: 1 })
    answer = { status: 200, body: '{"verdict":"stop","reason":"too slow"}' }
    await pass(5 * minute)
    expect(await get(ramp)).toMatchObject({ state: 'paused', why: 'Verdict of argo: It says stop: too slow.' })
  })

  it('is tried once at will, says which ramps ask it, and signs with a new secret from then on', async () => {
    const { key } = { key: 'ship' }
    await saveGuardSource(sources, { project: team.key, key, kind: 'verdict', url: `${otherUrl}/ship` })
    const { ramp, flag } = await started({ guards: [{ verdict: key, then: 'pause' }] })
    const listed = (await listGuardSources(team.ada)).find((one) => one.key === key)
    expect(listed?.usedBy).toEqual([{ ramp, flag, environment: 'production' }])
    answer = { status: 200, body: '{"verdict":"stop","reason":"frozen"}' }
    expect(await testGuardSource(sources, { key })).toMatchObject({ ok: true, text: 'It says stop: frozen' })
    expect(asked.at(-1)?.headers['webhook-signature']).toBeUndefined()
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({ project: team.key, ramp: null, isTest: true })
    // nothing follows from a test
    expect(await get(ramp)).toMatchObject({ state: 'running' })
    const { secret } = await renewGuardSecret(sources, { key })
    expect(secret).toMatch(/^whsec_/)
    answer = { status: 500, body: '' }
    expect(await testGuardSource(sources, { key })).toMatchObject({ ok: false, text: 'It responded with 500.' })
    expect(asked.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/)
    const refusal = await refusalOf(renewGuardSecret(sources, { key: 'prom' }))
    expect(refusal).toMatchObject({ code: 'source/not-found' })
  })

  it('is refused an address that webhooks may not have', async () => {
    const refusal = await refusalOf(
      saveGuardSource(
        { ...sources, allowPrivateAddresses: false },
        { project: team.key, key: 'near', kind: 'verdict', url: 'http://127.0.0.1/verdict' },
      ),
    )
    expect(refusal).toMatchObject({ code: 'webhook/address-not-allowed' })
  })
})
