/** A SemVer 2.0 version for the reference evaluators: core numbers and prerelease identifiers. The build is dropped. */
export type SemVer = { core: number[]; pre: string[] }

const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)'
const tail = `(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`
const number = '(0|[1-9]\\d*)'
const full = new RegExp(`^${number}\\.${number}\\.${number}${tail}`)

export const parseSemVer = (text: string): SemVer | null => {
  const match = full.exec(text)
  return match && { core: [match[1], match[2], match[3]].map(Number), pre: match[4]?.split('.') ?? [] }
}

/**
 * Parses a version like npm's `semver`: surrounding whitespace and a leading `v` are allowed, at most 256 characters,
 * and only safe integers.
 */
export const parseNodeSemVer = (text: string): SemVer | null => {
  const version = text.length > 256 ? null : parseSemVer(text.trim().replace(/^v/, ''))
  return version?.core.every(Number.isSafeInteger) === true ? version : null
}

const compareIdentifiers = (a: string, b: string): number => {
  const [aNumeric, bNumeric] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (aNumeric && bNumeric) return Number(a) - Number(b)
  if (aNumeric !== bNumeric) return aNumeric ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** Precedence by SemVer 2.0, section 11: negative, zero or positive. */
export const compareSemVer = (a: SemVer, b: SemVer): number => {
  for (let i = 0; i < 3; i += 1) {
    const difference = (a.core[i] ?? 0) - (b.core[i] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length
  for (let i = 0; i < Math.min(a.pre.length, b.pre.length); i += 1) {
    const difference = compareIdentifiers(a.pre[i] ?? '', b.pre[i] ?? '')
    if (difference !== 0) return difference
  }
  return a.pre.length - b.pre.length
}
