import { expect, it } from 'vitest'
import { holdMs } from '../../features/ramps/schemas/ramp.ts'
import { holdText } from './hold-text.ts'

it.each([
  ['PT15M', '15 minutes', 15],
  ['PT1H', '1 hour', 60],
  ['P1D', '1 day', 1_440],
  ['P1DT12H', '1 day 12 hours', 2_160],
  ['PT90M', '1 hour 30 minutes', 90],
])('a hold of %s is %s', (hold, text, minutes) => {
  expect([holdText(hold), holdMs(hold)]).toEqual([text, minutes * 60_000])
})

it.each(['', 'P', 'PT', '1H', 'P1W', 'PT1S', 'P1H'])('“%s” is no hold', (hold) => expect(holdMs(hold)).toBeNull())
