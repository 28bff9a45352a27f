import type { ComparableVersion } from '../optional-module.ts'

export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Any count of numbers between dots, parsed as in JavaScript. Everything after a dash is ignored. */
class NumberParts implements ComparableVersion {
  readonly parts: readonly number[]

  constructor(parts: readonly number[]) {
    this.parts = parts
  }

  /** The first differing pair decides. If a part before it is not a number, there is no order. */
  compare(other: ComparableVersion): number {
    if (!(other instanceof NumberParts)) return Number.NaN
    for (let at = 0; at < Math.max(this.parts.length, other.parts.length); at += 1) {
      const [a, b] = [this.parts[at] ?? 0, other.parts[at] ?? 0]
      if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN
      if (a !== b) return a < b ? -1 : 1
    }
    return 0
  }
}

export const numberParts = (text: string): ComparableVersion | undefined => {
  const [base = ''] = text.split('-')
  return base === '' ? undefined : new NumberParts(base.split('.').map(Number))
}

/** Three numbers of any length, possibly with leading zeros, and identifiers. Versions also differ by `build`. */
class Digits implements ComparableVersion {
  readonly core: readonly string[]
  readonly pre: readonly string[] | null
  readonly build: string | null

  constructor(core: readonly string[], pre: readonly string[] | null, build: string | null) {
    this.core = core
    this.pre = pre
    this.build = build
  }

  compare(other: ComparableVersion): number {
    if (!(other instanceof Digits)) return Number.NaN
    const order = compareDigits(this.core, other.core) || this.comparePre(other)
    return order === 0 && this.build !== other.build ? Number.NaN : order
  }

  comparePre({ pre }: Digits): number {
    if (this.pre === null || pre === null) return Number(this.pre === null) - Number(pre === null)
    return compareDigits(this.pre, pre) || this.pre.length - pre.length
  }
}

const compareDigits = (a: readonly string[], b: readonly string[]): number => {
  for (const [at, one] of a.slice(0, b.length).entries()) {
    const other = b[at] ?? ''
    const numeric = /^\d+$/.test(one) && /^\d+$/.test(other)
    const order = (numeric ? one.length - other.length : 0) || compareTexts(one, other)
    if (order !== 0) return order
  }
  return 0
}

export const digits = (text: string, build: boolean): ComparableVersion | undefined => {
  const plus = text.indexOf('+')
  const [rest, metadata] = plus === -1 ? [text, null] : [text.slice(0, plus), text.slice(plus + 1)]
  const dash = rest.indexOf('-')
  const core = (dash === -1 ? rest : rest.slice(0, dash)).split('.')
  const pre = dash === -1 ? null : rest.slice(dash + 1).split('.')
  if (metadata === '' || core.length !== 3 || !core.every((part) => /^\d+$/.test(part))) return undefined
  if (pre?.includes('') === true) return undefined
  return new Digits(core.map(noZeros), pre?.map(noZeros) ?? null, build ? metadata : null)
}

const noZeros = (part: string): string => (/^\d+$/.test(part) ? part.replace(/^0+(?=\d)/, '') : part)
