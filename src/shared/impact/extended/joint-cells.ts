import { numberReader, orderOf, relation } from '../../engine/extended/number.ts'
import { folder } from '../../engine/extended/text.ts'
import { versions } from '../../engine/extended/version.ts'
import type { ComparableVersion } from '../../engine/optional-module.ts'
import type { ExtendedTest } from '../../schemas/condition.ts'
import type { ExtendedPoint } from '../../schemas/extended-point.ts'
import { numbersBetween } from '../cells/double.ts'
import { cellsFrom } from '../cells/variable.ts'
import { grouped } from '../grouped.ts'

/** Cells that several variables of one reading may be in together. */
export interface JointCells {
  /** Which of the other variables of the reading, in ascending order. */
  readonly at: readonly number[]
  /** The cells of each variable, in the same order. */
  readonly rows: readonly (readonly ReadonlySet<number>[])[]
}

interface PlacedTest {
  readonly at: number
  readonly test: ExtendedTest
}

type TestOf<Op extends ExtendedTest['op']> = Extract<ExtendedTest, { op: Op }>

/** Groups of more values are left as they are: every row is looked at. */
const mostRows = 200
const invalid = 2

const distinct = (rows: readonly (readonly number[])[]): readonly (readonly number[])[] => [
  ...new Map(rows.map((row) => [row.join(), row])).values(),
]

/** Tests of the same text: it is one of those that are named, or none. */
const ofTexts = (tests: readonly TestOf<'in.text'>[]): (readonly number[])[] => {
  const alike = folder(tests[0]?.fold)
  const wanted = tests.map(({ values }) => new Set(values.map(alike)))
  const named = new Set(wanted.flatMap((values) => [...values]))
  return [
    ...[...named].map((text) => wanted.map((values) => (values.has(text) ? 1 : 0))),
    wanted.map(() => 0),
    wanted.map(() => invalid),
  ]
}

/** Tests of the same number: it is a limit, or lies between two, or is no number. */
const ofNumbers = (tests: readonly TestOf<'num.rel'>[]): (readonly number[])[] => {
  const limits = tests.map(({ values, num }) => values.map(numberReader(num)).filter((one) => one !== undefined))
  const points = [...new Set(limits.flat())].filter(Number.isFinite).sort((a, b) => a - b)
  const numbers = [
    ...[...points, Infinity, -Infinity, Number.NaN],
    ...[undefined, ...points].flatMap((low, index) => numbersBetween(low, points[index])),
  ]
  const rowOf = (number: number) =>
    tests.map(({ rel }, test) => (limits[test]?.some((limit) => relation(rel)(orderOf(number, limit))) ? 1 : 0))
  return [...numbers.map(rowOf), tests.map(() => invalid)]
}

/** Tests of the same version: it is a limit, or lies between two, which may be nowhere. */
const ofVersions = (tests: readonly TestOf<'semver.rel'>[]): (readonly number[])[] => {
  const limits = tests.map(({ values, valSemver }) => values.map((value) => versions(valSemver, value)))
  const points: ComparableVersion[] = []
  for (const limit of limits.flat())
    if (limit !== undefined && !points.some((one) => one.compare(limit) === 0)) points.push(limit)
  points.sort((a, b) => a.compare(b))
  /** The verdicts at twice the index of a limit and one more, or in the gaps beside it. */
  const rowOf = (place: number) =>
    tests.map(({ rel, valInvalid = 'false' }, test) => {
      const own = limits[test] ?? []
      if (valInvalid !== 'false' && own.includes(undefined)) return 3
      const isMet = (limit: ComparableVersion | undefined): boolean => {
        if (limit === undefined) return false
        const index = points.findIndex((one) => one.compare(limit) === 0)
        return relation(rel)(place - (2 * index + 1))
      }
      return own.some(isMet) ? 1 : 0
    })
  return [...Array.from({ length: 2 * points.length + 1 }, (_, place) => rowOf(place)), tests.map(() => invalid)]
}

/** Tests that look at the same text, number or version of a value have the same name. */
const readerName = (test: ExtendedTest): string | null => {
  if (test.op === 'in.text') return `text ${test.str} ${test.fold ?? 'none'}`
  if (test.op === 'num.rel') return `number ${test.num}`
  if (test.op === 'semver.rel' && test.quirk === undefined) return `version ${test.semver} ${test.valSemver}`
  return null
}

const rowsOf = (tests: readonly ExtendedTest[]): (readonly number[])[] => {
  const texts = tests.filter((test) => test.op === 'in.text')
  if (texts.length > 0) return ofTexts(texts)
  const numbers = tests.filter((test) => test.op === 'num.rel')
  return numbers.length > 0 ? ofNumbers(numbers) : ofVersions(tests.filter((test) => test.op === 'semver.rel'))
}

/** What tests of one reading may say together: a value that is one text is no other, and a small number is not large. */
const jointVerdicts = (placed: readonly PlacedTest[]): JointCells[] =>
  grouped(
    placed.filter(({ test }) => readerName(test) !== null),
    ({ test }) => readerName(test),
  ).flatMap((group) => {
    const values = group.reduce((sum, { test }) => sum + ('values' in test ? test.values.length : 1), 0)
    if (group.length < 2 || values > mostRows) return []
    const rows = distinct(rowsOf(group.map(({ test }) => test)))
    return [{ at: group.map(({ at }) => at), rows: rows.map((row) => row.map((cell) => new Set([cell]))) }]
  })

interface PlacedLine {
  readonly at: number
  readonly point: ExtendedPoint
  readonly size: number
}

/** How the value of a reading becomes a unit, whatever else is hashed with it. */
const unitName = ({ unit }: ExtendedPoint): string =>
  JSON.stringify(
    unit.parts.flatMap((part) => {
      if (!('attribute' in part)) return []
      const { presence, str, optional, orElse } = part
      return [[presence, str, optional, orElse]]
    }),
  )

/** Lines that make the same unit of a value: it has a place on all of them, or on none. */
const jointPlaces = (placed: readonly PlacedLine[]): JointCells[] =>
  grouped(
    placed.filter(({ point }) => point.noUnit !== 'zero'),
    ({ point }) => unitName(point),
  ).flatMap((group) => {
    if (group.length < 2) return []
    const rows = [group.map(() => new Set([0])), group.map(({ size }) => cellsFrom(1, size))]
    return [{ at: group.map(({ at }) => at), rows }]
  })

/** What tests and lines of one reading may come to together. `at`: the variable of each test that has one. */
export const jointCells = (
  tests: ReadonlyMap<string, ExtendedTest>,
  at: ReadonlyMap<string, number>,
  lines: {
    readonly places: ReadonlyMap<string, { readonly point: ExtendedPoint }>
    readonly placed: ReadonlyMap<string, { readonly at: number }>
    readonly sizeOf: (at: number) => number
  },
): JointCells[] => [
  ...jointVerdicts(
    [...at].flatMap(([name, place]) => {
      const test = tests.get(name)
      return test === undefined ? [] : [{ at: place, test }]
    }),
  ),
  ...jointPlaces(
    [...lines.placed].flatMap(([name, { at: place }]) => {
      const point = lines.places.get(name)?.point
      return point === undefined ? [] : [{ at: place, point, size: lines.sizeOf(place) }]
    }),
  ),
]
