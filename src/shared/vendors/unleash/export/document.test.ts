import { describe, expect, it } from 'vitest'
import { newestSpec, oldestSpec, specOf } from './document.ts'

describe('the specification an SDK names', () => {
  it.each([
    [undefined, oldestSpec],
    ['', oldestSpec],
    ['none', oldestSpec],
    ['4.0.9', oldestSpec],
    ['4.1', 401],
    ['4.2.0', 401],
    ['4.3.1', 403],
    ['5.2.0', 405],
    ['6.0.0', 600],
    ['6.1.0', newestSpec],
    ['99.9.9', newestSpec],
    ['1e9', oldestSpec],
  ])('%j counts as %i', (header, level) => {
    expect(specOf(header)).toBe(level)
  })

  it('is more than the Node SDK says, from the version on that reads more', () => {
    expect(specOf('5.2.0', 'unleash-node-sdk:6.12.1')).toBe(newestSpec)
    expect(specOf('5.2.0', 'unleash-node-sdk:6.11.0')).toBe(405)
    expect(specOf('5.2.0', 'unleash-node-sdk:7.0.0')).toBe(newestSpec)
    expect(specOf('5.2.0', ['unleash-node-sdk:7.0.0'])).toBe(405)
  })
})
