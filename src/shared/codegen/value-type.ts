import type { Json } from '../schemas/keys.ts'

/**
 * The TypeScript type of several values: one type for all objects, one for all lists, and the other values. Lists are
 * merged, so that an empty list does not lose the item type of the others.
 */
export function valueType(values: readonly Json[]): string {
  const objects = values.filter(isObject)
  const lists = values.filter((value) => Array.isArray(value))
  const others = values.filter((value) => !isObject(value) && !Array.isArray(value))
  const types = new Set([
    ...(objects.length > 0 ? [objectType(objects)] : []),
    ...(lists.length > 0 ? [listType(lists.flat())] : []),
    ...others.map((value) => (value === null ? 'null' : typeof value)),
  ])
  return types.size === 0 ? 'never' : [...types].join(' | ')
}

type JsonObject = { [key: string]: Json }

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectType(objects: readonly JsonObject[]): string {
  const fields = [...new Set(objects.flatMap((object) => Object.keys(object)))].map((name) => {
    const having = objects.filter((object) => Object.hasOwn(object, name))
    const optional = having.length < objects.length ? '?' : ''
    return `${propertyName(name)}${optional}: ${valueType(having.map((object) => object[name] ?? null))}`
  })
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`
}

function listType(items: readonly Json[]): string {
  const item = valueType(items)
  if (item === 'never') return 'readonly unknown[]'
  return item.includes(' ') ? `readonly (${item})[]` : `readonly ${item}[]`
}

/** A property name for an object literal or type: bare if it is an identifier, otherwise quoted. */
export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))
