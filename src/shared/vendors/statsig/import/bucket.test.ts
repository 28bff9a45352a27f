import fc from 'fast-check'
import { expect, it } from 'vitest'
import { truthOf } from '../../../../../tests/support/ask-extended.ts'
import type { Condition } from '../../../schemas/condition.ts'
import { bucketCondition } from './bucket.ts'

const person = (at: number) => ({ targetingKey: `person-${at}`, userID: `person-${at}` })
const inBuckets = (operator: string, buckets: readonly unknown[]): Condition =>
  bucketCondition({ type: 'user_bucket', additionalValues: { salt: 'layer' }, idType: 'userID' }, operator, [
    ...(buckets as number[]),
  ]) ?? true

/** The bucket of a user: the only single-element list that matches. */
const bucketOf = (at: number): number =>
  Array.from({ length: 1_000 }, (_, bucket) => bucket).find(
    (bucket) => truthOf(inBuckets('any', [bucket]), person(at)) === 'true',
  ) ?? -1

const people = Array.from({ length: 12 }, (_, at) => ({ at, bucket: bucketOf(at) }))

it('a list of buckets has whom its buckets have, however long it is', () => {
  const bucket = fc.oneof(fc.integer({ min: 0, max: 1_010 }), fc.constantFrom('7', '07', 'x', 1.5, -1, null))
  const some = fc.array(bucket, { maxLength: 400, size: 'max' })
  const run = fc
    .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 600 }))
    .map(([from, length]) => Array.from({ length }, (_, at) => from + at))
  fc.assert(
    fc.property(
      fc.oneof(
        some,
        run,
        fc.tuple(some, run).map((both) => both.flat()),
      ),
      (buckets) => {
        const texts = new Set(buckets.map(String))
        for (const { at, bucket: own } of people) {
          const isIn = texts.has(String(own))
          expect(truthOf(inBuckets('any', buckets), person(at))).toBe(String(isIn))
          expect(truthOf(inBuckets('none', buckets), person(at))).toBe(String(!isIn))
        }
      },
    ),
    { numRuns: 60 },
  )
})

it('a run of buckets is one range', () => {
  expect(inBuckets('any', [3, 1, 2, 4, 4])).toMatchObject({ any: [{ within: { lo: 1, hi: 4, bounds: '[]' } }] })
})
