import { describe, expect, it } from 'vitest'
import type { Minute } from '../../../../../shared/features/status/schemas/system.ts'
import { quarters, wholeHour } from './whole-hour.ts'

const at = (time: string): Minute => ({
  ...{ at: `2026-05-04T${time}:00.000Z`, streams: 1, publishes: 0, refused: 0, failed: 0 },
  ...{ propagationMs: null, databaseMs: null },
})

describe('the whole hour', () => {
  it('has sixty minutes that end with the newest, and nothing where the server did not run', () => {
    const { stepsMs, steps } = wholeHour([at('10:00'), at('10:02')])
    expect(steps).toHaveLength(60)
    expect(steps.slice(-3)).toEqual([at('10:00'), undefined, at('10:02')])
    expect(steps.slice(0, -3).every((step) => step === undefined)).toBe(true)
    expect(stepsMs.at(-1)).toBe(Date.parse('2026-05-04T10:02:00.000Z'))
    expect(quarters(stepsMs).map((ms) => new Date(ms).toISOString().slice(11, 16))).toEqual([
      ...['09:15', '09:30', '09:45'],
    ])
  })
})
