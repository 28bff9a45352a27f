/** Names in the order in which they must be looked for: most browsers also claim to be those after them. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['macOS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** A user agent in words, such as `Firefox on Linux`; its first word where it is no browser we know. */
export const browserName = (userAgent: string): string => {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1] ?? (userAgent.split(/[\s/]/)[0] || 'Unknown')
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1]
  return system === undefined ? browser : `${browser} on ${system}`
}
