import type { FlagNote } from '../features/insights/schemas/insights.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { Json } from '../schemas/keys.ts'

const schema = 'https://raw.githubusercontent.com/open-feature/cli/main/schema/v0/flag-manifest.json'

/**
 * Generates a manifest for the OpenFeature CLI, which generates typed clients for many languages: the output of `fanion
 * pull --format openfeature`. The default of a flag is the value of its off variant. The output is deterministic.
 */
export function openFeatureManifest({ flags }: Pick<Datafile, 'flags'>, notes: readonly FlagNote[] = []): string {
  const descriptions = new Map(notes.map(({ flag, description }) => [flag, description]))
  const entries = Object.values(flags)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map((document) => [document.key, entryOf(document, descriptions.get(document.key) ?? '')] as const)
  return `${JSON.stringify({ $schema: schema, flags: Object.fromEntries(entries) }, null, 2)}\n`
}

const entryOf = ({ type, variants, offVariant }: FlagDocument, description: string) => {
  const values = Object.values(variants)
  const otherwise = (offVariant === null ? undefined : variants[offVariant]) ?? values.at(-1) ?? null
  return { flagType: typeOf(type, values), defaultValue: otherwise, ...(description !== '' && { description }) }
}

/** OpenFeature distinguishes integers from floats. A flag is an integer only if all its values are. */
const typeOf = (type: FlagDocument['type'], values: readonly Json[]): string =>
  type === 'number' ? (values.every(Number.isInteger) ? 'integer' : 'float') : type
