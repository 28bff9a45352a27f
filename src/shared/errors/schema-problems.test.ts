import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { schemaProblems } from './schema-problems.ts'

const schema = z.strictObject({
  name: z.string().max(3),
  size: z.int().min(1).optional(),
  shape: z.union([z.strictObject({ circle: z.number() }), z.strictObject({ square: z.number() }), z.literal('dot')]),
})
const problemsOf = (input: unknown) => {
  const { error } = schema.safeParse(input)
  return error === undefined ? [] : schemaProblems(error, input)
}

describe('schemaProblems', () => {
  it.each<[string, unknown, object]>([
    ['a missing field', { shape: 'dot' }, { path: ['name'], problem: 'is missing', expected: 'a string' }],
    ['a wrong type', { name: [], shape: 'dot' }, { problem: 'is a list', expected: 'a string' }],
    [
      'too much',
      { name: 'long', shape: 'dot' },
      { problem: 'has 4 characters', expected: 'at most 3 characters', tooMuch: true },
    ],
    ['too little', { name: 'a', size: 0, shape: 'dot' }, { problem: 'is 0', expected: 'at least 1' }],
    ['an unknown field', { name: 'a', shape: 'dot', x: 1 }, { path: [], problem: 'has unknown fields: x' }],
    [
      'the inside of the union member that was meant',
      { name: 'a', shape: { circle: 'x' } },
      { path: ['shape', 'circle'], problem: 'is "x"', expected: 'a finite number' },
    ],
    [
      'no union member at all',
      { name: 'a', shape: {} },
      { path: ['shape'], problem: 'is an object', expected: 'an object with circle; or an object with square; or dot' },
    ],
  ])('explains %s', (_, input, expected) => {
    expect(problemsOf(input)).toMatchObject([expected])
  })
})
