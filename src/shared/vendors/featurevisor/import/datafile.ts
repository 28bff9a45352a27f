import { type Fields, isFields, listed, maxCharacteristicFields } from '../../importing/assembly.ts'

/**
 * Converts a list of members to a record by key, as in schema 2. A member without a key gets its position as key, and
 * is reported later.
 */
const byKey = (members: unknown, shaped: (member: Fields) => unknown = (member) => member): unknown => {
  if (!Array.isArray(members)) return members
  return Object.fromEntries(
    (members as unknown[]).map((member, i): [string, unknown] =>
      isFields(member) && typeof member['key'] === 'string'
        ? [member['key'], shaped(member)]
        : [`entry ${i + 1}`, member],
    ),
  )
}

/** A variation of schema 1, whose variables are a list with overrides. */
const variationOf = (variation: Fields): unknown => {
  if (!Array.isArray(variation['variables'])) return variation
  const variables = listed(variation['variables'])
  const overridden = variables.filter(({ overrides }) => Array.isArray(overrides))
  return {
    ...variation,
    variables: Object.fromEntries(variables.map(({ key, value }) => [String(key), value])),
    variableOverrides: Object.fromEntries(overridden.map(({ key, overrides }) => [String(key), overrides])),
  }
}

/** A feature of schema 1, in which variations and variable schemas are lists. */
const featureOf = (feature: Fields): unknown => ({
  ...feature,
  ...(Array.isArray(feature['variations'])
    ? { variations: (feature['variations'] as unknown[]).map((one) => (isFields(one) ? variationOf(one) : one)) }
    : {}),
  ...(Array.isArray(feature['variablesSchema']) ? { variablesSchema: byKey(feature['variablesSchema']) } : {}),
})

/** Finds a built datafile, and converts schema 1 to the form of schema 2. Null if the value is not a datafile. */
export const datafileIn = (value: unknown): Fields | null => {
  if (!isFields(value)) return null
  const { features, segments } = value
  const told = 'schemaVersion' in value && 'revision' in value && (isFields(features) || Array.isArray(features))
  if (!told && maxCharacteristicFields(features, ['bucketBy', 'traffic']) === 0) return null
  if (!Array.isArray(features) && !Array.isArray(segments)) return value
  return { ...value, segments: byKey(segments ?? []), features: byKey(features, featureOf) }
}
