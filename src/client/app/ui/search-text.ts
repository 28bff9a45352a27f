/** A search parameter as text, or nothing when the address holds something else there. Numbers in an address are text too. */
export const searchText = (value: unknown): string | undefined => {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
