import { describe, expect, it } from 'vitest'
import type {
  ExperimentResult,
  ExperimentResults,
} from '../../../../../shared/features/experiments/schemas/experiment-results.ts'
import { byWeeks } from './by-weeks.ts'
import { bandText, differenceText, forestOf, overTimeOf, relativeMargin, timesOf, valueText } from './reading.ts'
import { resultsCsv } from './results-csv.ts'

type Metric = ExperimentResults['plan']['metrics'][number]

const metric = (key: string, more: Partial<Metric> = {}): Metric => ({
  ...{ key, version: 1, name: key, role: 'primary', kind: 'proportion', measure: 'proportion', unit: null },
  ...{ better: 'more', margin: null, cap: null, maturesAfterMs: 86_400_000, addedAt: null },
  ...more,
})
const result = (key: string, more: Partial<ExperimentResult> = {}): ExperimentResult => ({
  ...{ metric: key, arm: 'on', role: 'primary', status: 'ok', units: 2_000, control: 0.1, treatment: 0.11 },
  ...{ difference: 0.01, standardError: 0.004, factor: 2, interval: [0.002, 0.018], lift: 0.1 },
  ...{ liftInterval: [0.02, 0.18], liftStatus: 'ok', p: null, verdict: 'not-decided', decidedAt: null, problem: null },
  ...more,
})
const at = (day: number) => new Date(Date.UTC(2026, 10, day)).toISOString()
const results = (more: Partial<ExperimentResults> = {}): ExperimentResults => ({
  ...{ experiment: 'x', run: 1, at: at(5), looks: 2, lastLookAt: at(4), nextLookAt: at(6), over: false, late: null },
  plan: {
    ...{ hash: 'a', mode: 'planned', startedAt: at(1), endsAt: at(22), days: 21, alpha: 0.05, unitsPlanned: 1 },
    arms: [
      { variant: 'off', weight: 50_000 },
      { variant: 'on', weight: 50_000 },
    ],
    metrics: [metric('buyers'), metric('errors', { role: 'guard', better: 'less', margin: { relative: 0.1 } })],
  },
  samples: { status: 'ok', off: false, observed: [1_000, 1_000], p: 1, chiSquareP: 1 },
  results: [result('buyers'), result('errors', { role: 'guard' })],
  ...{ maturity: [], slices: [], caps: [], before: [], guards: [] },
  series: [
    {
      ...{ metric: 'buyers', arm: 'on' },
      points: [
        { look: 1, at: at(3), difference: null, interval: null, lift: null, liftInterval: null, verdict: 'too-early' },
        {
          ...{ look: 2, at: at(4), difference: 0.01, interval: [0, 0.02], lift: 0.1, liftInterval: [0, 0.2] },
          verdict: 'not-decided',
        },
      ],
    },
  ],
  ...more,
})

describe('a result in a few letters', () => {
  it('is relative where that can be said, else absolute, else why not', () => {
    const buyers = metric('buyers')
    expect(differenceText(buyers, result('buyers'))).toBe('+10%')
    expect(bandText(buyers, result('buyers'))).toBe('+2% to +18%')
    const absolute = result('buyers', { lift: null, liftInterval: null, liftStatus: 'baseline_zero' })
    expect(differenceText(buyers, absolute)).toBe('+1 percentage points')
    expect(bandText(buyers, absolute)).toBe('+0.2 percentage points to +1.8 percentage points')
    expect(differenceText(buyers, { ...absolute, status: 'burn_in', difference: 1 })).toBe('too few users yet')
    expect(bandText(buyers, { ...absolute, interval: null })).toBe('')
  })
  it('has the unit of its metric', () => {
    expect(valueText(metric('buyers'), 0.11431)).toBe('11.43%')
    expect(valueText(metric('sales', { measure: 'sum', unit: '€' }), 6.432)).toBe('6.432 €')
    expect(valueText(metric('orders', { measure: 'count' }), null)).toBe('–')
  })
})

describe('all metrics on one axis', () => {
  it('have what is better to the right, by what they are for', () => {
    const [primary, guards] = forestOf(results())
    expect(primary).toMatchObject({ name: 'Primary', rows: [{ key: 'buyers', isMain: true, margin: null }] })
    expect(primary?.rows[0]?.bars[0]?.band).toEqual({ estimate: 0.1, low: 0.02, high: 0.18 })
    expect(guards).toMatchObject({ name: 'Guardrails', rows: [{ note: 'less is better', margin: 0.1 }] })
    // The bar is mirrored, but its text is not.
    expect(guards?.rows[0]?.bars[0]).toEqual({ band: { estimate: -0.1, low: -0.18, high: -0.02 }, text: '+10%' })
  })
  it('show an absolute margin where the control says what it is of', () => {
    const absolute = metric('buyers', { margin: { absolute: 0.02 } })
    expect(relativeMargin(absolute, 0.1)).toBeCloseTo(0.2)
    expect(relativeMargin(absolute, 0)).toBe(null)
  })
})

describe('a metric over time', () => {
  it('has each look, and now, while it goes on', () => {
    const { isRelative, steps, lines } = overTimeOf(results(), 'buyers')
    expect(isRelative).toBe(true)
    expect(steps.map(({ look }) => look)).toEqual([1, 2, null])
    expect(lines[0]?.points).toEqual([
      null,
      { estimate: 0.1, low: 0, high: 0.2 },
      { estimate: 0.1, low: 0.02, high: 0.18 },
    ])
    expect(overTimeOf(results({ over: true }), 'buyers').steps).toHaveLength(2)
  })
  it('was decided early where looks would have followed', () => {
    const when = (instant: string) => instant.slice(0, 10)
    const early = (decidedAt: number | null, over: boolean) => timesOf(results({ over }), { decidedAt }, when).isEarly
    expect([early(1, false), early(1, true), early(2, true), early(null, false)]).toEqual([true, true, false, false])
    expect(timesOf(results(), { decidedAt: null }, when)).toMatchObject({
      nextLook: '2026-11-06',
      lastLook: '2026-11-22',
    })
  })
})

it('is a CSV of a row for each metric and variant, and no formula of a spreadsheet', () => {
  const plan = { ...results().plan, metrics: [metric('buyers')] }
  const text = resultsCsv({ plan, results: [result('buyers', { arm: '=on,"x"' })] })
  const [head, row, last] = text.split('\r\n')
  expect(head).toMatch(/^metric,version,role,variant,/)
  expect(row).toBe(`buyers,1,primary,"'=on,""x""",off,not-decided,2000,0.1,0.11,0.01,0.002,0.018,0.1,0.02,0.18,ok`)
  expect(last).toBe('')
})

it('adds days up to weeks and loses nobody', () => {
  const days = Array.from({ length: 16 }, (_, day) => ({ day: `d${day}`, units: [1, day] }))
  expect(byWeeks(days)).toEqual([
    { day: 'd0', units: [7, 21] },
    { day: 'd7', units: [7, 70] },
    { day: 'd14', units: [2, 29] },
  ])
})
