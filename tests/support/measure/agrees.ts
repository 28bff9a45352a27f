import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Db } from '../../../src/server/platform/db/pool.ts'
import type { ReadyBatch } from '../../../src/server/platform/event-store/rows.ts'
import type {
  ArmQuantile,
  CohortQuestion,
  CohortSums,
  EventStore,
} from '../../../src/server/platform/event-store/store.ts'
import { limits } from '../../../src/shared/limits.ts'
import { aProject, inEnvironment } from '../people.ts'
import { draws } from '../seed.ts'
import { PlainStore } from './plain-store.ts'
import { firstMs, happened, properties, questions } from './questions.ts'

const anyRuns = draws(60)
const dayMs = 24 * 3_600_000
/** Maximum of the values in these queries. */
const mostOfAll = 1_000

/** An environment number with its own runs and events. */
export const aMeasuredPlace = async (db: Db) => {
  const { project } = await aProject(db)
  const { environment } = await inEnvironment(project)
  const { place } = await db
    .insertInto('measureKey')
    .values({ environmentId: environment.id, sealed: 'of this test' })
    .returning('place')
    .executeTakeFirstOrThrow()
  let event = place * 100_000
  let number = 0
  return {
    ...{ place, project, environment },
    events: (count: number) => Array.from({ length: count }, () => (event += 1)),
    run: async () => {
      const { id } = await db
        .insertInto('run')
        .values({
          ...{ projectId: project.project.id, environmentId: environment.id, number: (number += 1), flag: 'f' },
          ...{ kind: 'experiment', state: 'proposed', rule: null, salt: 'f', arms: '[]', plan: '{}', hash: '' },
          ...{ changeNumber: null, versions: '{}', proposedAt: new Date(), openedAt: null, endedAt: null },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
  }
}

/** Tolerance of each sum: 1e-12 of the sum of absolute values (by the Cauchy–Schwarz inequality). */
const bounds: Partial<Record<keyof CohortSums, (row: CohortSums) => number>> = {
  y: ({ n, yy }) => Math.sqrt(n * yy),
  yy: ({ yy }) => yy,
  uncappedY: ({ n, uncappedYy }) => Math.sqrt(n * uncappedYy),
  uncappedYy: ({ uncappedYy }) => uncappedYy,
  d: ({ n, dd }) => Math.sqrt(n * dd),
  dd: ({ dd }) => dd,
  yd: ({ yy, dd }) => Math.sqrt(yy * dd),
  x: ({ n, xx }) => Math.sqrt(n * xx),
  xx: ({ xx }) => xx,
  xy: ({ xx, yy }) => Math.sqrt(xx * yy),
  z: ({ n, zz }) => Math.sqrt(n * zz),
  zz: ({ zz }) => zz,
  xz: ({ xx, zz }) => Math.sqrt(xx * zz),
  yz: ({ yy, zz }) => Math.sqrt(yy * zz),
  xd: ({ xx, dd }) => Math.sqrt(xx * dd),
  dz: ({ dd, zz }) => Math.sqrt(dd * zz),
}

/** Expects equal sums, except for rounding errors from another order of summation. */
export const expectSameSums = (found: readonly CohortSums[], expected: readonly CohortSums[]): void => {
  const near = expected.map((row, at) => {
    const other = found[at]
    if (other === undefined) return row
    // Safe cast: the row's own keys.
    const names = Object.keys(row) as (keyof CohortSums)[]
    const same = names.map((name) => {
      const most = 1e-12 * (bounds[name]?.(row) ?? 0)
      return [name, Math.abs(other[name] - row[name]) <= most ? other[name] : row[name]]
    })
    return Object.fromEntries(same)
  })
  expect(found).toEqual(near)
}

/** Expects equal quantiles. Sums by unit may differ by rounding errors: 1e-12 of the maximum value. */
const expectSameQuantiles = (
  found: readonly ArmQuantile[],
  expected: readonly ArmQuantile[],
  each: 'event' | 'unit',
): void => {
  const most = each === 'event' ? 0 : 1e-12 * mostOfAll
  const near = expected.map((row, at) => {
    const other = found[at]
    const one = (name: 'quantile' | 'lower' | 'upper') =>
      other !== undefined && Math.abs(other[name] - row[name]) <= most ? other[name] : row[name]
    return { ...row, quantile: one('quantile'), lower: one('lower'), upper: one('upper') }
  })
  expect(found).toEqual(near)
}

/** Tests that a store gives the same results as the plain store. */
export const agreesWithThePlainStore = (db: Db, store: () => EventStore, runs = anyRuns): void => {
  it('answers as plain JavaScript does, to 1e-12: windows hit exactly, batches that come twice, everybody’s word', async () => {
    const measured = await aMeasuredPlace(db)
    const ids = async () => ({ run: await measured.run(), events: measured.events(2) })
    const some = await ids()
    await fc.assert(
      fc.asyncProperty(
        fc
          .constant(null)
          .chain(() =>
            fc.tuple(happened(measured.place, some.run, some.events), questions(measured.place, some.run, some.events)),
          ),
        async ([batches, asked]) => {
          const plain = new PlainStore()
          const { run, events } = await ids()
          const anew = (one: ReadyBatch): ReadyBatch => renamed(one, some, { run, events })
          // A repeated batch keeps its id.
          const fresh = new Map(batches.map((one) => [one.id, randomUUID()]))
          const told = batches.map((one) => anew({ ...one, id: fresh.get(one.id) ?? one.id }))
          const half = Math.ceil(told.length / 2)
          for (const part of [told.slice(0, half), told.slice(half)]) {
            const each = [...new Map(part.map((one) => [one.id, one])).values()]
            if (each.length > 0) await store().put(db, each)
            plain.put(part)
          }
          const question = renamedIn(asked, some, { run, events })
          expectSameSums(await store().cohorts(db, question.cohorts), plain.cohorts(question.cohorts))
          expect(await store().people(db, question.people)).toEqual(plain.people(question.people))
          const did = await store().firstEvents(db, question.firstEvents)
          expect(did.toSorted((a, b) => a.arm - b.arm)).toEqual(plain.firstEvents(question.firstEvents))
          const percentile = plain.percentile(question.percentile)
          const found = await store().percentile(db, question.percentile)
          expect({ ...found, value: rounded(found.value) }).toEqual({ ...percentile, value: rounded(percentile.value) })
          const values = await store().values(db, question.values)
          expectSameQuantiles(values, plain.values(question.values), question.values.each)
        },
      ),
      { numRuns: runs },
    )
  })

  it('answers with finite numbers whatever was accepted, and what was kept before values were bounded', async () => {
    const measured = await aMeasuredPlace(db)
    const some = { run: await measured.run(), events: measured.events(2) }
    const [over = 0, under = 0] = some.events
    const extreme = fc.constantFrom(1.7e308, -1.7e308, Number.MAX_VALUE, 5e-324, -5e-324, 1e-170, 1e15, -1e15, 3, 0)
    const measures = [
      ...(['retention', 'count', 'sum', 'time'] as const).map((kind) => ({ kind, of: { event: over, properties } })),
      { kind: 'proportion' as const, of: { event: over, properties }, atLeast: 1 },
      ...(['count', 'sum'] as const).map((take) => ({
        ...{ kind: 'ratio' as const, over: { event: over, properties, take: 'sum' as const } },
        under: { event: under, properties, take },
      })),
      ...(['event', 'unit'] as const).map((each) => ({
        ...{ kind: 'quantile' as const, of: { event: over, properties }, at: 0.9, each },
      })),
    ]
    await fc.assert(
      fc.asyncProperty(
        happened(measured.place, some.run, some.events),
        questions(measured.place, some.run, some.events),
        fc.array(extreme, { minLength: 40, maxLength: 40 }),
        async (batches, asked, values) => {
          const { run, events } = { run: await measured.run(), events: measured.events(2) }
          const plain = new PlainStore()
          let next = 0
          const told = [...new Map(batches.map((one) => [one.id, one])).values()].map((one) => {
            const { judged, ...rest } = renamed(one, some, { run, events })
            const tracks = judged.tracks.map((row) => ({ ...row, value: values[next++ % values.length] ?? null }))
            return { ...rest, id: randomUUID(), judged: { ...judged, tracks } }
          })
          await store().put(db, told)
          plain.put(told)
          const question = renamedIn(asked, some, { run, events })
          const sums = await store().cohorts(db, question.cohorts)
          expectSameSums(sums, plain.cohorts(question.cohorts))
          const found = [...sums, await store().percentile(db, question.percentile)]
          found.push(...((await store().values(db, question.values)) as never[]))
          for (const measure of measures) {
            const { measure: of } = renamedIn({ measure }, some, { run, events })
            const stretch = { from: new Date(firstMs), to: new Date(firstMs + 9 * dayMs) }
            const part = { place: measured.place, unitBy: null, share: 1, fromClients: true, withoutRobots: true }
            found.push(...((await store().preview(db, { ...part, ...stretch, measure: of })) as never[]))
          }
          const numbers = found.flatMap((row) => Object.values(row).filter((one) => typeof one === 'number'))
          expect(numbers.filter((one) => !Number.isFinite(one))).toEqual([])
        },
      ),
      { numRuns: Math.max(3, Math.ceil(runs / 6)) },
    )
  })

  it('leaves robots out where it is told to, and counts them', async () => {
    const measured = await aMeasuredPlace(db)
    const run = await measured.run()
    const [event = 0] = measured.events(1)
    const unit = (n: number) => `${'a'.repeat(31)}${n}`
    const tracks = (who: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        ...{ row: n, event, unit: who, unitBy: null, atMs: firstMs + dayMs + n, value: 1, properties: null },
      }))
    const batch = (rows: ReturnType<typeof tracks>): ReadyBatch => ({
      ...{ place: measured.place, id: randomUUID(), via: 0, sdk: 'test', receivedAtMs: firstMs + 5 * dayMs },
      judged: {
        tracks: rows,
        exposures: [1, 2].map((n) => ({ run, unit: unit(n), arm: 0, atMs: firstMs + dayMs })),
        ...{ tallies: [], receipt: { accepted: 0, refused: [] } },
      },
    })
    await store().put(db, [
      batch(tracks(unit(1), limits.robotEventsPerDay)),
      batch(tracks(unit(2), limits.robotEventsPerDay + 1)),
    ])
    const question: Omit<CohortQuestion, 'withoutRobots'> = {
      ...{ run, place: measured.place, fromMs: 0, toMs: firstMs + 9 * dayMs, grainMs: null, beforeMs: null, cap: null },
      exposuresBy: 'anyone',
      eventsBy: 'anyone',
      window: { fromMs: 0, lengthMs: dayMs },
      measure: { kind: 'sum', of: { event, properties } },
    }
    const [left] = await store().cohorts(db, { ...question, withoutRobots: true })
    expect(left).toMatchObject({ n: 1, robots: 1, y: limits.robotEventsPerDay })
    const [all] = await store().cohorts(db, { ...question, withoutRobots: false })
    expect(all).toMatchObject({ n: 2, robots: 0, y: 2 * limits.robotEventsPerDay + 1 })
  })

  it('forgets a unit, and nobody else', async () => {
    const measured = await aMeasuredPlace(db)
    const run = await measured.run()
    const [declared] = await db
      .insertInto('trackedEvent')
      .values({
        ...{ projectId: measured.project.project.id, key: 'e', name: 'e', description: '', createdAt: new Date() },
        definition: JSON.stringify({ value: null, properties: {}, fromClients: false }),
        archivedAt: null,
      })
      .returning('id')
      .execute()
    const event = declared?.id ?? 0
    const units = ['b', 'c'].map((one) => one.repeat(32))
    const plain = new PlainStore()
    const batch: ReadyBatch = {
      ...{ place: measured.place, id: randomUUID(), via: 0, sdk: 'test', receivedAtMs: firstMs + 5 * dayMs },
      judged: {
        tracks: units.map((unit, row) => ({
          row,
          event,
          unit,
          unitBy: null,
          atMs: firstMs + dayMs,
          value: 2,
          properties: null,
        })),
        exposures: units.map((unit) => ({ run, unit, arm: 0, atMs: firstMs + dayMs })),
        ...{ tallies: [], receipt: { accepted: 4, refused: [] } },
      },
    }
    await store().put(db, [batch])
    plain.put([batch])
    const question: CohortQuestion = {
      ...{
        run,
        place: measured.place,
        fromMs: 0,
        toMs: firstMs + 9 * dayMs,
        grainMs: dayMs,
        beforeMs: null,
        cap: null,
      },
      exposuresBy: 'servers',
      eventsBy: 'servers',
      window: { fromMs: 0, lengthMs: dayMs },
      withoutRobots: true,
      measure: { kind: 'sum', of: { event, properties } },
    }
    expectSameSums(await store().cohorts(db, question), plain.cohorts(question))
    const [gone = ''] = units
    const projectId = measured.project.project.id
    expect(await store().forget(db, projectId, [gone])).toEqual({ exposures: 1, events: 1 })
    plain.forget([gone])
    expectSameSums(await store().cohorts(db, question), plain.cohorts(question))
    expect(await store().forget(db, projectId, [gone])).toEqual({ exposures: 0, events: 0 })
  })
}

/** Rounds off digits that depend on the order of summation. */
const rounded = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(8)) + 0)

type Ids = { run: number; events: readonly number[] }

/** Copies a batch to another run and other events, so that draws do not affect each other. */
const renamed = (batch: ReadyBatch, from: Ids, to: Ids): ReadyBatch => ({
  ...batch,
  judged: {
    ...batch.judged,
    tracks: batch.judged.tracks.map((row) => ({ ...row, event: to.events[from.events.indexOf(row.event)] ?? 0 })),
    exposures: batch.judged.exposures.map((row) => ({ ...row, run: to.run })),
  },
})

const renamedIn = <Question>(asked: Question, from: Ids, to: Ids): Question =>
  JSON.parse(JSON.stringify(asked), (key, value: unknown) => {
    if (key === 'run') return to.run
    return key === 'event' ? to.events[from.events.indexOf(value as number)] : value
  })
