import { onlyOf, type Prepare } from './test.ts'

/*
 * Compares versions by the precedence of SemVer 2.0.0 (https://semver.org/#spec-item-11). A leading `v` is allowed, and
 * a missing minor or patch is 0. Numbers of any length compare exactly: by length, then as text.
 */
const grammar =
  /^v?(0|[1-9]\d*)(?:\.(0|[1-9]\d*))?(?:\.(0|[1-9]\d*))?(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/

/** Major, minor and patch as decimal texts, and the prerelease identifiers. */
export interface Version {
  readonly core: readonly [string, string, string]
  readonly pre: readonly string[]
}

export const parseVersion = (value: unknown): Version | undefined => {
  if (typeof value !== 'string' || value.length > 512) return undefined
  const parts = grammar.exec(value)
  if (parts === null) return undefined
  const [, major = '0', minor = '0', patch = '0', pre] = parts
  return { core: [major, minor, patch], pre: pre === undefined ? [] : pre.split('.') }
}

/** Compares decimal numbers without leading zeros: negative, zero or positive. */
const compareDecimals = (a: string, b: string): number =>
  a.length === b.length ? (a < b ? -1 : a > b ? 1 : 0) : a.length - b.length

const isDecimal = (text: string): boolean => /^\d+$/.test(text)

const compareIdentifiers = (a: string, b: string): number => {
  const [x, y] = [isDecimal(a), isDecimal(b)]
  if (x && y) return compareDecimals(a, b)
  if (x !== y) return x ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** Negative if `a` precedes `b`, zero if they have equal precedence. */
export const compareVersions = (a: Version, b: Version): number => {
  for (let i = 0; i < 3; i += 1) {
    const order = compareDecimals(a.core[i] ?? '0', b.core[i] ?? '0')
    if (order !== 0) return order
  }
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length
  for (let i = 0; i < Math.min(a.pre.length, b.pre.length); i += 1) {
    const order = compareIdentifiers(a.pre[i] ?? '', b.pre[i] ?? '')
    if (order !== 0) return order
  }
  return a.pre.length - b.pre.length
}

const against =
  (holds: (order: number) => boolean): Prepare =>
  (leaf) => {
    const wanted = onlyOf(leaf, parseVersion, 'semantic version, such as 1.4.0')
    return (value) => {
      const version = parseVersion(value)
      return version !== undefined && holds(compareVersions(version, wanted))
    }
  }

export const versionIs = against((order) => order === 0)
export const versionLessThan = against((order) => order < 0)
export const versionAtMost = against((order) => order <= 0)
export const versionGreaterThan = against((order) => order > 0)
export const versionAtLeast = against((order) => order >= 0)
