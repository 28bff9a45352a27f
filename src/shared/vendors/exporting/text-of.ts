import type { Json } from '../../schemas/keys.ts'

const texts = new WeakMap<object, string>()

/** JSON text of a piece, written once for as long as the piece lives. */
export const textOf = (json: Json): string => {
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  const known = texts.get(json) ?? JSON.stringify(json)
  texts.set(json, known)
  return known
}

/** A member of an object, as JSON. */
export const memberOf = (name: string, text: string): string => `${JSON.stringify(name)}:${text}`
