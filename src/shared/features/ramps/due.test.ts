import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/support/seed.ts'
import { localIn } from '../../text/time/when.ts'
import { type ClosedPeriod, nextOpen, timesOfSteps } from './due.ts'
import { rampPresets } from './presets.ts'
import type { WorkingHours } from './schemas/ramp.ts'

const runs = { numRuns: draws(80) }
const office: WorkingHours = { zone: 'Europe/Oslo', days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }
const at = (instant: string) => Date.parse(instant)
const open = (instant: string, hours?: WorkingHours, freezes: ClosedPeriod[] = []) =>
  new Date(nextOpen(at(instant), hours, freezes)).toISOString()

const zones = ['Europe/Oslo', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC', 'America/Santiago']
const clock = fc.integer({ min: 0, max: 1_439 }).map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16))
const someHours: fc.Arbitrary<WorkingHours> = fc
  .record({
    zone: fc.constantFrom(...zones),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    ends: fc.tuple(clock, clock).filter(([a, b]) => a !== b),
  })
  .map(({ zone, days, ends: [a, b] }) => ({ zone, days, from: a < b ? a : b, to: a < b ? b : a }))
/** Instants around the clock changes of 2026 and 2027, and other times. */
const instants = fc
  .tuple(
    fc.constantFrom('2026-10-25', '2026-11-01', '2027-03-14', '2027-03-28', '2027-04-04', '2026-06-10'),
    fc.nat(172_800),
  )
  .map(([day, seconds]) => Date.parse(`${day}T00:00:00Z`) - 86_400_000 + seconds * 1_000)
const someFreezes = fc.array(
  fc
    .tuple(instants, fc.integer({ min: 1, max: 72 }))
    .map(([fromMs, hours]) => ({ fromMs, toMs: fromMs + hours * 3_600_000 })),
  { maxLength: 3 },
)

describe('the next instant for a step', () => {
  it('is at once, without hours and freezes', () => {
    expect(open('2026-11-22T03:00:00Z')).toBe('2026-11-22T03:00:00.000Z')
  })

  it('is the next working morning by the clocks of the zone', () => {
    expect(open('2026-11-20T16:30:00Z', office)).toBe('2026-11-23T08:00:00.000Z')
    expect(open('2026-11-20T10:00:00Z', office)).toBe('2026-11-20T10:00:00.000Z')
  })

  it('is an hour earlier in UTC after the clocks were put forward', () => {
    expect(open('2027-03-26T18:00:00Z', office)).toBe('2027-03-29T07:00:00.000Z')
  })

  it('is on the day after, where the clocks skip the whole window', () => {
    const night: WorkingHours = { zone: 'Europe/Oslo', days: [1, 2, 3, 4, 5, 6, 7], from: '02:10', to: '02:50' }
    expect(open('2027-03-27T12:00:00Z', night)).toBe('2027-03-29T00:10:00.000Z')
  })

  it('is after the freeze, and then in working hours', () => {
    const freeze = { fromMs: at('2026-11-27T00:00:00Z'), toMs: at('2026-11-28T12:00:00Z') }
    expect(open('2026-11-27T10:00:00Z', office, [freeze])).toBe('2026-11-30T08:00:00.000Z')
  })

  it('is open, is not before what was asked, and is the first such minute', () => {
    const isOpen = (ms: number, { zone, days, from, to }: WorkingHours, freezes: ClosedPeriod[]) => {
      const local = localIn(new Date(ms).toISOString(), zone)
      const day = ((new Date(`${local.slice(0, 10)}T00:00Z`).getUTCDay() + 6) % 7) + 1
      const working = days.includes(day) && local.slice(11) >= from && local.slice(11) < to
      return working && !freezes.some(({ fromMs, toMs }) => fromMs <= ms && ms < toMs)
    }
    fc.assert(
      fc.property(
        instants,
        someHours,
        someFreezes,
        fc.float({ min: 0, max: 1, noNaN: true }),
        (from, hours, freezes, part) => {
          const found = nextOpen(from, hours, freezes)
          expect(found).toBeGreaterThanOrEqual(from)
          expect(isOpen(found, hours, freezes)).toBe(true)
          const between = from + Math.floor((found - from) * part)
          expect(between < found && isOpen(between, hours, freezes)).toBe(false)
          expect(nextOpen(found, hours, freezes)).toBe(found)
        },
      ),
      runs,
    )
  })
})

describe('the steps of a plan', () => {
  it('are each held for their time', () => {
    const [careful] = rampPresets
    if (!careful) throw new Error('there is one')
    const hours = timesOfSteps(careful, 0, []).map((ms) => ms / 3_600_000)
    expect(hours).toEqual([0, 1, 5, 29, 53])
  })
})
