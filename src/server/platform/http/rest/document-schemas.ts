import { z } from 'zod'
import { namedSchemas } from './named-schemas.ts'
import type { Operation } from './operations.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }
export type Schemas = Record<string, JsonSchema>

/** The schemas of the OpenAPI document by name. */
export type DocumentSchemas = {
  /** Returns the reference to an operation's input or output schema. */
  readonly refTo: (operation: Operation, side: 'input' | 'output') => JsonSchema
  readonly schemas: Schemas
}

const prefix = '#/components/schemas/'
const upper = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Converts all inputs and outputs to JSON Schema. Schemas with a name in the code are defined once and referenced. */
export function documentSchemas(operations: readonly Operation[]): DocumentSchemas {
  const registry = z.registry<{ id: string }>()
  const idOf = (schema: z.ZodType, id: string): string => {
    if (!registry.has(schema)) registry.add(schema, { id })
    return registry.get(schema)?.id ?? id
  }
  for (const [name, schema] of namedSchemas) idOf(schema, name)
  const own = ({ noun, verb }: Operation, end: string) => `${upper(noun)}${upper(verb)}${end}`
  const inputs = new Map<string, string>()
  const outputs = new Map<string, string>()
  for (const operation of operations) {
    if (operation.input) inputs.set(operation.name, idOf(operation.input, own(operation, 'Input')))
    outputs.set(operation.name, idOf(operation.output, own(operation, 'Output')))
  }
  const written = (io: 'input' | 'output'): Schemas => {
    // Converted as one schema, so that shared parts are converted once and referenced by name.
    const all = z.object(Object.fromEntries(operations.flatMap(({ name, [io]: one }) => (one ? [[name, one]] : []))))
    return plain(z.toJSONSchema(all, { io, metadata: registry, unrepresentable: 'any' }).$defs ?? {})
  }
  const taken = written('input')
  const answered = written('output')
  // A field with a default is optional in inputs and present in outputs. Such schemas get two names.
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

/** Normalizes definitions: removes their ids and rewrites references to the document's location. */
function plain(definitions: Record<string, object>): Schemas {
  const entries = Object.entries(definitions).map(([id, definition]) => {
    // A recursive schema without a name in the code would get another generated name in each conversion.
    if (id.startsWith('__'))
      throw new TypeError(`a schema that refers to itself has no name: ${JSON.stringify(definition)}`)
    const { id: _, ...schema } = definition as JsonSchema // JSON Schema is an object of keywords
    return [id, pointed(schema, '#/$defs/', (name) => name)] as const
  })
  return Object.fromEntries(entries)
}

/** The names of the schemas that a schema references. */
export const refsIn = (schema: JsonSchema): string[] =>
  [...JSON.stringify(schema).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, id = '']) => id)

/** The given schemas and everything they reference. */
function reached(from: Iterable<string>, schemas: Schemas): Set<string> {
  const found = new Set(from)
  for (const id of found) for (const next of refsIn(schemas[id] ?? {})) found.add(next)
  return found
}

/** Names whose input schema differs from the output schema, directly or through references. */
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

/** Copies a schema with rewritten references. */
const pointed = (schema: JsonSchema, from: string, nameOf: (id: string) => string): JsonSchema =>
  // Safe cast: parsing serialized JSON restores its type.
  JSON.parse(JSON.stringify(schema), (keyword, value: unknown) =>
    keyword === '$ref' && typeof value === 'string' && value.startsWith(from)
      ? `${prefix}${nameOf(value.slice(from.length))}`
      : value,
  ) as JsonSchema
