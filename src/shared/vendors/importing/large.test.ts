import { describe, expect, it } from 'vitest'
import { previewOf } from './preview.ts'

/** More elements than a function call accepts as arguments. */
const many = Array.from({ length: 130_000 }, (_, at) => `user-${at}`)

const flag = {
  ...{ key: 'f', version: 1, on: true, variations: [true, false], fallthrough: { variation: 1 }, offVariation: 1 },
  ...{ salt: 's', prerequisites: [], targets: [{ values: many, variation: 0 }] },
}

describe('files with very long lists', () => {
  it.each([
    ['LaunchDarkly', { flags: { f: { ...flag, rules: [] } }, segments: {} }],
    [
      'LaunchDarkly, in a clause',
      {
        flags: {
          f: {
            ...{ ...flag, targets: [] },
            rules: [{ id: 'r', clauses: [{ attribute: 'key', op: 'in', values: many }], variation: 0 }],
          },
        },
        segments: { s: { key: 's', included: many, excluded: [], rules: [], salt: 's', version: 1 } },
      },
    ],
    [
      'Unleash',
      {
        version: 2,
        features: [
          {
            ...{ name: 'f', enabled: true, type: 'release' },
            strategies: [
              {
                ...{ name: 'default', parameters: {} },
                constraints: [{ contextName: 'userId', operator: 'IN', values: many }],
              },
            ],
          },
        ],
      },
    ],
  ])('are read, or refused with a sentence: %s', async (_, value) => {
    const { items } = await previewOf([{ name: 'a.json', value }])
    expect(items.length).toBeGreaterThan(0)
    for (const { item } of items) {
      expect(item.verdict === 'left-out' ? item.why.join() : 'said').not.toBe('')
      expect(item.why.join()).not.toMatch(/Invalid input|RangeError|call stack/)
    }
  })
})
