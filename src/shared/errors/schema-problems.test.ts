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

  it('says what would be right of a format, in the words of the schema where it has any', () => {
    const formats = z.strictObject({
      at: z.iso.datetime(),
      id: z.uuid(),
      from: z.string().regex(/^a/),
      url: z.url({ error: 'enter an address such as https://prometheus.example.com' }),
    })
    const input = { at: 'now', id: '1', from: 'b', url: 'x' }
    const { error } = formats.safeParse(input)
    expect(error && schemaProblems(error, input).map(({ expected }) => expected)).toEqual([
      'an instant in UTC such as 2026-11-23T12:00:00.000Z',
      'a UUID such as 0f8fad5b-d9cb-469f-a165-70867728950e',
      'Invalid string: must match pattern /^a/',
      'enter an address such as https://prometheus.example.com',
    ])
  })
})
