import type { Json } from '../../schemas/keys.ts'

/** One field that differs between two JSON objects, by its path. No `before`: it was added. No `after`: it was removed. */
export type FieldDifference = { path: string; before: string | null; after: string | null }

/** So many fields are named one by one; of more, the whole values say it better. */
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
 * What differs between two JSON objects, field by field. Null where one of them is none, where nothing differs but the order,
 * or where so much differs that the whole values say it better.
 */
export const jsonDifferences = (before: Json | undefined, after: Json | undefined): FieldDifference[] | null => {
  if (!isObject(before) || !isObject(after)) return null
  const found = walk(before, after, '')
  return found.length === 0 || found.length > most ? null : found
}
