/** What a grant may be of, and nothing be changed by. */
const reading = /^(?:select|show\b.*|dictget.*|usage|none)$/i

/** What grants let their user do besides reading, each as a sentence ends; the lines are those of `show grants final`. */
export const writingIn = (grants: readonly string[]): string[] => {
  const rights = grants.flatMap((line) => {
    const parts = /^grant (.+) on (\S+) to /i.exec(line)
    // of a role: what it is granted is here, too
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
