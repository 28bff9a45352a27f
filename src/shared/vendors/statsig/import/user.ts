import type { AttributeRef } from '../../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../../schemas/extended-point.ts'

/** What SDKs read for a condition without a field. */
const noField: AttributeRef = { firstOf: [], otherwise: null }

const spellings = (name: string): string[] => [...new Set([name, name.toLowerCase()])]

/**
 * A user field: of the user itself, `custom` or `privateAttributes`, first as written, then in lowercase. In Fanion
 * contexts all of them may be at the top level, and the targeting key is `userID`.
 */
export const userField = (field: string | null | undefined): AttributeRef => {
  if (field == null) return noField
  const places = [[], ['custom'], ['privateAttributes']].flatMap((place) =>
    spellings(field).map((name) => [...place, name]),
  )
  return { firstOf: field === 'userID' ? [['userID'], ['targetingKey'], ...places.slice(1)] : places }
}

/** A field of the application's environment. The tier has a default if the context contains none. */
export const environmentField = (field: string | null | undefined, tier: string | undefined): AttributeRef => {
  if (field == null) return noField
  const isTier = field.toLowerCase() === 'tier'
  return {
    firstOf: spellings(field).map((name) => ['statsigEnvironment', name]),
    ...(isTier && tier !== undefined ? { otherwise: tier } : {}),
  }
}

/**
 * SDKs find ids in any spelling. Covered here: as written, in lowercase, and with the common spellings of the ending.
 */
const idSpellings = (name: string): string[] => {
  const [, start] = /^(.+)id$/i.exec(name) ?? []
  const ends = start === undefined ? [] : ['ID', 'Id', 'id'].map((end) => `${start}${end}`)
  return [...new Set([...spellings(name), ...ends])]
}

/** The id to bucket by: the user's, or one of another kind. */
export const unitOf = (idType: string | null | undefined): AttributeRef => {
  if (idType == null || idType.toLowerCase() === 'userid') return { firstOf: [['userID'], ['targetingKey']] }
  const names = idSpellings(idType)
  return { firstOf: [...names.map((name) => ['customIDs', name]), ...names.map((name) => [name])] }
}

/**
 * Buckets from 0: the first 64 bits of SHA-256 of salt and id, modulo `mod`. Without an id, only the salt is hashed.
 */
export const pointOf = (salt: string, idType: string | null | undefined, mod: number): ExtendedPoint => ({
  unit: { parts: [{ literal: `${salt}.` }, { attribute: unitOf(idType), str: 'js', orElse: '' }] },
  hash: { algorithm: 'sha256-prefix' },
  norm: { kind: 'mod', mod },
})
