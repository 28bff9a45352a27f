import type { OptionalModules } from '../optional-module.ts'
import { requireModule } from '../require-module.ts'
import { catchContextErrors } from './catch-context-errors.ts'
import { dateReader } from './date.ts'
import { numberReader, orderOf, relation } from './number.ts'
import type { Ask, TestOf } from './test.ts'
import { textOf } from './text.ts'

export const numRel = ({ rel, values, num }: TestOf<'num.rel'>): Ask => {
  const [read, holds] = [numberReader(num), relation(rel)]
  const wanted = values.map(read).filter((one) => one !== undefined)
  return (value) => {
    const number = read(value)
    return number === undefined ? 'invalid' : wanted.some((one) => holds(orderOf(number, one)))
  }
}

const jsRelations: Readonly<Record<TestOf<'js.rel'>['rel'], (a: never, b: never) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
}

export const jsRel = ({ rel, value: wanted }: TestOf<'js.rel'>): Ask => {
  // Cast: this test compares values that TypeScript does not allow to compare.
  const compare = jsRelations[rel] as (a: unknown, b: unknown) => boolean
  return (value) => catchContextErrors(() => compare(value, wanted)) ?? false
}

const plainNumber = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i

/** Parses a number, or a text that consists of one; may be infinite or NaN. */
const wholeNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !plainNumber.test(value)) return undefined
  if (/n/i.test(value)) return /nan/i.test(value) ? Number.NaN : value.startsWith('-') ? -Infinity : Infinity
  return Number(value)
}

/** Parses the number at the start of a text, if it is finite. */
const leadingNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'number' ? value : catchContextErrors(() => Number.parseFloat(String(value)))
  return Number.isFinite(number) ? number : undefined
}

export const phRel = ({ rel, value: wanted, unlike }: TestOf<'ph.rel'>): Ask => {
  const holds = relation(rel)
  const parsed = unlike === 'text' ? leadingNumber : wholeNumber
  const limit = parsed(wanted)
  return (value) => {
    const number = parsed(value)
    if (number !== undefined && limit !== undefined) return holds(orderOf(number, limit))
    const text = unlike === 'text' ? catchContextErrors(() => textOf(value)) : undefined
    return text === undefined ? 'invalid' : holds(orderOf(text, textOf(wanted)))
  }
}

const dateOrders: Readonly<Record<TestOf<'date.rel'>['rel'], (order: number) => boolean>> = {
  before: (order) => order < 0,
  after: (order) => order > 0,
  exact: (order) => order === 0,
}

export const dateRel = ({ rel, values, date, valDate }: TestOf<'date.rel'>): Ask => {
  const [read, readWanted, holds] = [dateReader(date), dateReader(valDate), dateOrders[rel]]
  return (value, nowMs) => {
    const instant = read(value, nowMs)
    if (instant === undefined) return 'invalid'
    return values.some((one) => {
      const limit = readWanted(one, nowMs)
      return limit !== undefined && holds(orderOf(instant, limit))
    })
  }
}

export const semverRel = (test: TestOf<'semver.rel'>, profiles: OptionalModules): Ask => {
  const parse = requireModule(profiles, 'versions')
  const holds = relation(test.rel)
  const given = test.quirk === 'oneOfAllValid' ? test.values.filter((value) => value !== '') : test.values
  const wanted = given.map((value) =>
    parse(test.valSemver, typeof value === 'string' && test.valSemver === 'semver2-trim' ? value.trim() : value),
  )
  const spoilt = test.quirk === 'oneOfAllValid' ? 'finalFalse' : (test.valInvalid ?? 'false')
  return (value) => {
    const version = parse(test.semver, value)
    if (version === undefined) return 'invalid'
    if (spoilt !== 'false' && wanted.includes(undefined)) return spoilt
    return wanted.some((one) => one !== undefined && holds(version.compare(one)))
  }
}

/**
 * Returns the exclusive upper bound of a range. `~` fixes major and minor, `^` the first nonzero number, and `*` the
 * numbers that are written.
 */
const endOf = (range: TestOf<'semver.range'>['range'], numbers: readonly number[]): number[] => {
  const [major = 0, minor = 0] = numbers
  if (range === 'tilde') return [major, minor + 1, 0]
  if (range === 'wildcard') return numbers.length < 2 ? [major + 1, 0, 0] : [major, minor + 1, 0]
  const patch = numbers[2] ?? 0
  return major > 0 ? [major + 1, 0, 0] : minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1]
}

const numericIdentifier = /^(?:0|[1-9]\d*)$/

/** Returns the bound without its wildcard; empty if no numbers remain. */
const written = (range: TestOf<'semver.range'>['range'], bound: string): string => {
  const bare = bound.trim().replace(/^v/i, '')
  if (range !== 'wildcard') return bare
  const kept = bare.replace(/\.\*$/, '').replace(/\*$/, '').split('.').slice(0, 2)
  return kept.every((part) => numericIdentifier.test(part)) ? kept.join('.') : ''
}

export const semverRange = (
  { range, value: bound, grammar }: TestOf<'semver.range'>,
  profiles: OptionalModules,
): Ask => {
  const parse = requireModule(profiles, 'versions')
  if (grammar === 'strict-build') return strictRange(range, bound, parse)
  const text = written(range, bound)
  const low = text === '' ? undefined : parse('tuple3', text)
  const numbers = (text.split(/[-+]/)[0] ?? '').split('.').map(Number)
  const high = parse('tuple3', endOf(range, numbers).join('.'))
  return (value) => {
    const version = parse('tuple3', value)
    if (version === undefined || low === undefined || high === undefined) return 'invalid'
    return version.compare(low) >= 0 && version.compare(high) < 0
  }
}

const noZeros = (part: string): string => (/^\d+$/.test(part) ? part.replace(/^0+(?=\d)/, '') : part)

/**
 * Tests ranges of strict versions. A prerelease is in a range only if the bound is a prerelease of the same numbers. A
 * wildcard may match everything.
 */
const strictRange = (
  range: TestOf<'semver.range'>['range'],
  bound: string,
  parse: NonNullable<OptionalModules['versions']>,
): Ask => {
  const bare = bound.replace(/^v/, '').trim()
  const parts = bare.split('.').map(noZeros)
  const wild = parts.findIndex((part) => /^[*xX]$/.test(part))
  const stars = wild >= 0 && parts.slice(wild).every((part) => /^[*xX]$/.test(part)) && parts.length <= 3
  const fixed = stars ? parts.slice(0, wild) : parts
  const open = range === 'wildcard' && stars
  const low = fixed.length === 0 ? parse('strict-build', '0.0.0') : parse('strict-build', open ? fixed.join('.') : bare)
  const numbers = fixed.slice(0, 3).map((part) => Number.parseInt(part, 10))
  const ends = open
    ? [[Number.POSITIVE_INFINITY], [(numbers[0] ?? 0) + 1, 0, 0], [numbers[0] ?? 0, (numbers[1] ?? 0) + 1, 0]][
        fixed.length
      ]
    : endOf(range === 'wildcard' ? 'caret' : range, [...numbers, 0, 0].slice(0, 3))
  const high = ends?.[0] === Number.POSITIVE_INFINITY ? null : parse('strict-build', (ends ?? []).join('.'))
  const core = (text: string) => parse('strict-build', text.split(/[-+]/)[0] ?? '')
  const lowCore = core(open ? fixed.join('.') || '0.0.0' : bare)
  return (value) => {
    const version = parse('strict-build', value)
    if (version === undefined || low === undefined || high === undefined || lowCore === undefined) return 'invalid'
    const own = core(typeof value === 'string' ? value.replace(/^v/, '').trim() : String(value))
    if (own === undefined) return 'invalid'
    // A prerelease sorts before its own numbers.
    const early = version.compare(own) < 0
    const near = own.compare(lowCore) === 0 && low.compare(lowCore) < 0
    if (early && !near) return false
    return version.compare(low) >= 0 && (high === null || own.compare(high) < 0)
  }
}

export const modulo = ({ divisor, remainder, num }: TestOf<'mod'>): Ask => {
  const read = numberReader(num)
  return (value) => {
    const number = read(value)
    return number === undefined ? 'invalid' : number % divisor === remainder
  }
}
