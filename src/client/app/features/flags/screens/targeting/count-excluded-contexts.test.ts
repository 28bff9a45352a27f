import { describe, expect, it } from 'vitest'
import { countExcludedContexts } from './count-excluded-contexts.ts'

describe('whom a prerequisite keeps away', () => {
  it('is what the rules and the rest leave of all', () => {
    expect(countExcludedContexts({ rules: { a: 10, b: 5 }, otherwise: 20 }, 40)).toBe(5)
  })
  it('is nobody while the counts are of fewer contexts than are known now', () => {
    expect(countExcludedContexts({ rules: { a: 10 }, otherwise: 31 }, 40)).toBe(0)
  })
})
