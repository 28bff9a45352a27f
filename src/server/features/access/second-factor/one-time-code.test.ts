import { describe, expect, it } from 'vitest'
import { base32, matchingTimeStep, oneTimeCodeAt, timeStepAt } from './one-time-code.ts'

const secret = Buffer.from('12345678901234567890')

describe('a one-time code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s is %s, as draft B of RFC 6238 says', (seconds, code) => {
    expect(oneTimeCodeAt(secret, timeStepAt(seconds * 1_000))).toBe(code)
  })

  it('is taken half a minute early or late, not two', () => {
    const now = 1_700_000_000_000
    const step = timeStepAt(now)
    expect(
      [-2, -1, 0, 1, 2].map(
        (away) => matchingTimeStep(secret, oneTimeCodeAt(secret, step + away), now) === step + away,
      ),
    ).toEqual([false, true, true, true, false])
  })
})

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['foob', 'MZXW6YQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('of "%s" is as RFC 4648 says', (text, expected) => {
    expect(base32(Buffer.from(text))).toBe(expected)
  })
})
