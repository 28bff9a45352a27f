import { describe, expect, it } from 'vitest'
import { forecastText, spanText } from './forecast-text.ts'
import { byWeight, toneOf, verdictWord } from './headline.ts'
import { beforeHealth, crossedHealth, maturityText, robotsHealth, samplesHealth } from './health-text.ts'
import { dayText, experimentStatusAt, experimentStatusOf, experimentStatusText, modeText } from './state-text.ts'
import { statusText } from './status-text.ts'

const run = {
  ...{ startedAt: '2026-11-01T09:00:00Z', endsAt: '2026-11-22T09:00:00Z', stoppedAt: null },
} as const

describe('how an experiment stands', () => {
  it.each([
    [{ state: 'draft', run: null, proposed: null }, 'draft'],
    [{ state: 'draft', run: null, proposed: 7 }, 'proposed'],
    [{ state: 'running', run: { over: false }, proposed: null }, 'running'],
    [{ state: 'running', run: { over: true }, proposed: null }, 'over'],
    [{ state: 'decided', run: { over: true }, proposed: 9 }, 'proposed'],
    [{ state: 'archived', run: null, proposed: 9 }, 'archived'],
  ] as const)('%j is %s', (one, standing) => {
    // Only whether the run is over matters here.
    expect(experimentStatusOf(one as unknown as Parameters<typeof experimentStatusOf>[0])).toBe(standing)
  })

  it('stood at an instant as what had happened by then says', () => {
    const acts = ['create', 'propose', 'start', 'grow', 'over', 'decide', 'stop', 'propose', 'start', 'stop', 'archive']
    const events = acts.map((act, at) => ({ action: `experiment.${act}`, at: new Date(at * 1_000).toISOString() }))
    const stood = [-1, ...acts.keys()].map((at) => experimentStatusAt(events, at * 1_000))
    const [none, ran] = [
      ['draft', 'draft', 'draft'],
      ['running', 'running', 'over', 'decided', 'decided', 'decided'],
    ]
    expect(stood).toEqual([...none, ...ran, 'running', 'stopped', 'archived'])
  })

  it('is on a day of its days, from the first to the last', () => {
    const at = (instant: string, stoppedAt: string | null = null) => dayText({ ...run, stoppedAt }, Date.parse(instant))
    expect(at('2026-11-01T09:00:00Z')).toBe('day 1 of 21')
    expect(at('2026-11-09T09:00:00Z')).toBe('day 9 of 21')
    expect(at('2026-11-22T08:59:00Z')).toBe('day 21 of 21')
    expect(at('2026-11-30T09:00:00Z')).toBe('21 days')
    expect(at('2026-11-30T09:00:00Z', '2026-11-04T10:00:00Z')).toBe('4 days')
    expect(dayText({ ...run, startedAt: null }, 0)).toBe('')
  })
})

describe('what a plan can find', () => {
  const outlook = { metric: 'Conversion', aDay: 1_240.4, days: 21, smallest: 0.042, effect: 0.02, daysNeeded: 84 }
  it('is said with users, time and size', () => {
    expect(forecastText(outlook)).toBe(
      'With about 1,240 new users a day, 3 weeks find a difference of 4.2% or more in Conversion in 80 of 100 experiments. To find 2%, plan 12 weeks.',
    )
    expect(forecastText({ ...outlook, effect: 0.05 })).toMatch(/experiments\.$/)
    expect(forecastText({ ...outlook, daysNeeded: null })).toMatch(/wouldn’t be found within a year/)
  })
  it('is honest where there is no telling', () => {
    expect(forecastText({ ...outlook, aDay: 0 })).toMatch(/^No users were seen/)
    expect(forecastText({ ...outlook, smallest: null })).toMatch(/no telling yet how Conversion varies/)
  })
  it('counts whole weeks, else days', () =>
    expect([7, 14, 10, 1].map(spanText)).toEqual(['1 week', '2 weeks', '10 days', '1 day']))
})

describe('what is said first', () => {
  const result = (verdict: keyof typeof verdictWord, lift: number | null, role: 'primary' | 'guard' = 'primary') => ({
    ...{ verdict, lift, role },
  })
  it('is that samples are off, then what is decided, the largest lift first; guards never', () => {
    const all = [
      result('too-early', null),
      result('not-decided', 0.5),
      result('wins', 0.01),
      result('wins', 0.02),
      result('loses', -0.9, 'guard'),
    ]
    expect(byWeight(all).map(({ verdict, lift }) => `${verdict} ${lift}`)).toEqual([
      'wins 0.02',
      'wins 0.01',
      'not-decided 0.5',
      'too-early null',
    ])
    expect(byWeight([result('wins', 1), result('samples-off', 0)])[0]?.verdict).toBe('samples-off')
  })
})

describe('the health of an experiment', () => {
  it('names the shares that were planned and those that came', () => {
    const health = samplesHealth({ observed: [10_412, 9_871], off: true }, [50_000, 50_000])
    expect(health).toEqual({ state: 'warn', title: 'Split is off', text: 'Planned 50.0% / 50.0%, got 51.3% / 48.7%' })
    expect(samplesHealth({ observed: [0, 0], off: false }, [1, 1]).state).toBe('none')
  })
  it('tells who is left out', () => {
    expect(crossedHealth([0, 0]).state).toBe('good')
    expect(crossedHealth([1, 2]).title).toBe('3 users in two variants')
    const before = { metric: 'bought', arm: 'on', differs: true, lift: 0.31 }
    const named = () => 'Purchases'
    expect(beforeHealth([], named).state).toBe('none')
    expect(beforeHealth([{ ...before, differs: false }], named).state).toBe('good')
    expect(beforeHealth([before], named).text).toMatch(/^With on, Purchases was 31% higher even before users came/)
    expect(robotsHealth([0, 1]).title).toBe('1 robot left out')
    expect(maturityText({ matured: 17_020, all: 20_800 })).toBe('17,020 of 20,800 users')
  })
})

it('never speaks of significance, p, or how likely something is', () => {
  const modes = Object.values(modeText).flatMap(({ title, text }) => [title, text])
  const words = [statusText, verdictWord, toneOf, experimentStatusText].flatMap((table) => Object.values(table))
  expect([...modes, ...words].join(' ')).not.toMatch(/significan|\bp\b|likely|NaN|undefined|null/i)
})
