/**
 * Parses a search parameter as text. Numbers and booleans count as text. Undefined if it is empty or has another type.
 */
export const searchText = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Parses a search parameter as a non-negative integer. Undefined if it is not one. */
export const searchNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined

/** Creates a parser for text search parameters. It keeps the named ones and drops the rest. */
export const searchTexts =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [name in Name]?: string | undefined } => {
    const kept: { [name in Name]?: string | undefined } = {}
    for (const name of names) kept[name] = searchText(search[name])
    return kept
  }
