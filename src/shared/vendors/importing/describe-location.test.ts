import { describe, expect, it } from 'vitest'
import { describeLocation } from './describe-location.ts'

describe('a place of a document', () => {
  const flags = [
    { key: 'menu' },
    { key: 'checkout', rules: [{}, { segment: 7 }], variants: [{ key: 'a', weight: 'x' }] },
  ]
  const document = { flags, features: { search: { rules: [{ force: 1 }] } }, strategies: [1] }

  it.each([
    [['flags', 1, 'rules', 1, 'segment'], 'flag checkout, rule 2, “segment”'],
    [['flags', 1, 'variants', 0, 'weight'], 'flag checkout, variant a, “weight”'],
    [['features', 'search', 'rules', 0, 'force'], 'feature search, rule 1, “force”'],
    [['strategies', 0], 'strategy 1'],
    [['flags', 9, 'key'], 'flag 10, “key”'],
    [['flags'], '“flags”'],
    [[0, 'flags'], 'entry 1, “flags”'],
    [['__proto__', 'x'], '“__proto__”, “x”'],
    [[], ''],
  ] as const)('%j is told as people call it', (path, words) => {
    expect(describeLocation(document, path)).toBe(words)
  })
})
