import type { Json } from '../../schemas/keys.ts'

/**
 * A field that differs between two JSON objects. If `before` is null, it was added. If `after` is null, it was removed.
 */
export type FieldDifference = { path: string; before: string | null; after: string | null }

/** The maximum number of differing fields to list. Beyond it, the whole values are easier to read. */
const most = 12

type Fields = { readonly [key: string]: Json }

const isObject = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: Json | undefined): string | null => (value === undefined ? null : JSON.stringify(value))

const fieldAt = (fields: Fields, key: string): Json | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined

const walk = (before: Fields, after: Fields, above: string): FieldDifference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [was, is] = [fieldAt(before, key), fieldAt(after, key)]
    const path = /^[\w-]+$/.test(key) ? `${above}${key}` : `${above}${JSON.stringify(key)}`
    if (isObject(was) && isObject(is)) return walk(was, is, `${path}.`)
    return shown(was) === shown(is) ? [] : [{ path, before: shown(was), after: shown(is) }]
  })

/**
 * The differences between two JSON objects, field by field. Null if one value is not an object, if only the order
 * differs, or if there are so many differences that the whole values are easier to read.
 */
export const jsonDifferences = (before: Json | undefined, after: Json | undefined): FieldDifference[] | null => {
  if (!isObject(before) || !isObject(after)) return null
  const found = walk(before, after, '')
  return found.length === 0 || found.length > most ? null : found
}
