import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readContext, writeContext } from './read-context.ts'

describe('who the playground asks about', () => {
  it.each([
    ['user-42', { targetingKey: 'user-42' }],
    ['bob@example.com', { targetingKey: 'bob@example.com', email: 'bob@example.com' }],
    ['user-42 country=NO age=31 beta=true', { targetingKey: 'user-42', country: 'NO', age: 31, beta: true }],
    ['country=NO', { country: 'NO' }],
    ['room="5" city="New York"', { room: '5', city: 'New York' }],
    ['{ "targetingKey": "a", "plan": { "tier": 2 } }', { targetingKey: 'a', plan: { tier: 2 } }],
    ['', {}],
  ])('%j is read as a context', (typed, context) => {
    expect(readContext(typed)).toEqual({ context })
  })
  it.each(['{', '{ "targetingKey": 5 }', 'user-42 user-43'])('%j is refused with what is wrong', (typed) => {
    expect(readContext(typed)).toEqual({ problem: expect.any(String) })
  })

  it.each([
    'user-42',
    'bob@example.com email=bob@example.com',
    'user-42 country=NO age=31 beta=true',
    'room="5" city="New York"',
    '{"targetingKey":"a b"}',
    '{"plan":{"tier":2}}',
    '{"a b":1}',
    '',
  ])('%j is written as it was typed', (typed) => {
    const read = readContext(typed)
    expect('context' in read && writeContext(read.context)).toBe(typed)
  })

  it('comes back from what is written', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), fc.option(fc.string(), { nil: undefined }), (attributes, key) => {
        const context = { ...attributes, ...(key === undefined ? {} : { targetingKey: key }) }
        fc.pre(key !== undefined || !('targetingKey' in attributes))
        expect(readContext(writeContext(context))).toEqual({ context })
      }),
    )
  })
})
