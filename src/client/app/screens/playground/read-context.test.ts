import { describe, expect, it } from 'vitest'
import { readContext } from './read-context.ts'

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
})
