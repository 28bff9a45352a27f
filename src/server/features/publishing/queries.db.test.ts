import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { aLiveFlag, aProject, inEnvironment } from '../../../../tests/support/people.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { EnvironmentCtx } from '../../platform/kernel/ctx.ts'
import { revisionTouching } from './dependency-queries.ts'
import {
  documentsAt,
  entriesOf,
  findRevision,
  headNumberOf,
  revisionAt,
  subjectsTouchedBetween,
} from './history-queries.ts'
import { environmentHeads, revisionsAfter } from './log-queries.ts'
import { publish } from './publish.ts'
import { entriesSince, flagRows, heads, headsOf, lastDocument, revisionsOf, subjectsOf } from './queries.ts'

/** A published revision, as the log must return it. */
type Published = { number: number; publishedAt: Date; entries: { key: string; document: FlagDocument | null }[] }

const { db } = await testDatabase()
const keys = ['checkout', 'hero'] as const
const flags = keys.map((key) => ({ kind: 'flag' as const, key }))
const both = [...flags, { kind: 'segment' as const, key: 'checkout' }]
// later than the revisions that create the flags
let clock = Date.now() + 3_600_000

/** An environment with its expected log. There are two, in different projects, with flags of the same keys. */
type Place = { there: EnvironmentCtx; log: Published[] }
const places: Place[] = []

beforeAll(async () => {
  for (const project of [(await aProject(db)).project, (await aProject(db)).project]) {
    for (const key of keys) await aLiveFlag(project, key)
    for (const name of ['development', 'staging']) {
      const there = { ...(await inEnvironment(project, name)), now: () => new Date(clock) }
      // the revisions that created the flags
      const made = await revisionsAfter(db, there.environment.id, 0, 100)
      const log = made.map(({ number, publishedAt, entries }) => ({ number, publishedAt, entries: entries as never }))
      places.push({ there, log })
    }
  }
  // the two environments diverge, one step at a time each
  const steps = [['checkout'], ['hero'], ['checkout', 'hero'], ['checkout'], ['hero']]
  for (const [turn, touched] of steps.entries()) {
    for (const [at, place] of places.entries()) {
      if ((turn + at) % 4 === 3) continue
      clock += 1_000
      const { there, log } = place
      const now = new Map((await heads(db, there.environment)).map(({ key, document }) => [key, document]))
      const entries = touched.map((key) => {
        const head = now.get(key) as FlagDocument
        return { kind: 'flag' as const, key, document: { ...head, salt: `${at} ${turn} ${key}` } }
      })
      const base = log.at(-1)?.number ?? 0
      const { number } = await publish(there, { base, message: `turn ${turn}`, entries })
      log.push({ number, publishedAt: new Date(clock), entries })
    }
  }
})

/** The newest expected entry of a flag up to a revision. */
const lastOf = ({ log }: Place, key: string, upTo = Number.POSITIVE_INFINITY) => {
  const found = log.findLast((one) => one.number <= upTo && one.entries.some((entry) => entry.key === key))
  return found && { number: found.number, document: found.entries.find((entry) => entry.key === key)?.document }
}
const touchedBetween = ({ log }: Place, from: number, to: number) => [
  ...new Set(
    log.filter(({ number }) => number > from && number <= to).flatMap((one) => one.entries.map(({ key }) => key)),
  ),
]
const numbersOf = ({ log }: Place) => [0, ...log.map(({ number }) => number)]

describe('the log of an environment', () => {
  it('numbers its revisions without a gap, and is told of by itself or with all others', async () => {
    for (const { there, log } of places) {
      expect(log.map(({ number }) => number)).toEqual(log.map((_, index) => index + 1))
      expect(await headNumberOf(db, there.environment)).toBe(log.length)
      const { key, id } = there.environment
      const own = { id, key, headNumber: log.length, project: there.project.key }
      expect(await environmentHeads(db, id)).toEqual([own])
      expect(await environmentHeads(db)).toContainEqual(own)
    }
    expect(await environmentHeads(db)).toHaveLength(6)
  })

  it('says what is live, as its newest revisions left it', async () => {
    for (const place of places) {
      const { environment } = place.there
      const live = keys.flatMap((key) => {
        const last = lastOf(place, key)
        return last?.document ? [{ kind: 'flag', key, ...last }] : []
      })
      expect(await heads(db, environment)).toEqual(live)
      for (const one of keys) {
        const subject = [{ kind: 'flag' as const, key: one }]
        expect(await headsOf(db, environment, subject)).toEqual(live.filter(({ key }) => key === one))
        expect(await lastDocument(db, environment, { kind: 'flag', key: one })).toEqual(
          lastOf(place, one)?.document ?? undefined,
        )
      }
      expect(await headsOf(db, environment, [])).toEqual([])
      expect(await headsOf(db, environment, [{ kind: 'segment', key: 'checkout' }])).toEqual([])
      expect(await lastDocument(db, environment, { kind: 'segment', key: 'checkout' })).toBeUndefined()
      expect((await flagRows(db, environment, ['hero'])).map(({ key }) => key)).toEqual(['hero'])
    }
  })

  it('says what any revision left, and what has moved since', async () => {
    for (const place of places) {
      const { environment } = place.there
      for (const number of numbersOf(place)) {
        const then = await documentsAt(db, environment, number, both)
        const expected = keys.flatMap((key) => {
          const last = lastOf(place, key, number)
          return last?.document ? [{ kind: 'flag', key, ...last }] : []
        })
        expect(then).toEqual(expected)
        const since = await entriesSince(db, environment, number, both)
        const moved = touchedBetween(place, number, Number.POSITIVE_INFINITY).toSorted()
        expect(since.map(({ key, number: at }) => [key, at])).toEqual(
          moved.map((key) => [key, lastOf(place, key)?.number]),
        )
        const hero = await entriesSince(db, environment, number, [{ kind: 'flag', key: 'hero' }])
        expect(hero.map(({ key }) => key)).toEqual(moved.filter((key) => key === 'hero'))
      }
    }
  })

  it('says what lies between two revisions, each subject once, and only of what is asked', async () => {
    for (const place of places) {
      const { environment } = place.there
      for (const from of numbersOf(place))
        for (const to of numbersOf(place)) {
          const touched = (await subjectsTouchedBetween(db, environment, from, to)).map(({ key }) => key)
          expect(touched.sort()).toEqual(touchedBetween(place, from, to).sort())
        }
      const [end, of] = [
        place.log.length,
        (only: object) => subjectsTouchedBetween(db, environment, 0, place.log.length, only),
      ]
      expect((await of({ key: 'hero' })).map(({ key }) => key)).toEqual(
        touchedBetween(place, 0, end).filter((key) => key === 'hero'),
      )
      expect(await of({ kind: 'segment' })).toEqual([])
    }
  })

  it('finds a revision by its number, and by an instant, to the millisecond', async () => {
    for (const place of places) {
      const { environment } = place.there
      for (const { number, publishedAt } of place.log) {
        expect(await findRevision(db, environment, number)).toMatchObject({ number, publishedAt })
        const at = async (ms: number) =>
          (await revisionAt(db, environment, new Date(publishedAt.getTime() + ms)))?.number
        const isUntil = (ms: number) =>
          place.log.findLast((one) => one.publishedAt.getTime() <= publishedAt.getTime() + ms)?.number
        expect([await at(0), await at(-1)]).toEqual([isUntil(0), isUntil(-1)])
      }
      expect(await findRevision(db, environment, place.log.length + 1)).toBeUndefined()
    }
  })

  it('is read a page at a time, from either end, with what each revision touched', async () => {
    for (const place of places) {
      const { environment } = place.there
      const down = place.log.map(({ number }) => number).reverse()
      for (const before of [undefined, ...numbersOf(place)]) {
        const below = down.filter((number) => before === undefined || number < before)
        const page = await revisionsOf(db, environment, { before, limit: 2 })
        expect(page.map(({ number }) => number)).toEqual(below.slice(0, 2))
      }
      const ofHero = await revisionsOf(db, environment, { kind: 'flag', key: 'hero', limit: 100 })
      const hero = place.log
        .filter(({ entries }) => entries.some(({ key }) => key === 'hero'))
        .map(({ number }) => number)
      expect(ofHero.map(({ number }) => number)).toEqual(hero.toReversed())
      expect(await revisionsOf(db, environment, { kind: 'segment', limit: 100 })).toEqual([])
      const touched = await subjectsOf(db, environment, down)
      const all = place.log.flatMap(({ number, entries }) => entries.map(({ key }) => `${number} ${key}`))
      expect(touched.map(({ number, key }) => `${number} ${key}`).sort()).toEqual(all.sort())
      expect(await subjectsOf(db, environment, [])).toEqual([])
      for (const number of numbersOf(place)) {
        const after = await revisionsAfter(db, environment.id, number, 3)
        expect(after.map((one) => one.number)).toEqual(
          down
            .filter((one) => one > number)
            .reverse()
            .slice(0, 3),
        )
      }
    }
  })

  it('knows the revisions that touched something, after one or last of all', async () => {
    for (const place of places) {
      const { environment } = place.there
      for (const key of keys) {
        const numbers = place.log
          .filter(({ entries }) => entries.some((one) => one.key === key))
          .map((one) => one.number)
        const subject = [{ kind: 'flag' as const, key }]
        expect((await revisionTouching(db, environment, subject, undefined))?.number).toBe(numbers.at(-1))
        for (const after of numbersOf(place))
          expect((await revisionTouching(db, environment, subject, after))?.number).toBe(
            numbers.find((one) => one > after),
          )
        const rows = await entriesOf(db, environment, { kind: 'flag', key }, numbersOf(place))
        expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(numbers)
      }
      expect(await revisionTouching(db, environment, [{ kind: 'segment', key: 'hero' }], undefined)).toBeUndefined()
      expect(await entriesOf(db, environment, { kind: 'flag', key: 'hero' }, [])).toEqual([])
    }
  })
})
