import {
  type ReadyBatch,
  type StoredExposureRow,
  sourcesByTrust,
  trustedVias,
  type Via,
  via,
} from '../../../src/server/platform/event-store/rows.ts'
import type {
  ArmQuantile,
  CohortPeople,
  CohortQuestion,
  CohortSums,
  ExposureQuery,
  FirstEventsQuestion,
  MeasuredPart,
  MeasuredTerm,
  PercentileQuestion,
  SourceTrust,
  ValuesQuestion,
} from '../../../src/server/platform/event-store/store.ts'
import type { EventSlice, SliceRow } from '../../../src/server/platform/event-store/warehouse-data-store.ts'
import { compileCondition } from '../../../src/shared/engine/condition.ts'
import { everyFamily } from '../../../src/shared/engine/operators/every-family.ts'
import { sumOf } from '../../../src/shared/statistics/moments.ts'
import { normalTailQuantile } from '../../../src/shared/statistics/special/normal.ts'
import { percentileOf, quantileOf } from '../samples.ts'

type Exposure = { run: number; unit: string; arm: number; atMs: number; via: number }
type Track = {
  place: number
  event: number
  unit: string
  unitBy: string | null
  atMs: number
  value: number | null
  properties: Record<string, unknown>
  via: number
}

const never = () => () => false
const scope = { salt: '', families: everyFamily, segment: never, flag: never, timed: () => undefined }
const robotEventsADay = 10_000

/**
 * A reference store, written for clarity: all rows are in two lists, and each query scans them from start to end.
 * Conditions use the engine.
 */
export class PlainStore {
  #exposures: Exposure[] = []
  #tracks: Track[] = []
  readonly #batches = new Set<string>()

  put(batches: readonly ReadyBatch[]): void {
    for (const { place, id, via: way, judged } of batches) {
      if (this.#batches.has(`${place} ${id}`)) continue
      this.#batches.add(`${place} ${id}`)
      for (const one of judged.tracks)
        this.#tracks.push({ ...one, place, via: way, properties: JSON.parse(one.properties ?? '{}') })
      this.putExposures(judged.exposures, way)
    }
  }

  putExposures(exposures: readonly StoredExposureRow[], way: number = via.source): void {
    for (const one of exposures) {
      const known = this.#exposures.find(({ run, unit }) => run === one.run && unit === one.unit)
      if (known === undefined) this.#exposures.push({ ...one, via: way })
      else {
        known.atMs = Math.min(known.atMs, one.atMs)
        if (sourcesByTrust.indexOf(way) < sourcesByTrust.indexOf(known.via)) known.via = way
      }
    }
  }

  replaceSlice({ place, event, unitBy, fromMs, toMs }: EventSlice, rows: readonly SliceRow[]): number {
    const before = this.#tracks.length
    const isReplaced = (row: Track) =>
      row.place === place && row.event === event && row.via === via.source && row.atMs >= fromMs && row.atMs < toMs
    const parsed = rows.map((row) => ({ ...row, properties: JSON.parse(row.properties ?? '{}') }))
    this.#tracks = [
      ...this.#tracks.filter((row) => !isReplaced(row)),
      ...parsed.map((row) => ({ ...row, place, event, unitBy, via: via.source })),
    ]
    return this.#tracks.length - before
  }

  forget(units: readonly string[]): void {
    this.#exposures = this.#exposures.filter(({ unit }) => !units.includes(unit))
    this.#tracks = this.#tracks.filter(({ unit }) => !units.includes(unit))
  }

  cohorts(question: CohortQuestion): CohortSums[] {
    const { grainMs, measure, window, beforeMs, cap, withoutRobots, toMs } = question
    const [over, under] =
      measure.kind === 'ratio'
        ? [measure.over, measure.under]
        : [{ ...measure.of, take: measure.kind === 'sum' ? ('sum' as const) : ('count' as const) }, undefined]
    const groups = this.#grouped(question, grainMs)
    return groups.map(({ cohort, arm, units }) => {
      const seen = units.map(({ unit, atMs }) => {
        const rows = (from: number, to: number, term: MeasuredTerm | undefined) =>
          term === undefined
            ? []
            : this.#events(question, unit, term).filter((row) => row.atMs >= from && row.atMs < to)
        const total = (from: number, to: number, term: MeasuredTerm | undefined) =>
          sumOf(rows(from, to, term).map(({ value }) => (term?.take === 'sum' ? counted(value ?? 0) : 1)))
        const [begin, end] = [atMs + window.fromMs, atMs + window.fromMs + window.lengthMs]
        const done = total(begin, end, over)
        const was = beforeMs === null ? 0 : total(atMs - beforeMs, atMs, over)
        const of = (count: number, first: number | undefined) => {
          if (measure.kind === 'proportion') return Number(count >= measure.atLeast)
          if (measure.kind === 'retention') return Number(count >= 1)
          if (measure.kind === 'time') return first === undefined ? 0 : end - first
          return count
        }
        const times = rows(begin, end, over).map((row) => row.atMs)
        const uncapped = of(done, times.length === 0 ? undefined : Math.min(...times))
        const before = measure.kind === 'time' ? 0 : of(was, undefined)
        const both = new Set([...rows(begin, end, over), ...rows(begin, end, under)])
        return {
          isRobot: withoutRobots && both.size > robotEventsADay * Math.max(1, Math.ceil(window.lengthMs / 86_400_000)),
          uncapped,
          y: cap === null ? uncapped : Math.min(uncapped, cap),
          d: total(begin, end, under),
          x: cap === null ? before : Math.min(before, cap),
          z: beforeMs === null ? 0 : total(atMs - beforeMs, atMs, under),
        }
      })
      const kept = seen.filter(({ isRobot }) => !isRobot)
      type Seen = (typeof kept)[number]
      const sum = (of: (one: Seen) => number) => sumOf(kept.map(of))
      const many = (of: (one: Seen) => boolean) => kept.filter(of).length
      return {
        cohort,
        endMs: grainMs === null ? toMs : cohort + grainMs,
        arm,
        n: kept.length,
        robots: seen.length - kept.length,
        withY: many(({ y }) => y !== 0),
        withD: many(({ d }) => d !== 0),
        capped: many(({ y, uncapped }) => y < uncapped),
        y: sum(({ y }) => y),
        yy: sum(({ y }) => y * y),
        uncappedY: sum(({ uncapped }) => uncapped),
        uncappedYy: sum(({ uncapped }) => uncapped * uncapped),
        d: sum(({ d }) => d),
        dd: sum(({ d }) => d * d),
        yd: sum(({ y, d }) => y * d),
        x: sum(({ x }) => x),
        xx: sum(({ x }) => x * x),
        xy: sum(({ x, y }) => x * y),
        z: sum(({ z }) => z),
        zz: sum(({ z }) => z * z),
        xz: sum(({ x, z }) => x * z),
        yz: sum(({ y, z }) => y * z),
        xd: sum(({ x, d }) => x * d),
        dz: sum(({ d, z }) => d * z),
      }
    })
  }

  people(question: Omit<ExposureQuery, 'exposuresBy'> & { grainMs: number | null }): CohortPeople[] {
    return this.#grouped({ ...question, exposuresBy: 'anyone' }, question.grainMs).map(({ cohort, arm, units }) => {
      const ways = (Object.keys(via) as Via[]).map(
        (way) => [way, units.filter((one) => one.via === via[way]).length] as const,
      )
      return { cohort, arm, n: units.length, crossed: 0, byVia: Object.fromEntries(ways.filter(([, n]) => n > 0)) }
    })
  }

  firstEvents(question: FirstEventsQuestion): { arm: number; n: number }[] {
    const { part, atLeast, window, sinceMs, untilMs } = question
    return this.#grouped({ ...question, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }, null).flatMap(({ arm, units }) => {
      const n = units.filter(({ unit, atMs }) => {
        const from = atMs + window.fromMs
        const to = window.lengthMs === null ? Infinity : from + window.lengthMs
        const rows = this.#events(question, unit, part).filter((row) => row.atMs >= from && row.atMs < to)
        return rows.filter((row) => row.atMs >= sinceMs && row.atMs <= untilMs).length >= atLeast
      }).length
      return n === 0 ? [] : [{ arm, n }]
    })
  }

  percentile({ place, unitBy, of, fromMs, toMs, eventsBy, q }: PercentileQuestion): {
    units: number
    value: number | null
  } {
    const totals = new Map<string, number[]>()
    const those = this.#tracks.filter(
      (row) => row.place === place && row.unitBy === unitBy && row.atMs >= fromMs && row.atMs < toMs,
    )
    for (const row of those.filter((one) => isOf(one, of) && counts(one, eventsBy)))
      totals.set(row.unit, [...(totals.get(row.unit) ?? []), of.take === 'count' ? 1 : counted(row.value ?? 0)])
    const value = percentileOf([...totals.values()].map(sumOf), q)
    return { units: totals.size, value: value ?? null }
  }

  values(question: ValuesQuestion): ArmQuantile[] {
    const { of, window, each, q, alpha } = question
    return this.#grouped(question, null).flatMap(({ arm, units }) => {
      const ofUnits = units
        .map(({ unit, atMs }) => {
          const from = atMs + window.fromMs
          const rows = this.#events(question, unit, of).filter(
            (row) => row.atMs >= from && row.atMs < from + window.lengthMs,
          )
          return rows.flatMap(({ value }) => (value === null ? [] : counted(value)))
        })
        .filter((all) => all.length > 0)
      if (each === 'unit') {
        const found = quantileOf(ofUnits.map(sumOf), q, alpha)
        return found ? [{ arm, ...outside(found, ofUnits.map(sumOf)) }] : []
      }
      const sorted = ofUnits.flat().toSorted((a, b) => a - b)
      const valueAt = (part: number) =>
        sorted[Math.min(sorted.length, Math.max(1, Math.ceil(part * sorted.length))) - 1] ?? Number.NaN
      if (sorted.length === 0) return []
      const [n, values, quantile] = [ofUnits.length, sorted.length, valueAt(q)]
      const off = ofUnits.map((all) => all.filter((value) => value <= quantile).length - q * all.length)
      const mean = sumOf(off) / n
      const variance = sumOf(off.map((one) => (one - mean) ** 2)) / Math.max(1, n - 1)
      const reach = (normalTailQuantile(alpha / 2) * Math.sqrt(variance * n)) / values
      const [lower, upper] = [valueAt(Math.max(0, q - reach)), valueAt(Math.min(1, q + reach))]
      return [{ arm, ...outside({ n, values, quantile, lower, upper }, sorted) }]
    })
  }

  /** The exposures of a query by cohort and arm, in that order. */
  #grouped({ run, fromMs, toMs, exposuresBy }: ExposureQuery, grainMs: number | null) {
    const groups = new Map<string, { cohort: number; arm: number; units: Exposure[] }>()
    for (const one of this.#exposures) {
      if (one.run !== run || one.atMs < fromMs || one.atMs >= toMs || !counts(one, exposuresBy)) continue
      const cohort = grainMs === null ? fromMs : Math.floor(one.atMs / grainMs) * grainMs
      const group = groups.get(`${cohort} ${one.arm}`) ?? { cohort, arm: one.arm, units: [] }
      group.units.push(one)
      groups.set(`${cohort} ${one.arm}`, group)
    }
    return [...groups.values()].toSorted((a, b) => a.cohort - b.cohort || a.arm - b.arm)
  }

  #events(
    { place, eventsBy, sinceMs = 0 }: { place: number; eventsBy: SourceTrust; sinceMs?: number },
    unit: string,
    part: MeasuredPart,
  ) {
    return this.#tracks.filter(
      (row) =>
        row.place === place && row.unit === unit && row.atMs >= sinceMs && isOf(row, part) && counts(row, eventsBy),
    )
  }
}

/** Clamps a value, so that its square neither underflows nor overflows. */
const counted = (value: number) => (Math.abs(value) < 1e-100 ? 0 : Math.max(-1e15, Math.min(1e15, value)))

const counts = ({ via: way }: { via: number }, by: SourceTrust) => by === 'anyone' || trustedVias.includes(way)

/** Widens the bounds of a quantile to the next values outside of them, if there are any. */
const outside = <Ends extends { lower: number; upper: number }>(found: Ends, values: readonly number[]): Ends => {
  const { lower, upper } = found
  const below = values.filter((value) => value < lower - 1e-9 * Math.abs(lower))
  const above = values.filter((value) => value > upper + 1e-9 * Math.abs(upper))
  return {
    ...found,
    lower: below.reduce((a, b) => Math.max(a, b), -Infinity),
    upper: above.reduce((a, b) => Math.min(a, b), Infinity),
    ...(below.length === 0 && { lower }),
    ...(above.length === 0 && { upper }),
  }
}

/** Values that do not fit the declaration count as absent. */
const isOf = (row: Track, { event, properties, where = true }: MeasuredPart): boolean => {
  if (row.event !== event) return false
  const fitting = Object.entries(properties).filter(([name, declared]) => {
    const given = row.properties[name]
    return typeof declared === 'string' ? typeof given === declared : declared.includes(given as string)
  })
  const context = Object.fromEntries(fitting.map(([name]) => [name, row.properties[name] as string]))
  return compileCondition(where, scope)({ ...context, ...(row.value !== null && { value: row.value }) }, 0)
}
