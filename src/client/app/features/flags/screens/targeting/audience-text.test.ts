import { describe, expect, it } from 'vitest'
import { audienceText } from './audience-text.ts'

describe('how many people a share is', () => {
  it.each([
    [{ matched: 826, of: 1_204 }, 25_000, 'Targets 826 of 1,204 recent contexts; this share is about 207.'],
    [{ matched: 826, of: 1_204 }, 100_000, 'Targets 826 of 1,204 recent contexts.'],
    [{ matched: 0, of: 40 }, 25_000, 'Targets none of 40 recent contexts.'],
    [{ matched: 0, of: 0 }, 25_000, null],
  ])('%j at %d is %s', (audience, weight, words) => {
    expect(audienceText(audience, weight)).toBe(words)
  })
})
