import { describe, expect, it } from 'vitest'
import { aFlag, split } from '../../../../../../tests/support/builders.ts'
import { explain } from '../../../../../shared/engine/explain.ts'
import { bucketOf } from './bucket-of.ts'

const stepsOf = (flag: ReturnType<typeof aFlag>) =>
  explain({ flags: { [flag.key]: flag }, segments: {} }, flag.key, { targetingKey: 'ada' }, 0).steps

describe('the bucket as a picture', () => {
  it('is where somebody stands among the parts of the split, its gaps among them', () => {
    const bucket = bucketOf(stepsOf(aFlag().serving(split({ on: 25_000 }))))
    expect(bucket?.ranges).toEqual([
      { variant: 'on', from: 0, to: 25_000 },
      { variant: null, from: 25_000, to: 100_000 },
    ])
    expect(bucket?.point).toBeGreaterThanOrEqual(0)
    expect(bucket?.point).toBeLessThan(100_000)
  })
  it('is none where no split was asked', () => {
    expect(bucketOf(stepsOf(aFlag().serving('on')))).toBe(null)
  })
})
