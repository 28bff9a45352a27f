import type { VersionProfile } from '../../schemas/extended-test.ts'
import { compareVersions, parseVersion, type Version } from '../operators/version.ts'
import type { ComparableVersion } from '../optional-module.ts'
import { catchContextErrors } from './catch-context-errors.ts'
import { stringifier, textOf } from './text.ts'
import { compareTexts, digits, numberParts } from './version-digits.ts'

/*
 * The version grammars of the extended model. The semver2 family and tuple3 compare by the precedence of SemVer 2.0.0,
 * padded strings as text, and compare-versions like the library of that name.
 */

class Semantic implements ComparableVersion {
  readonly version: Version

  constructor(version: Version) {
    this.version = version
  }

  compare(other: ComparableVersion): number {
    return other instanceof Semantic ? compareVersions(this.version, other.version) : Number.NaN
  }
}

/** As in npm's semver: numbers are JavaScript's, so a core beyond the safe integers is invalid. */
class Numeric implements ComparableVersion {
  readonly core: readonly number[]
  readonly pre: readonly (string | number)[]

  constructor({ core, pre }: Version) {
    this.core = core.map(Number)
    this.pre = pre.map((one) => (/^\d+$/.test(one) ? Number(one) : one))
  }

  compare(other: ComparableVersion): number {
    if (!(other instanceof Numeric)) return Number.NaN
    for (let at = 0; at < 3; at += 1) {
      const order = (this.core[at] ?? 0) - (other.core[at] ?? 0)
      if (order !== 0) return order
    }
    if (this.pre.length === 0 || other.pre.length === 0) return other.pre.length - this.pre.length
    for (let at = 0; at < Math.min(this.pre.length, other.pre.length); at += 1) {
      const order = compareParts(this.pre[at] ?? 0, other.pre[at] ?? 0)
      if (order !== 0) return order
    }
    return this.pre.length - other.pre.length
  }
}

const compareParts = (a: string | number, b: string | number): number => {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a === b ? 0 : a < b ? -1 : 1
}

class Padded implements ComparableVersion {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  compare(other: ComparableVersion): number {
    if (!(other instanceof Padded)) return Number.NaN
    return this.text === other.text ? 0 : this.text < other.text ? -1 : 1
  }
}

class Segmented implements ComparableVersion {
  readonly segments: readonly string[]
  readonly pre: string | undefined

  constructor(segments: readonly string[], pre: string | undefined) {
    this.segments = segments
    this.pre = pre
  }

  compare(other: ComparableVersion): number {
    if (!(other instanceof Segmented)) return Number.NaN
    const order = compareSegments(this.segments, other.segments)
    if (order !== 0) return order
    if (this.pre !== undefined && other.pre !== undefined) {
      return compareSegments(this.pre.split('.'), other.pre.split('.'))
    }
    return this.pre === other.pre ? 0 : this.pre === undefined ? 1 : -1
  }
}

const isWild = (segment: string) => segment === '*' || segment === 'x' || segment === 'X'

const compareSegments = (a: readonly string[], b: readonly string[]): number => {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [x, y] = [a[at] ?? '0', b[at] ?? '0']
    if (isWild(x) || isWild(y)) continue
    const [m, n] = [Number.parseInt(x, 10), Number.parseInt(y, 10)]
    const numbers = !Number.isNaN(m) && !Number.isNaN(n)
    const [p, q] = numbers ? [m, n] : [x, y]
    if (p !== q) return p < q ? -1 : 1
  }
  return 0
}

const full = /^v?\d+\.\d+\.\d+(?:[-+]|$)/
const segmented =
  /^[v^~<>=]*?(\d+)(?:\.([x*]|\d+)(?:\.([x*]|\d+)(?:\.([x*]|\d+))?(?:-([\da-z-]+(?:\.[\da-z-]+)*))?(?:\+[\da-z-]+(?:\.[\da-z-]+)*)?)?)?$/i

const semantic = (text: string, allowed: { v: boolean; partial: boolean }): ComparableVersion | undefined => {
  if (!allowed.v && text.startsWith('v')) return undefined
  if (!allowed.partial && !full.test(text)) return undefined
  const version = parseVersion(text)
  return version === undefined ? undefined : new Semantic(version)
}

const numeric = (text: string, { v = true, partial = false } = {}): ComparableVersion | undefined => {
  if (text.length > 256 || (!v && text.startsWith('v'))) return undefined
  const bare = text.trim()
  const parts = bare.split('.').length
  const whole = partial && /^\d+(?:\.\d+)?$/.test(text) ? `${bare}${'.0'.repeat(3 - parts)}` : bare
  const version = full.test(whole) ? parseVersion(whole) : undefined
  return version?.core.every((part) => Number.isSafeInteger(Number(part))) === true ? new Numeric(version) : undefined
}

/** Adds minor and patch if they are missing: `1-beta` becomes `1.0.0-beta`. */
const padded3 = (text: string): string =>
  text.replace(/^\d+(?:\.\d+){0,2}/, (core) => `${core}${'.0'.repeat(3 - core.split('.').length)}`)

const ofText =
  (parse: (text: string) => ComparableVersion | undefined) =>
  (value: unknown): ComparableVersion | undefined =>
    typeof value === 'string' && value.length <= 512 ? parse(value) : undefined

/** Pads numbers to five characters, and appends `~` to a release, so that text order is version order. */
const padded = (text: string): string => {
  const parts = text.replaceAll(/(^v|\+.*$)/g, '').split(/[-.]/)
  if (parts.length === 3) parts.push('~')
  return parts.map((part) => (/^\d+$/.test(part) ? part.padStart(5, ' ') : part)).join('-')
}

/** At most three numbers count; everything after them is ignored. */
const tuple = (text: string): ComparableVersion | undefined => {
  const bare = text.trim().replace(/^v/i, '')
  const base = bare.split('-')[0]?.split('+')[0] ?? ''
  if (base === '' || base.startsWith('.')) return undefined
  const [major = '', minor = '', patch = ''] = base.split('.')
  const core = [major || '0', minor || '0', patch || '0'] as const
  return core.every((part) => /^(?:0|[1-9]\d*)$/.test(part)) ? new Numeric({ core, pre: [] }) : undefined
}

/** A version whose build takes part in its order, after everything else. */
class VersionWithBuild implements ComparableVersion {
  readonly version: Version
  readonly build: readonly string[]

  constructor(version: Version, build: string) {
    this.version = version
    this.build = build.split('.')
  }

  compare(other: ComparableVersion): number {
    if (!(other instanceof VersionWithBuild)) return Number.NaN
    const order = compareVersions(this.version, other.version)
    return order === 0 ? compareBuilds(this.build, other.build) : order
  }
}

const compareBuilds = (a: readonly string[], b: readonly string[]): number => {
  for (const [at, own] of a.entries()) {
    const theirs = b[at]
    if (theirs === undefined) return 1
    const [numeric, theirsNumeric] = [/^\d*$/.test(own), /^\d*$/.test(theirs)]
    if (numeric !== theirsNumeric) return numeric ? -1 : 1
    const [x, y] = [own.replace(/^0+/, ''), theirs.replace(/^0+/, '')]
    const order = numeric
      ? x.length - y.length || compareTexts(x, y) || own.length - theirs.length
      : compareTexts(own, theirs)
    if (order !== 0) return order
  }
  return a.length - b.length
}

const largest = 18_446_744_073_709_551_615n

/** Parses strict versions leniently: removes a `v`, and fixes missing numbers and leading zeros. */
const strictBuild = (text: string): ComparableVersion | undefined => {
  const bare = text.replace(/^v/, '').trim()
  const at = bare.search(/[-+]/)
  const [core, rest] = at < 0 ? [bare, ''] : [bare.slice(0, at), bare.slice(at)]
  const numbers = core.split('.').map((part) => (/^\d+$/.test(part) ? part.replace(/^0+(?=\d)/, '') : part))
  const whole = [...numbers, '0', '0'].slice(0, Math.max(3, numbers.length)).join('.') + rest
  const version = full.test(whole) && !whole.startsWith('v') ? parseVersion(whole) : undefined
  if (version === undefined || version.core.some((part) => BigInt(part) > largest)) return undefined
  return new VersionWithBuild(version, rest.split('+')[1] ?? '')
}

/** Accepts numbers and other types, as their JSON text. */
const ofJson =
  (parse: (text: string) => ComparableVersion | undefined) =>
  (value: unknown): ComparableVersion | undefined => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return text === undefined || text.length > 512 ? undefined : parse(text)
  }

/** Accepts any value, as the text that JavaScript makes of it. */
const ofAny =
  (parse: (text: string) => ComparableVersion | undefined) =>
  (value: unknown): ComparableVersion | undefined => {
    const text = catchContextErrors(() => textOf(value))
    return text === undefined || text.length > 512 ? undefined : parse(text)
  }

/** Accepts texts, and lists, which are joined with commas; a list of one is its element. */
const ofListed =
  (parse: (text: string) => ComparableVersion | undefined) =>
  (value: unknown): ComparableVersion | undefined =>
    ofText(parse)(stringifier('listed')(value))

const parsers: Readonly<Record<VersionProfile, (value: unknown) => ComparableVersion | undefined>> = {
  semver2: ofText((text) => semantic(text, { v: true, partial: false })),
  'semver2-nov': ofText((text) => semantic(text, { v: false, partial: false })),
  'semver2-trim': ofText((text) => semantic(text.trim(), { v: true, partial: false })),
  'semver2-partial': ofText((text) => semantic(text, { v: false, partial: true })),
  'semver2-partial-v': ofText((text) => semantic(text.replace(/^V/, 'v'), { v: true, partial: true })),
  'padded-string': (value) =>
    new Padded(
      padded(typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : '0'),
    ),
  tuple3: ofAny(tuple),
  'number-parts': ofText(numberParts),
  digits: ofListed((text) => digits(text, false)),
  'digits-build': ofListed((text) => digits(text, true)),
  'strict-build': ofJson(strictBuild),
  'node-semver': ofText((text) => numeric(text)),
  'node-semver-nov': ofAny((text) => numeric(text, { v: false })),
  'node-semver-padded': ofText((text) => numeric(text, { v: false }) ?? numeric(padded3(text), { v: false })),
  'node-semver-partial': ofText((text) => numeric(text.replace(/^[vV]/, ''), { partial: true })),
  'compare-versions': ofText((text) => {
    const parts = segmented.exec(text)
    if (parts === null) return undefined
    return new Segmented(
      parts.slice(1, 5).filter((part) => part !== undefined),
      parts[5],
    )
  }),
}

/** Parses a version by a grammar; undefined if it is invalid. */
export const versions = (profile: VersionProfile, value: unknown): ComparableVersion | undefined =>
  parsers[profile](value)
