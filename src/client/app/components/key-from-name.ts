/**
 * A key for a name: lower case, accents dropped, everything else a dash. `New checkout (EU)` becomes `new-checkout-eu`.
 * Empty when the name has no letter or digit of the Latin alphabet.
 */
export const keyFromName = (name: string, maxLength: number): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')

/** A name to begin with for a key: `express-pay-2` becomes `Express pay 2`. */
export const nameFromKey = (key: string): string => {
  const words = key.replace(/[._-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
