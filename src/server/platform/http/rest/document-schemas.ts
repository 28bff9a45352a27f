import { z } from 'zod'
import { named } from './named-schemas.ts'
import type { Operation } from './operations.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }
export type Schemas = Record<string, JsonSchema>

/** What every schema of the document is called, and the document's schemas by these names. */
export type DocumentSchemas = {
  /** The reference to what an operation takes or answers. */
  readonly refTo: (operation: Operation, side: 'input' | 'output') => JsonSchema
  readonly schemas: Schemas
}

const prefix = '#/components/schemas/'
const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** JSON Schema of everything the operations take and answer; what is named in the code is said once, and referred to. */
export function documentSchemas(operations: readonly Operation[]): DocumentSchemas {
  const registry = z.registry<{ id: string }>()
  const idOf = (schema: z.ZodType, id: string): string => {
    if (!registry.has(schema)) registry.add(schema, { id })
    return registry.get(schema)?.id ?? id
  }
  for (const [name, schema] of named) idOf(schema, name)
  const own = ({ noun, verb }: Operation, end: string) => `${upper(noun)}${upper(verb)}${end}`
  const inputs = new Map<string, string>()
  const outputs = new Map<string, string>()
  for (const operation of operations) {
    if (operation.input) inputs.set(operation.name, idOf(operation.input, own(operation, 'Input')))
    outputs.set(operation.name, idOf(operation.output, own(operation, 'Output')))
  }
  const written = (io: 'input' | 'output'): Schemas => {
    // all within one, so that each is looked at once and referred to by its name
    const all = z.object(Object.fromEntries(operations.flatMap(({ name, [io]: one }) => (one ? [[name, one]] : []))))
    return plain(z.toJSONSchema(all, { io, metadata: registry, unrepresentable: 'any' }).$defs ?? {})
  }
  const taken = written('input')
  const answered = written('output')
  // a field with a default may be left out by who asks, and is always answered: such a schema has two names
  const differ = differing(taken, answered)
  const given = reached(outputs.values(), answered)
  const takenName = (id: string) => (differ.has(id) && given.has(id) ? `${id}Given` : id)
  const schemas: Schemas = {}
  for (const id of given) schemas[id] = answered[id] ?? {}
  for (const id of reached(inputs.values(), taken)) schemas[takenName(id)] = pointed(taken[id] ?? {}, prefix, takenName)
  return {
    schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    refTo: ({ name }, side) =>
      side === 'output'
        ? { $ref: `${prefix}${outputs.get(name)}` }
        : { $ref: `${prefix}${takenName(inputs.get(name) ?? '')}` },
  }
}

/** Definitions as the document has them: without their names in them, and referred to where they stand there. */
function plain(definitions: Record<string, object>): Schemas {
  const entries = Object.entries(definitions).map(([id, definition]) => {
    // a schema that refers to itself and has no name in the code would be called another way in each call
    if (id.startsWith('__'))
      throw new TypeError(`a schema that refers to itself has no name: ${JSON.stringify(definition)}`)
    const { id: _, ...schema } = definition as JsonSchema // JSON Schema is an object of keywords
    return [id, pointed(schema, '#/$defs/', (name) => name)] as const
  })
  return Object.fromEntries(entries)
}

/** The schemas that one refers to. */
export const refsIn = (schema: JsonSchema): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, id = '']) => id)

/** Those that are needed, and those that they need. */
function reached(from: Iterable<string>, schemas: Schemas): Set<string> {
  const found = new Set(from)
  for (const id of found) for (const next of refsIn(schemas[id] ?? {})) found.add(next)
  return found
}

/** The names under which something else is asked than is answered, here or in what they refer to. */
function differing(taken: Schemas, answered: Schemas): Set<string> {
  const refs = Object.entries(taken).map(([id, schema]) => [id, refsIn(schema)] as const)
  const found = new Set(Object.keys(taken).filter((id) => JSON.stringify(taken[id]) !== JSON.stringify(answered[id])))
  let before = -1
  while (before !== found.size) {
    before = found.size
    for (const [id, to] of refs) if (to.some((one) => found.has(one))) found.add(id)
  }
  return found
}

/** A schema whose references begin another way, or have other names. */
const pointed = (schema: JsonSchema, from: string, nameOf: (id: string) => string): JsonSchema =>
  // what was written as JSON is read as what it was
  JSON.parse(JSON.stringify(schema), (keyword, value: unknown) =>
    keyword === '$ref' && typeof value === 'string' && value.startsWith(from)
      ? `${prefix}${nameOf(value.slice(from.length))}`
      : value,
  ) as JsonSchema
