/**
 * The identifier of each flag key in code: `checkout-v2` becomes `checkoutV2`. Keys with the same identifier, and keys
 * that start with a digit, keep their quoted key.
 */
export function flagNames(keys: readonly string[]): Map<string, string> {
  const names = keys.map((key) => [key, camelCase(key)] as const)
  const count = new Map<string, number>()
  for (const [, name] of names) count.set(name, (count.get(name) ?? 0) + 1)
  return new Map(names.map(([key, name]) => [key, count.get(name) === 1 && /^[A-Za-z]/.test(name) ? name : key]))
}

const camelCase = (key: string): string => {
  const [first = '', ...rest] = key.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const lower = first.charAt(0).toLowerCase() + first.slice(1)
  return lower + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
