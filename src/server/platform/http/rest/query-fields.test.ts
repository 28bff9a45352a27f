import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from './document-schemas.ts'
import { queryFields, readQuery, resolveSchema } from './query-fields.ts'

const schemas = {
  Key: { type: 'string' },
  Alias: { $ref: '#/x/Key' },
  Input: { properties: { key: { $ref: '#/x/Alias' } } },
}
const fieldsOf = (properties: unknown) => queryFields({ properties }, schemas)
const kindOf = (schema: JsonSchema) => fieldsOf({ it: schema })?.['it']

describe('the fields of an input', () => {
  it.each<[schema: JsonSchema, kind: string | undefined]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'truth'],
    [{ enum: ['a', 'b'] }, 'text'],
    [{ $ref: '#/x/Key' }, 'text'],
    [{ $ref: '#/x/Alias' }, 'text'],
    [{ type: 'array', items: { type: 'string' } }, 'texts'],
    [{ type: 'array', items: { $ref: '#/x/Key' } }, 'texts'],
    [{ type: 'array', items: { type: 'integer' } }, 'numbers'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text'],
    [{ anyOf: [{ type: 'integer' }, { type: 'number' }] }, 'number'],
    [{ type: 'array', items: { type: 'boolean' } }, undefined],
    [{ type: 'array', items: { type: 'array', items: { type: 'string' } } }, undefined],
    [{ type: 'array' }, undefined],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, undefined],
    [{ anyOf: [{ type: 'null' }] }, undefined],
    [{ type: 'object' }, undefined],
    [{ $ref: '#/x/Missing' }, undefined],
    [{}, undefined],
  ])('of %j are read from an address as %s', (schema, kind) => {
    expect(kindOf(schema)).toBe(kind)
    // A field that a query string cannot express makes the whole input unsupported.
    expect(fieldsOf({ it: schema, other: { type: 'string' } })).toEqual(
      kind === undefined ? undefined : { it: kind, other: 'text' },
    )
  })

  it('are none where none is taken, and no fields where it is no object', () => {
    expect(queryFields(undefined, schemas)).toEqual({})
    expect(queryFields({ $ref: '#/x/Input' }, schemas)).toEqual({ key: 'text' })
    for (const properties of [undefined, null, 'x']) expect(fieldsOf(properties)).toBeUndefined()
    expect(resolveSchema({ $ref: '#/x/Alias' }, schemas)).toBe(schemas.Key)
  })
})

describe('what an address carries', () => {
  const fields = { name: 'text', count: 'number', on: 'truth', tags: 'texts', sizes: 'numbers' } as const

  it('is read as what was written, and as its schema takes it', () => {
    const given = fc.record({
      name: fc.string(),
      count: fc.oneof(
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => Number(one.toFixed(3)) + 0),
      ),
      on: fc.boolean(),
      tags: fc.array(fc.string(), { minLength: 1 }),
      sizes: fc.array(fc.integer(), { minLength: 1 }),
    })
    fc.assert(
      fc.property(given, (input) => {
        // A list with one item arrives as a string.
        const texts = (list: readonly unknown[]) => (list.length === 1 ? String(list[0]) : list.map(String))
        const { name, count, on, tags, sizes } = input
        fc.pre(!String(count).includes('e'))
        const query = { name, count: String(count), on: String(on), tags: texts(tags), sizes: texts(sizes) }
        expect(readQuery(fields, query)).toEqual(input)
      }),
    )
  })

  it('stays text where it is not what it should be, for the schema to refuse', () => {
    for (const count of ['', 'x', '1x', 'x1', '1.', '.5', '1e3', ' 1', '--1', 'Infinity'])
      expect(readQuery(fields, { count, sizes: [count, '7'] })).toEqual({ count, sizes: [count, 7] })
    for (const on of ['', 'yes', 'TRUE', 'constructor']) expect(readQuery(fields, { on })).toEqual({ on })
    for (const name of ['name', 'count', 'on'])
      expect(readQuery(fields, { [name]: ['1', 'true'] })).toEqual({ [name]: ['1', 'true'] })
    expect(readQuery(fields, { unknown: '1', constructor: '1' })).toEqual({ unknown: '1', constructor: '1' })
  })
})
