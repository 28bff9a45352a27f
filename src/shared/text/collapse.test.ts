import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collapsedText, collapseLists } from './collapse.ts'
import { ruleText } from './rules/sentence.ts'
import { text } from './word.ts'

const rule = (count: number) => ({
  when: {
    attribute: 'country',
    operator: 'isOneOf' as const,
    values: Array.from({ length: count }, (_, i) => `c${i + 1}`),
  },
  serve: { variant: 'on' },
})

describe('a long list of values', () => {
  it('is the first eight, how many more there are, and what follows', () => {
    const line = 'country is c1, c2, c3, c4, c5, c6, c7, c8 and 992 more values → on'
    expect([text(collapseLists(ruleText(rule(1_000)))), collapsedText(text(ruleText(rule(1_000))))]).toEqual([
      line,
      line,
    ])
  })

  it('never has more than a few words, however many values there are, and is left alone while it is short', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (count) => {
        const words = ruleText(rule(count))
        const short = collapseLists(words)
        expect(count <= 8 ? short : short.length < 25).toEqual(count <= 8 ? words : true)
      }),
    )
  })
})
