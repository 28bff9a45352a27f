import { expect, it } from 'vitest'
import { seen } from './seen.ts'

it('a text is shown whole up to 512 characters, and cut with a sign of it beyond', () => {
  const whole = 'a'.repeat(512)
  expect([seen(whole), seen(`${whole}b`)]).toEqual([whole, `${whole}…`])
})

it('what JSON has no word for is described, also within lists and objects, which are shown up to fifty of their own', () => {
  expect(seen([Number.NaN, undefined, 1n])).toEqual([{ unreadable: 'NaN' }, null, { unreadable: 'bigint' }])
  expect(seen({ at: new Date(7) })).toEqual({ at: { unreadable: 'Date 7' } })
  expect(seen(Array.from({ length: 51 }, (_, at) => at))).toHaveLength(50)
})
