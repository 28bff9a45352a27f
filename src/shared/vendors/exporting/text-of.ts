import type { Json } from '../../schemas/keys.ts'

const texts = new WeakMap<object, string>()

/** The JSON text of a piece, cached while the piece is in memory. */
export const textOf = (json: Json): string => {
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  const known = texts.get(json) ?? JSON.stringify(json)
  texts.set(json, known)
  return known
}

export const memberOf = (name: string, text: string): string => `${JSON.stringify(name)}:${text}`
