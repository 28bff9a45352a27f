/**
 * Derives a key from a name: lower case without accents, other characters become dashes. `New checkout (EU)` becomes
 * `new-checkout-eu`. Empty if the name has no Latin letter or digit.
 */
export const keyFromName = (name: string, maxLength: number): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')

/** Suggests a name for a key: `express-pay-2` becomes `Express pay 2`. */
export const nameFromKey = (key: string): string => {
  const words = key.replace(/[._-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
