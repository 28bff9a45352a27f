import { needed } from '../needed.ts'
import type { Profiles } from '../profile.ts'
import { dateReader } from './date.ts'
import { numberReader, orderOf, relation } from './number.ts'
import { quietly } from './quietly.ts'
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
  // The point of this test is to compare what TypeScript forbids to.
  const compare = jsRelations[rel] as (a: unknown, b: unknown) => boolean
  return (value) => quietly(() => compare(value, wanted)) ?? false
}

const parsed = (value: unknown): number | undefined => {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? undefined : number
}

export const phRel = ({ rel, value: wanted, unlike }: TestOf<'ph.rel'>): Ask => {
  const holds = relation(rel)
  const limit = parsed(wanted)
  return (value) => {
    const number = parsed(value)
    if (number !== undefined && limit !== undefined) return holds(orderOf(number, limit))
    const text = unlike === 'text' ? quietly(() => textOf(value)) : undefined
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

export const semverRel = (test: TestOf<'semver.rel'>, profiles: Profiles): Ask => {
  const parse = needed(profiles, 'versions')
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

/** The triple after the last one in a range: `~` keeps major and minor, `^` the first number that is not zero, `*` what is written. */
const endOf = (range: TestOf<'semver.range'>['range'], numbers: readonly number[]): number[] => {
  const [major = 0, minor = 0] = numbers
  if (range === 'tilde') return numbers.length < 2 ? [major + 1, 0, 0] : [major, minor + 1, 0]
  if (range === 'wildcard') return numbers.length < 2 ? [major + 1, 0, 0] : [major, minor + 1, 0]
  const patch = numbers[2] ?? 0
  return major > 0 ? [major + 1, 0, 0] : minor > 0 ? [0, minor + 1, 0] : [0, 0, patch + 1]
}

export const semverRange = ({ range, value: bound }: TestOf<'semver.range'>, profiles: Profiles): Ask => {
  const parse = needed(profiles, 'versions')
  const written =
    bound
      .trim()
      .replace(/^[v~^]*/i, '')
      .replace(/(?:\.?[*xX])+$/, '')
      .split(/[-+]/)[0] ?? ''
  const low = parse('tuple3', written)
  const high = parse('tuple3', endOf(range, written.split('.').map(Number)).join('.'))
  return (value) => {
    const version = parse('tuple3', value)
    if (version === undefined || low === undefined || high === undefined) return 'invalid'
    return version.compare(low) >= 0 && version.compare(high) < 0
  }
}

export const modulo = ({ divisor, remainder, num }: TestOf<'mod'>): Ask => {
  const read = numberReader(num)
  return (value) => {
    const number = read(value)
    return number === undefined ? 'invalid' : number % divisor === remainder
  }
}
