import { describe, expect, it } from 'vitest'
import type { Result, Verdict } from '../../statistics/analysis-plan.ts'
import { absoluteFigure, relativeFigure, signed } from './figures.ts'
import { bandMeaning, verdictText } from './verdict-text.ts'

const result = (verdict: Verdict, more: Partial<Result> = {}): Result => ({
  metric: 'purchase',
  arm: 'pay-now',
  role: 'primary',
  status: 'ok',
  units: 20_800,
  control: 0.1,
  treatment: 0.1021,
  difference: 0.0021,
  standardError: 0.002,
  factor: 2,
  interval: [-0.0012, 0.0054],
  lift: 0.0213,
  liftInterval: [-0.012, 0.0541],
  liftStatus: 'ok',
  p: null,
  verdict,
  decidedAt: null,
  problem: null,
  ...more,
})
const names = {
  arm: 'pay-now',
  control: 'buy',
  metric: 'Conversion',
  better: 'more',
  unit: '',
  margin: { relative: 0.01 },
} as const
const times = { nextLook: 'tomorrow 00:00', lastLook: 'Dec 12, 00:00', isEarly: false }
const people = { matured: 812, exposed: 5000, window: '7 days', observed: [10_412, 9_811] }
const say = (verdict: Verdict, more: Partial<Result> = {}) => verdictText(result(verdict, more), names, times, people)

describe('a verdict in words', () => {
  it('says who wins and by how much, with the band', () => {
    const winning = { lift: 0.031, liftInterval: [0.008, 0.054] as const }
    expect(say('wins', winning)).toEqual({
      title: 'pay-now wins',
      text: 'Conversion is 3.1% higher than with buy (band +0.8% to +5.4%).',
    })
    expect(verdictText(result('wins', winning), names, { ...times, isEarly: true }, people).text).toContain(
      'Effects found early are often larger than what stays; expect less.',
    )
    expect(say('loses', { lift: -0.031, liftInterval: [-0.054, -0.008] })).toEqual({
      title: 'pay-now loses',
      text: 'Conversion is 3.1% lower than with buy (band −5.4% to −0.8%).',
    })
  })

  it('names the look that decided where the band has 0 in it again', () => {
    expect(say('wins', { decidedAt: 8 }).text).toBe(
      'Decided by look 8. By now, Conversion is 2.1% higher than with buy (band −1.2% to +5.4%).',
    )
    expect(say('wins', { decidedAt: 8, interval: [0.001, 0.003] }).text).not.toContain('look 8')
  })

  it('says what isn’t decided, and when it may be', () => {
    expect(say('not-decided')).toEqual({
      title: 'Not decided',
      text: 'Conversion is 2.1% higher than with buy (band −1.2% to +5.4%). The next look is tomorrow 00:00, the last Dec 12, 00:00.',
    })
    const over = verdictText(result('not-decided'), names, { ...times, nextLook: null }, people)
    expect(over.text).toMatch(/There are no further looks\.$/)
    expect(say('not-decided', { interval: null, lift: null, liftInterval: null }).text).toMatch(
      /^There isn’t enough to compare Conversion yet\./,
    )
  })

  it('speaks of the margin where nothing matters', () => {
    expect(say('no-difference')).toMatchObject({ title: 'No difference that matters' })
    expect(say('no-difference').text).toMatch(/^At most 1% either way\. Conversion is /)
    expect(say('no-worse').title).toBe('No worse than 1%')
  })

  it('speaks of the metric’s own unit where the baseline is too small for a percentage', () => {
    const absolute = verdictText(
      result('not-decided', { lift: null, liftInterval: null, difference: 0.02, interval: [-0.01, 0.05] }),
      { ...names, unit: '€' },
      times,
      people,
    )
    expect(absolute.text).toContain('0.02 € higher than with buy (band −0.01 € to +0.05 €)')
  })

  it('warns off what can’t be read', () => {
    expect(say('samples-off').text).toMatch(
      /^10,412 and 9,811 users joined the variants, which isn’t the split that was planned/,
    )
    expect(say('too-early')).toEqual({
      title: 'Too early',
      text: '812 of 5,000 users have had their 7 days. The first look is tomorrow 00:00.',
    })
  })

  it('never speaks of significance, p, or how likely something is', () => {
    const verdicts: Verdict[] = [
      'wins',
      'loses',
      'no-difference',
      'no-worse',
      'not-decided',
      'samples-off',
      'too-early',
    ]
    const everything = verdicts.map((verdict) => `${say(verdict).title}. ${say(verdict).text}`).join(' ') + bandMeaning
    expect(everything).not.toMatch(/significan|\bp\b|likely|NaN|undefined|null/i)
  })
})

describe('a figure', () => {
  it('has the digits that tell, and a sign where it isn’t nothing', () => {
    expect([0.0314, 0.42, 0.0008, 0, 12.345].map(relativeFigure)).toEqual(['3.1%', '42%', '0.08%', '0%', '1,235%'])
    expect(absoluteFigure(-0.012345, '€')).toBe('0.0123 €')
    expect(absoluteFigure(-0.0021, '%')).toBe('0.21 percentage points')
    expect([signed(-0.01, '1%'), signed(0.01, '1%'), signed(-1e-9, '0%')]).toEqual(['−1%', '+1%', '0%'])
  })
})
