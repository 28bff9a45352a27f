import type { JsonSchema, Schemas } from './document-schemas.ts'

/** How the text of a query parameter is parsed. Lists repeat the parameter for each item. */
type FieldKind = 'text' | 'number' | 'truth' | 'texts' | 'numbers'
export type QueryFields = Readonly<Record<string, FieldKind>>

const scalars: Readonly<Record<string, FieldKind>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'truth',
}

/** The fields of an input, if a query string can express all of them. Undefined if any is nested. */
export function queryFields(input: JsonSchema | undefined, schemas: Schemas): QueryFields | undefined {
  if (input === undefined) return {}
  const { properties } = resolveSchema(input, schemas)
  if (typeof properties !== 'object' || properties === null) return undefined
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, kindOf(field as JsonSchema, schemas)] as const,
  )
  return fields.some(([, kind]) => kind === undefined) ? undefined : (Object.fromEntries(fields) as QueryFields) // none is undefined
}

/** Follows the reference of a schema, if it has one. */
export const resolveSchema = (schema: JsonSchema, schemas: Schemas): JsonSchema => {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined
  return name === undefined ? schema : resolveSchema(schemas[name] ?? {}, schemas)
}

function kindOf(field: JsonSchema, schemas: Schemas): FieldKind | undefined {
  const { type, items, anyOf, enum: options } = resolveSchema(field, schemas)
  if (Array.isArray(anyOf)) return kindOfEither(anyOf as JsonSchema[], schemas)
  if (type === 'array') return listOf(kindOf((items ?? {}) as JsonSchema, schemas))
  return scalars[String(type)] ?? (Array.isArray(options) ? 'text' : undefined)
}

const listOf = (kind: FieldKind | undefined): FieldKind | undefined =>
  kind === 'text' ? 'texts' : kind === 'number' ? 'numbers' : undefined

/** A nullable field is omitted from the query to mean null. */
function kindOfEither(choices: readonly JsonSchema[], schemas: Schemas): FieldKind | undefined {
  const kinds = choices
    .filter((one) => resolveSchema(one, schemas)['type'] !== 'null')
    .map((one) => kindOf(one, schemas))
  return new Set(kinds).size === 1 ? kinds[0] : undefined
}

/** Parses a query into an input. A value that cannot be parsed stays text, so that the schema reports it. */
export function readQuery(fields: QueryFields, query: Readonly<Record<string, string | string[]>>): unknown {
  const given = Object.entries(query)
  const read = given.map(([name, value]) => [
    name,
    readField(Object.hasOwn(fields, name) ? fields[name] : 'text', value),
  ])
  return Object.fromEntries(read)
}

function readField(kind: FieldKind | undefined, value: string | string[]): unknown {
  if (kind === 'texts' || kind === 'numbers') {
    const values = [value].flat()
    return kind === 'texts' ? values : values.map(asNumber)
  }
  if (Array.isArray(value)) return value
  if (kind === 'number') return asNumber(value)
  return kind === 'truth' && (value === 'true' || value === 'false') ? value === 'true' : value
}

const asNumber = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
