import { expect, it } from 'vitest'
import { z } from 'zod'
import { documentSchemas, refsIn } from './document-schemas.ts'
import { namedSchemas } from './named-schemas.ts'
import type { Operation } from './operations.ts'

const anOperation = (verb: string, input: z.ZodType | undefined, output: z.ZodType): Operation => ({
  ...{ name: `things.${verb}`, noun: 'things', verb, type: 'query', who: 'someone', input, output },
})
const shared = z.object({ size: z.number().default(1) })
const inner = z.strictObject({ name: z.string() })
const { schemas, refTo } = documentSchemas([
  anOperation('list', undefined, z.object({ all: z.array(inner) })),
  anOperation('get', z.object({ of: inner }), inner),
  anOperation('make', z.object({ it: shared }), z.object({ it: shared })),
  anOperation('keep', shared, shared),
])
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

it('a schema is said once by its name, in order, and whatever is referred to is there', () => {
  expect(Object.keys(schemas)).toEqual(Object.keys(schemas).toSorted())
  for (const [name, schema] of Object.entries(schemas)) {
    expect(refsIn(schema).filter((one) => !(one in schemas))).toEqual([])
    expect(name).not.toMatch(/^__/)
    expect(schema).not.toHaveProperty('id')
    expect(JSON.stringify(schema)).not.toContain('#/$defs/')
  }
  // Schemas without references are omitted.
  const [first = ''] = namedSchemas.map(([name]) => name)
  expect(schemas).not.toHaveProperty(first)
})

it('what is asked and answered is called by its call, the first that has it', () => {
  const { get, list } = { get: { name: 'things.get' }, list: { name: 'things.list' } }
  const of = (one: { name: string }, side: 'input' | 'output') => refTo(one as Operation, side) // only its name is used
  expect(of(list, 'output')).toEqual(ref('ThingsListOutput'))
  expect(of(get, 'input')).toEqual(ref('ThingsGetInput'))
  expect(of(get, 'output')).toEqual(ref('ThingsGetOutput'))
  expect(schemas['ThingsGetInput']).toMatchObject({ properties: { of: ref('ThingsGetOutput') } })
  expect(schemas['ThingsListOutput']).toMatchObject({ properties: { all: { items: ref('ThingsGetOutput') } } })
})

it('what may be left out by who asks and is always answered has two names, and whoever refers to it, too', () => {
  const of = (verb: string, side: 'input' | 'output') => refTo({ name: `things.${verb}` } as Operation, side) // only its name is used
  expect(of('keep', 'input')).toEqual(ref('ThingsKeepInputGiven'))
  expect(of('keep', 'output')).toEqual(ref('ThingsKeepInput'))
  expect(schemas['ThingsKeepInputGiven']).not.toMatchObject({ required: ['size'] })
  expect(schemas['ThingsKeepInput']).toMatchObject({ required: ['size'] })
  expect(schemas['ThingsMakeInput']).toMatchObject({ properties: { it: ref('ThingsKeepInputGiven') } })
  expect(schemas['ThingsMakeOutput']).toMatchObject({ properties: { it: ref('ThingsKeepInput') } })
})

it('a schema that refers to itself must have a name in the code', () => {
  const nameless = z.object({
    get self() {
      return nameless.nullable()
    },
  })
  expect(() =>
    documentSchemas([anOperation('get', undefined, z.object({ nameless: z.union([nameless, z.null()]) }))]),
  ).toThrow('has no name')
})
