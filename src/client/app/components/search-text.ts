/** A search parameter as text, or nothing when the address holds something else there. Numbers in an address are text too. */
export const searchText = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A search parameter as a whole number from 0, or nothing. */
export const searchNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined

/** A check of search parameters that are all text: it keeps the ones named, and drops the rest. */
export const searchTexts =
  <Name extends string>(...names: Name[]) =>
  (search: Record<string, unknown>): { [name in Name]?: string | undefined } => {
    const kept: { [name in Name]?: string | undefined } = {}
    for (const name of names) kept[name] = searchText(search[name])
    return kept
  }
