import { describe, expect, it } from 'vitest'
import type { Json } from '../schemas/keys.ts'
import { compileSchema } from './json-schema.ts'

const violationsOf = (schema: Json, value: Json) => {
  const check = compileSchema(schema)
  return typeof check === 'function' ? check(value) : check
}

describe('compileSchema', () => {
  it('passes a value that meets the schema', () => {
    expect(violationsOf({ type: 'object', required: ['a'] }, { a: 1 })).toEqual([])
  })

  it('says where a value breaks the schema and what would be right', () => {
    expect(violationsOf({ items: { enum: ['x', 'y'] } }, ['x', 'z'])).toEqual([
      {
        path: [1],
        problem: "does not meet the flag's JSON Schema",
        expected: 'must be equal to one of the allowed values ["x","y"]',
      },
    ])
  })

  it('knows the keywords of draft 2020-12', () => {
    expect(violationsOf({ prefixItems: [{ type: 'number' }] }, ['x'])).toHaveLength(1)
  })

  it.each<[string, Json, string]>([
    ['what is no schema', 'x', 'is not a JSON Schema'],
    [
      'another draft',
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      'is not a usable JSON Schema: no schema with key or ref "http://json-schema.org/draft-07/schema#"',
    ],
    [
      'a reference outside of itself',
      { $ref: 'https://example.com/schema' },
      "is not a usable JSON Schema: can't resolve reference https://example.com/schema from id #",
    ],
    [
      'a pattern that is not safe',
      { pattern: '(a+)+$' },
      'is not a usable JSON Schema: the pattern "(a+)+$" backtracks: its time can double with every character of the text',
    ],
  ])('refuses %s', (_, schema, problem) => {
    expect(compileSchema(schema)).toMatchObject({ problem })
  })

  it('survives a schema that refers to itself without end', () => {
    expect(violationsOf({ $ref: '#' }, 1)).toMatchObject([{ expected: 'a schema that ends' }])
  })
})
