import { expect, it } from 'vitest'
import { displayedValue } from './displayed-value.ts'

it('a text is shown whole up to 512 characters, and cut with a sign of it beyond', () => {
  const whole = 'a'.repeat(512)
  expect([displayedValue(whole), displayedValue(`${whole}b`)]).toEqual([whole, `${whole}…`])
})

it('what JSON has no word for is described, also within lists and objects, which are shown up to fifty of their own', () => {
  expect(displayedValue([Number.NaN, undefined, 1n])).toEqual([{ unreadable: 'NaN' }, null, { unreadable: 'bigint' }])
  expect(displayedValue({ at: new Date(7) })).toEqual({ at: { unreadable: 'Date 7' } })
  expect(displayedValue(Array.from({ length: 51 }, (_, at) => at))).toHaveLength(50)
})
