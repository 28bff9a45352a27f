import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { ofKind, someEntries } from '../../../../tests/support/log.ts'
import { anEnvironment, flagKeys, publishNow, segmentKeys, storedOf } from '../../../../tests/support/publications.ts'
import { digestOf } from '../../../shared/datafile/digest.ts'
import { referencesOf } from '../../../shared/datafile/references.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import { datafileAsOf } from './datafile-as-of.ts'

describe('the datafile as of any revision', async () => {
  const { db } = await testDatabase()

  it('is the fold of the entries up to it, whatever was published, removed and brought back', async () => {
    const ctx = await anEnvironment(db)
    const publications = fc.sample(someEntries(flagKeys, segmentKeys), 120)
    for (const entries of publications) {
      await publishNow(ctx, entries).catch((error: unknown) => {
        if (!(error instanceof FanionError)) throw error
      })
    }
    const { headNumber } = await storedOf(ctx)
    expect(headNumber).toBeGreaterThan(20)
    for (let revision = 0; revision <= headNumber; revision++) {
      const { fold } = await storedOf(ctx, revision)
      const expected = {
        flags: ofKind<FlagDocument>(fold, 'flag'),
        segments: ofKind<SegmentDocument>(fold, 'segment'),
      }
      const { flags, segments, digest } = await datafileAsOf(ctx, { revision })
      expect({ flags, segments }).toEqual(expected)
      expect(digest).toBe(digestOf(expected.flags, expected.segments))
    }
  })

  it('of some subjects is these, all that they lead to, and who names them: each as in the whole', async () => {
    const ctx = await anEnvironment(db)
    for (const entries of fc.sample(someEntries(flagKeys, segmentKeys), 80)) {
      await publishNow(ctx, entries).catch((error: unknown) => {
        if (!(error instanceof FanionError)) throw error
      })
    }
    const whole = await datafileAsOf(ctx, {})
    const documents = new Map<string, FlagDocument | SegmentDocument>([
      ...Object.values(whole.flags).map((one) => [`flag ${one.key}`, one] as const),
      ...Object.values(whole.segments).map((one) => [`segment ${one.key}`, one] as const),
    ])
    const named = (place: string) => {
      const document = documents.get(place)
      return document ? referencesOf(document).map(({ kind, key }) => `${kind} ${key}`) : []
    }
    for (const place of documents.keys()) {
      const [kind, key = ''] = place.split(' ')
      const dependents = new Set([place])
      // the set grows while it is iterated, up to the end
      for (const one of dependents)
        for (const other of documents.keys()) if (named(other).includes(one)) dependents.add(other)
      const expected = new Set<string>()
      const reach = (one: string): void => {
        if (expected.has(one) || !documents.has(one)) return
        expected.add(one)
        named(one).forEach(reach)
      }
      for (const one of [place, ...dependents]) reach(one)
      const part = await datafileAsOf(ctx, {
        subjects: [{ kind: kind === 'flag' ? 'flag' : 'segment', key }],
        dependents: true,
      })
      const got: (readonly [string, FlagDocument | SegmentDocument])[] = [
        ...Object.values(part.flags).map((one) => [`flag ${one.key}`, one] as const),
        ...Object.values(part.segments).map((one) => [`segment ${one.key}`, one] as const),
      ]
      expect(new Set(got.map(([one]) => one))).toEqual(expected)
      for (const [one, document] of got) expect(document).toEqual(documents.get(one))
      expect([part.revision, part.digest]).toEqual([whole.revision, whole.digest])
    }
  })
})
