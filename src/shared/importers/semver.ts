/** A version of SemVer 2.0 for the vendors' own formulas: core numbers and pre-release identifiers; the build is dropped. */
export type SemVer = { core: number[]; pre: string[] }

const identifier = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)'
const tail = `(?:-(${identifier}(?:\\.${identifier})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`
const number = '(0|[1-9]\\d*)'
const full = new RegExp(`^${number}\\.${number}\\.${number}${tail}`)
const partial = new RegExp(`^${number}(?:\\.${number})?(?:\\.${number})?${tail}`)

/** Reads a version, or null. In the `partial` grammar minor and patch may be left out. */
export const parseSemVer = (text: string, grammar: 'full' | 'partial'): SemVer | null => {
  const match = (grammar === 'full' ? full : partial).exec(text)
  if (match === null) return null
  return { core: [match[1], match[2] ?? '0', match[3] ?? '0'].map(Number), pre: match[4]?.split('.') ?? [] }
}

const compareIdentifiers = (a: string, b: string): number => {
  const [aNumeric, bNumeric] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (aNumeric && bNumeric) return Number(a) - Number(b)
  if (aNumeric !== bNumeric) return aNumeric ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** Precedence by SemVer 2.0 §11: negative, zero or positive. */
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
