import { describe, expect, it } from 'vitest'
import { explain } from '../../engine/explain.ts'
import type { Context } from '../../schemas/context.ts'
import type { FlagDocument } from '../../schemas/flag.ts'
import { reasonPhrase, traceLines } from './explanation.ts'

const flag: FlagDocument = {
  key: 'checkout',
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules: [
    { id: '1', name: 'Staff first', when: { segment: 'staff' }, serve: { variant: 'on' } },
    {
      id: '2',
      when: {
        all: [
          { attribute: 'country', operator: 'isOneOf', values: ['NO', 'DE'] },
          { attribute: 'plan', operator: 'isNot', values: ['free'] },
        ],
      },
      serve: { split: { parts: [{ variant: 'on', from: 0, to: 100_000 }] } },
    },
    { id: '3', when: true, serve: { variant: 'off' } },
  ],
  otherwise: { variant: 'off' },
  salt: 's',
  visibleToClients: false,
}
const staff = { key: 'staff', included: ['ada'], excluded: [], when: null }
const ask = (context: Context, part: Partial<FlagDocument> = {}) => {
  const asked = { ...flag, ...part }
  const explanation = explain({ flags: { checkout: asked }, segments: { staff } }, 'checkout', context, 0)
  const lines = traceLines(explanation, asked).map(({ mark, depth, words, actual }) =>
    [' '.repeat(depth) + mark, words, ...(actual === null ? [] : [actual])].join(' | '),
  )
  return { lines, because: reasonPhrase(explanation, asked) }
}

describe('an explanation in words', () => {
  it('goes through the rules as the engine did, with what the context had', () => {
    const { lines } = ask({ targetingKey: 'bob', country: 'NO', plan: 'pro' })
    expect(lines.slice(0, -2)).toEqual([
      'held | the flag is on',
      'failed | rule 1 Staff first',
      ' failed | in segment staff | the targeting key isn’t included',
      'held | rule 2',
      ' held | country is NO or DE | country is "NO"',
      ' held | plan is not free | plan is "pro"',
    ])
    expect(lines.at(-2)).toMatch(/^ answer \| serves on \| bucket [\d.]+% by the targeting key$/)
    expect(lines.at(-1)).toBe('note | rule 3 was not reached')
  })
  it('names what the context lacks', () => {
    expect(ask({ targetingKey: 'bob' }).lines).toContain(' failed | country is NO or DE | the context has no country')
  })
  it.each([
    [{ targetingKey: 'ada' }, {}, 'rule 1 Staff first'],
    [{ targetingKey: 'bob' }, { rules: [] }, 'everyone gets it'],
    [{ targetingKey: 'bob' }, { rules: flag.rules.slice(0, 1) }, 'no rule matched'],
    [{ targetingKey: 'bob' }, { on: false }, 'the flag is off'],
  ])('of %j with %j is, in short: %s', (context, part, words) => {
    expect(ask(context, part).because).toBe(words)
  })
  it('of a split for everyone is the bucket', () => {
    const otherwise: FlagDocument['otherwise'] = { split: { parts: [{ variant: 'on', from: 0, to: 100_000 }] } }
    expect(ask({ targetingKey: 'bob' }, { rules: [], otherwise }).because).toMatch(
      /^bucket [\d.]+% by the targeting key$/,
    )
  })
})
