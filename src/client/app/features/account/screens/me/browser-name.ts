/** Browsers by user agent token. The order matters: most browsers also contain the tokens of those after them. */
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

/**
 * A user agent in readable form, such as `Firefox on Linux`. The first word of the user agent if the browser is
 * unknown.
 */
export const browserName = (userAgent: string): string => {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1] ?? (userAgent.split(/[\s/]/)[0] || 'Unknown')
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1]
  return system === undefined ? browser : `${browser} on ${system}`
}
