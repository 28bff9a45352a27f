import type { JsonSchema } from './document-schemas.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark)

/** Renders a schema as HTML in TypeScript syntax. Named types become links. */
export function typeText(schema: JsonSchema, indent = ''): string {
  const { $ref, enum: options, const: only, anyOf, oneOf, allOf, type } = schema
  if (typeof $ref === 'string') return link($ref)
  if (Array.isArray(options)) return options.map(literal).join(' | ')
  if ('const' in schema) return literal(only)
  const choices = anyOf ?? oneOf
  if (Array.isArray(choices)) return choices.map((one: JsonSchema) => typeText(one, indent)).join(' | ')
  if (Array.isArray(allOf)) return allOf.map((one: JsonSchema) => typeText(one, indent)).join(' &amp; ')
  if (type === 'array') return listText(schema, indent)
  if (type === 'object') return objectText(schema, indent)
  return typeof type === 'string' ? (type === 'integer' ? 'number' : type) : 'any JSON'
}

const link = (ref: string): string => {
  const name = ref.split('/').at(-1) ?? ''
  return `<a href="#schema-${name}">${name}</a>`
}

const literal = (value: unknown): string => escaped(JSON.stringify(value) ?? 'any JSON')

function listText({ items, prefixItems }: JsonSchema, indent: string): string {
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((one: JsonSchema) => typeText(one, indent)).join(', ')}]`
  const item = typeText((items ?? {}) as JsonSchema, indent) // items is a schema
  return item.includes(' | ') ? `(${item})[]` : `${item}[]`
}

function objectText({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  // `properties` is an object of schemas.
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, one]) =>
      `${inner}${escaped(name)}${(required as string[]).includes(name) ? '' : '?'}: ${typeText(one, inner)}`,
  )
  const others = additionalProperties as JsonSchema | boolean | undefined
  if (typeof others === 'object') fields.push(`${inner}[name: string]: ${typeText(others, inner)}`)
  return fields.length > 0 ? `{\n${fields.join('\n')}\n${indent}}` : '{}'
}
