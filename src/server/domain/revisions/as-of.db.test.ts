import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { ofKind, someEntries } from '../../../../tests/support/log.ts'
import { anEnvironment, flagKeys, publishNow, segmentKeys, storedOf } from '../../../../tests/support/publications.ts'
import { digestOf } from '../../../shared/datafile/digest.ts'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import { asOf } from './as-of.ts'

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
      const { flags, segments, digest } = await asOf(ctx, { revision })
      expect({ flags, segments }).toEqual(expected)
      expect(digest).toBe(digestOf(expected.flags, expected.segments))
    }
  })
})
