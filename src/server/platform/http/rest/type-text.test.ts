import { expect, it } from 'vitest'
import type { JsonSchema } from './document-schemas.ts'
import { escaped, typeText } from './type-text.ts'

const text = { type: 'string' }
const either = { anyOf: [text, { type: 'null' }] }

it.each<[schema: JsonSchema, said: string]>([
  [text, 'string'],
  [{ type: 'integer' }, 'number'],
  [{ type: 'number' }, 'number'],
  [{}, 'any JSON'],
  [{ type: ['string', 'null'] }, 'any JSON'],
  [{ $ref: '#/x/Flag' }, '<a href="#schema-Flag">Flag</a>'],
  [{ enum: ['a', '<b>', null] }, '&quot;a&quot; | &quot;&lt;b&gt;&quot; | null'],
  [{ const: false }, 'false'],
  [{ const: undefined }, 'any JSON'],
  [either, 'string | null'],
  [{ oneOf: [text, { type: 'integer' }] }, 'string | number'],
  [{ allOf: [text, { $ref: '#/x/Flag' }] }, 'string &amp; <a href="#schema-Flag">Flag</a>'],
  [{ type: 'array', items: text }, 'string[]'],
  [{ type: 'array', items: either }, '(string | null)[]'],
  [{ type: 'array' }, 'any JSON[]'],
  [{ type: 'array', prefixItems: [text, either] }, '[string, string | null]'],
  [{ type: 'object' }, '{}'],
  [{ type: 'object', additionalProperties: false }, '{}'],
  [{ type: 'object', additionalProperties: text }, '{\n  [name: string]: string\n}'],
  [
    { type: 'object', required: ['a'], properties: { a: text, 'b&c': { type: 'object', properties: { d: text } } } },
    '{\n  a: string\n  b&amp;c?: {\n    d?: string\n  }\n}',
  ],
])('%j is written as TypeScript would', (schema, said) => {
  expect(typeText(schema)).toBe(said)
})

it('a text is the same as HTML has it', () => {
  expect(escaped('a & "b" <c>')).toBe('a &amp; &quot;b&quot; &lt;c&gt;')
})
