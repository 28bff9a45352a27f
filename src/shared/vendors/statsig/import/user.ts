import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'

/** What SDKs make of a condition that names no field. */
const noField: AttributeRef = { firstOf: [], otherwise: null }

const spellings = (name: string): string[] => [...new Set([name, name.toLowerCase()])]

/**
 * A field of the user: of the user itself, or of what is custom or private, first as it is written, then in lower case. In
 * a context of ours all of them may stand at the top, and the targeting key is `userID`.
 */
export const userField = (field: string | null | undefined): AttributeRef => {
  if (field == null) return noField
  const places = [[], ['custom'], ['privateAttributes']].flatMap((place) =>
    spellings(field).map((name) => [...place, name]),
  )
  return { firstOf: field === 'userID' ? [['userID'], ['targetingKey'], ...places.slice(1)] : places }
}

/** The environment that the program runs in; the tier where the context does not say. */
export const environmentField = (field: string | null | undefined, tier: string | undefined): AttributeRef => {
  if (field == null) return noField
  const isTier = field.toLowerCase() === 'tier'
  return {
    firstOf: spellings(field).map((name) => ['statsigEnvironment', name]),
    ...(isTier && tier !== undefined ? { otherwise: tier } : {}),
  }
}

/** Names of ids are found however they are spelled; here as they are, in lower case, and as programs write the end. */
const idSpellings = (name: string): string[] => {
  const [, start] = /^(.+)id$/i.exec(name) ?? []
  const ends = start === undefined ? [] : ['ID', 'Id', 'id'].map((end) => `${start}${end}`)
  return [...new Set([...spellings(name), ...ends])]
}

/** The id that divides: the user's, or one of another kind. */
export const unitOf = (idType: string | null | undefined): AttributeRef => {
  if (idType == null || idType.toLowerCase() === 'userid') return { firstOf: [['userID'], ['targetingKey']] }
  const names = idSpellings(idType)
  return { firstOf: [...names.map((name) => ['customIDs', name]), ...names.map((name) => [name])] }
}

/** Whole numbers from 0 on: the first 64 bits of SHA-256 of a salt and the id, by modulo. Without an id the salt alone. */
export const pointOf = (salt: string, idType: string | null | undefined, mod: number): ExtendedPoint => ({
  unit: { parts: [{ literal: `${salt}.` }, { attribute: unitOf(idType), str: 'js', orElse: '' }] },
  hash: { algorithm: 'sha256-prefix' },
  norm: { kind: 'mod', mod },
})
