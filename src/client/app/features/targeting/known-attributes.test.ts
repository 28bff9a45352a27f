import { describe, expect, it } from 'vitest'
import type { Attribute } from '../../../../shared/features/attributes/schemas/attribute.ts'
import { knownAttributes, seenIn, starters } from './known-attributes.ts'

const contexts = [
  { targetingKey: 'a', country: 'NO', user: { team: 'x' }, tags: ['new', 'new', 'eu'], 'a.b': 1, gone: null },
  { targetingKey: 'b', country: 'NO' },
  { targetingKey: 'c', country: 'SE' },
]
const plan: Attribute = {
  name: 'plan',
  type: 'string',
  required: false,
  knownValues: ['pro', 'free'],
  personal: false,
  description: '',
}
const named = (known: ReturnType<typeof knownAttributes>, name: string) => known.find((one) => one.name === name)

describe('what is known of attributes', () => {
  it('counts the values of contexts: of nested ones by path, of a list each member once', () => {
    const counts = Object.fromEntries([...seenIn(contexts)].map(([name, values]) => [name, Object.fromEntries(values)]))
    expect(counts).toEqual({
      targetingKey: { a: 1, b: 1, c: 1 },
      country: { NO: 2, SE: 1 },
      'user.team': { x: 1 },
      tags: { new: 1, eu: 1 },
      'a\\.b': { 1: 1 },
    })
  })

  it('offers no keys of people: of the targeting key, and of what is declared as personal data', () => {
    const email: Attribute = { ...plan, name: 'email', knownValues: ['ada@acme.com'], personal: true }
    const known = knownAttributes([email], [{ targetingKey: 'user-1' }, { targetingKey: 'user-2' }])
    expect([named(known, 'email')?.values, named(known, 'targetingKey')?.values]).toEqual([[], []])
  })

  it('has declared values, though nobody was seen with them', () => {
    const known = knownAttributes([plan], contexts)
    expect(named(known, 'plan')).toEqual({
      name: 'plan',
      declared: true,
      values: [
        { value: 'pro', count: 0 },
        { value: 'free', count: 0 },
      ],
    })
    expect(named(known, 'country')).toMatchObject({
      declared: false,
      values: [{ value: 'NO', count: 2 }, { value: 'SE' }],
    })
  })

  it('offers no person of another rule to begin a rule with', () => {
    const ada = { attribute: 'email', operator: 'is' as const, values: ['ada@acme.com'] }
    const seen = Array.from({ length: 20 }, (_, at) => ({ targetingKey: `k${at}`, kunde: `kunde-${at}` }))
    const about = { attribute: 'kunde', operator: 'is' as const, values: ['kunde-3'] }
    const offered = starters(['email', 'kunde'], knownAttributes([], seen), [ada, about], seen.length)
    expect(offered.map(({ values }) => values)).toEqual([[], []])
  })

  it('offers those first that can end with a value', () => {
    const offered = starters(['app', 'email', 'plan'], knownAttributes([plan], []), [], 0)
    expect(offered.map(({ name }) => name)).toEqual(['plan', 'app', 'email'])
  })

  it('offers rules that need no typing: by share, by declaration, by what rules name', () => {
    const rule = { attribute: 'beta', operator: 'is', values: [true] } as const
    const offered = starters(
      ['beta', 'plan'],
      knownAttributes([plan], contexts),
      [{ ...rule, values: [...rule.values] }],
      3,
    )
    expect(offered.slice(0, 3)).toEqual([
      { name: 'beta', values: [{ value: true, share: null }] },
      {
        name: 'plan',
        values: [
          { value: 'pro', share: null },
          { value: 'free', share: null },
        ],
      },
      {
        name: 'country',
        values: [
          { value: 'NO', share: 2 / 3 },
          { value: 'SE', share: 1 / 3 },
        ],
      },
    ])
    expect(offered.map(({ name }) => name)).not.toContain('targetingKey')
  })
})
