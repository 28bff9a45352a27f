import { describe, expect, it } from 'vitest'
import { truthOf } from '../../../tests/support/ask-extended.ts'
import { runHostile } from '../../../tests/support/hostile-run.ts'
import { draws, suiteSeed as seed } from '../../../tests/support/seed.ts'

describe('hostile contexts', () => {
  it('may claim to hold four thousand million elements', () => {
    const tags = new Array(2 ** 32 - 1)
    const test = { op: 'in.strict' as const, values: ['a'] }
    expect(truthOf({ each: { firstOf: [['tags']] }, test }, { tags })).toBe('false')
    expect(truthOf({ read: { firstOf: [['tags']] }, test: { ...test, array: 'any' } }, { tags })).toBe('false')
    expect(truthOf({ attribute: 'tags', operator: 'includesNone', values: ['a'] }, { tags })).toBe('true')
  })

  it(`get an answer, in bounded time, without an exception (FANION_SEED=${seed})`, async () => {
    expect(await runHostile(draws(5_000), seed)).toBeGreaterThanOrEqual(draws(5_000))
  }, 240_000)
})
