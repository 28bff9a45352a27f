import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../../tests/support/database.ts'
import { anExperimentWorld } from '../../../../../tests/support/experiment-world.ts'
import { seeded } from '../../../../../tests/support/exposing-application.ts'
import { checkReport } from '../../../../shared/features/experiments/check-report.ts'
import { ExperimentReport } from '../../../../shared/features/experiments/schemas/experiment-report.ts'
import { MetricDefinition } from '../../../../shared/features/metrics/schemas/metric.ts'
import type { Json } from '../../../../shared/schemas/keys.ts'
import { createMetric } from '../../metrics/create-metric.ts'
import { addMetric } from '../add-metric.ts'
import { exportSumsCsv, readReport } from './read-report.ts'
import { readResults } from './read-results.ts'

const { db } = await testDatabase()
const world = await anExperimentWorld(db)
const editor = { ...world.team.ada, measure: world.system.measure }
const viewer = { ...world.team.viewer, measure: world.system.measure }
await createMetric(world.team.ada, {
  key: 'large-orders',
  definition: MetricDefinition.parse({
    ...{ name: 'Large orders', better: 'more', from: 'anyone', window: { length: 'P1D' }, lag: 'PT10M' },
    measure: { kind: 'quantile', of: { event: 'paid' }, at: 0.9, each: 'event' },
  }),
})
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

it('a report follows from its sums, and says where it does not', async () => {
  const one = await world.running({ secondary: ['revenue', 'large-orders'], days: 7 })
  const chance = seeded(5)
  for (let day = 0; day < 6; day += 1) {
    if (day === 3) await addMetric(editor, { experiment: one.key, metric: 'failures' })
    const does = (variant: string) => [
      ...(chance() < (variant === 'on' ? 0.4 : 0.2) ? ['bought'] : []),
      ...(chance() < (variant === 'on' ? 0.05 : 0.3) ? ['failed'] : []),
      { event: 'paid', value: Math.round(chance() * 1_000) / 10 },
    ]
    await world.serve(one.flag, 200, { does })
    await world.pass(24 * 3_600_000)
  }
  const { plan } = await readResults(viewer, { experiment: one.key })
  expect(plan.metrics.map(({ key, unit }) => [key, unit])).toEqual([
    ['bought', null],
    ['revenue', '€'],
    ['large-orders', '€'],
    ['failures', null],
  ])
  const report = await readReport(viewer, { experiment: one.key })
  const read = ExperimentReport.parse(JSON.parse(JSON.stringify(report)))
  expect(read.looks.length).toBeGreaterThan(3)
  expect(read.analysis.results).toMatchObject([
    { metric: 'bought', verdict: 'wins' },
    { metric: 'revenue', status: 'ok' },
    // of all payments: no user pays more than 100
    { metric: 'large-orders', status: 'ok', control: expect.closeTo(90, -1), treatment: expect.closeTo(90, -1) },
    { metric: 'failures', status: 'ok' },
  ])
  expect(checkReport(read, hash)).toEqual([])

  // includes users of all days and never decides, however clear it is; only looks since then contain it
  expect(read.analysis.results[3]).toMatchObject({
    metric: 'failures',
    role: 'added',
    verdict: 'not-decided',
    decidedAt: null,
  })
  expect(read.analysis.results[3]?.interval?.[1]).toBeLessThan(0)
  expect(read.analysis.results[3]?.units).toBe(read.analysis.results[0]?.units)
  expect(read.looks.map(({ results }) => results.some(({ role }) => role === 'added'))).toContain(false)
  expect(read.looks.at(-1)?.results[3]).toMatchObject({ verdict: 'not-decided' })
  for (const [metric, code] of [
    ['failures', 'experiment/invalid'],
    ['nothing', 'experiment/invalid'],
  ] as const)
    await expect(addMetric(editor, { experiment: one.key, metric })).rejects.toMatchObject({
      code,
      details: { problems: [{ path: 'metric' }] },
    })

  // each day includes all earlier users, because quantiles of days cannot be added up
  const large = read.sums.filter((row) => row.metric === 'large-orders' && row.arm === 'on' && row.n > 0)
  const did = large.map((row) => row.did ?? 0)
  expect(did).toEqual(large.map((_, at) => large.slice(0, at + 1).reduce((sum, { n }) => sum + n, 0)))
  const at = read.sums.findIndex((row) => row.metric === 'large-orders' && row.did !== undefined)
  const other = read.sums.map((row, place) => (place === at ? { ...row, quantile: (row.quantile ?? 0) + 1 } : row))
  expect(checkReport({ ...read, sums: other }, hash)).not.toEqual([])

  const [first, ...others] = read.sums
  if (!first) throw new Error('a run has sums')
  const moved = { ...read, sums: [{ ...first, y: first.y + 1 }, ...others] }
  expect(checkReport(moved, hash)).not.toEqual([])
  expect(checkReport({ ...read, hash: 'other' }, hash)).toEqual(['The plan is not the one that its hash is of.'])

  // fields that later looks depend on
  for (const forged of [{ time: 0.0001 }, { ratioEvidence: -1 }]) {
    const [look, ...later] = read.looks
    if (!look) throw new Error('a run has looks')
    const told = checkReport({ ...read, looks: [{ ...look, ...forged }, ...later] }, hash)
    expect(told).toContain('Look 1: its number, its time or its samples come to something else.')
  }
  const people = { ...read.analysis.samples, observed: read.analysis.samples.observed.map((n) => n + 1) }
  expect(checkReport({ ...read, analysis: { ...read.analysis, samples: people } }, hash)).not.toEqual([])
  const none: Json[] = [{}, null, { setup: { arms: [] }, metrics: [] }]
  for (const plan of none) expect(checkReport({ ...read, plan }, hash).at(-1)).toMatch(/^It can’t be reckoned with: /)

  const { name, csv } = await exportSumsCsv(viewer, { experiment: one.key })
  expect(name).toBe(`${one.key}-run-${one.run}.csv`)
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    'metric,day,arm,n,y,yy,x,xx,xy,d,dd,yd,did,quantile,lower,upper',
    expect.stringMatching(/^bought,2026-11-20,off,\d+,\d+,\d+,\d+,/),
  ])
})
