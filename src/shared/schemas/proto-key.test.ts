import { expect, it } from 'vitest'
import { z } from 'zod'
import { record } from './bounded.ts'
import { Json } from './keys.ts'

it.each([
  ['at the top', '{"__proto__":1}'],
  ['inside', '{"a":[{"b":{"__proto__":{"c":1}}}]}'],
  ['with null', '{"a":{"__proto__":null}}'],
  ['written otherwise', '{"a":{"\\u005f_proto__":1}}'],
])('a JSON value with a key __proto__ %s is refused by name', (_, text) => {
  const read = Json.safeParse(JSON.parse(text))
  expect(read.success).toBe(false)
  expect(JSON.stringify(read.error?.issues)).toContain('__proto__')
})

it('a record, and a strict object with one are refused by name', () => {
  const value: unknown = JSON.parse('{"__proto__":1}')
  for (const schema of [record(z.string(), z.unknown()), z.strictObject({})]) {
    const read = schema.safeParse(value)
    expect(read.success).toBe(false)
    expect(JSON.stringify(read.error?.issues)).toContain('__proto__')
  }
})
