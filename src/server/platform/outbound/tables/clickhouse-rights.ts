/** Privileges that cannot change anything. */
const reading = /^(?:select|show\b.*|dictget.*|usage|none)$/i

/** Returns what grants allow besides reading, as phrases. The input is the lines of `show grants final`. */
export const writeGrantsIn = (grants: readonly string[]): string[] => {
  const rights = grants.flatMap((line) => {
    const parts = /^grant (.+) on (\S+) to /i.exec(line)
    // Grants of roles are skipped: the role's own privileges are listed separately.
    if (parts === null) return []
    const [, names = '', place = ''] = parts
    const writing = names
      .replaceAll(/\([^)]*\)/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => !reading.test(name))
    const gives = /with grant option\s*$/i.test(line) ? [`give its rights on ${place} to others`] : []
    return [...writing.map((name) => `${name.toLowerCase()} on ${place}`), ...gives]
  })
  return [...new Set(rights)]
}
