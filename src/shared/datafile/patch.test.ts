import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, aSegment } from '../../../tests/support/builders.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { buildDatafile } from './build.ts'
import { diffDatafile } from './diff.ts'
import { digestOf } from './digest.ts'
import { patchDatafile } from './patch.ts'

const at = (revision: number, documents: Partial<Pick<Datafile, 'flags' | 'segments'>>): Datafile =>
  buildDatafile({
    project: 'shop',
    environment: 'production',
    revision,
    publishedAt: `2026-11-20T12:00:00.${String(revision).padStart(3, '0')}Z`,
    flags: documents.flags ?? {},
    segments: documents.segments ?? {},
  })

const checkout = aFlag('checkout')
const banner = aFlag('banner')
const before = at(1, { flags: { banner, checkout }, segments: { beta: aSegment('beta') } })
const after = at(2, { flags: { banner, checkout: checkout.serving('on') }, segments: {} })

describe('diffDatafile', () => {
  it('names what changed and nulls what is gone, and nothing else', () => {
    const { flags, segments } = diffDatafile(before, after)
    expect({ flags, segments }).toEqual({ flags: { checkout: checkout.serving('on') }, segments: { beta: null } })
  })

  it('carries both revisions, and the date and digest of the second', () => {
    expect(diffDatafile(before, after)).toMatchObject({
      from: 1,
      to: 2,
      publishedAt: after.publishedAt,
      digest: after.digest,
    })
  })

  it('takes equal documents for equal however their fields are ordered', () => {
    const same = { ...Object.fromEntries(Object.entries(checkout).reverse()) } as typeof checkout
    expect(diffDatafile(at(1, { flags: { checkout } }), at(2, { flags: { checkout: same } })).flags).toEqual({})
  })

  it('sees a new document whose key is the name of an object method', () => {
    const toString = aFlag('toString')
    expect(diffDatafile(at(1, {}), at(2, { flags: { toString } })).flags).toEqual({ toString })
  })
})

describe('patchDatafile', () => {
  it('turns the first datafile into the second', () => {
    expect(patchDatafile(before, diffDatafile(before, after))).toEqual(after)
  })

  it('keeps untouched documents the same objects', () => {
    expect(patchDatafile(before, diffDatafile(before, after))?.flags.banner).toBe(before.flags.banner)
  })

  it('keeps the whole map of a kind that the patch does not touch', () => {
    const next = at(2, { flags: before.flags, segments: {} })
    expect(patchDatafile(before, diffDatafile(before, next))?.flags).toBe(before.flags)
  })

  it('leaves the datafile it was given as it was', () => {
    const copy = structuredClone(JSON.parse(JSON.stringify(before)))
    patchDatafile(before, diffDatafile(before, after))
    expect(before).toEqual(copy)
  })

  it('refuses a patch that starts from another revision', () => {
    expect(patchDatafile(before, { ...diffDatafile(before, after), from: 0 })).toBeNull()
  })

  it('refuses a patch whose outcome does not have the promised digest', () => {
    expect(patchDatafile(before, { ...diffDatafile(before, after), flags: {} })).toBeNull()
  })

  it('refuses a patch for a state that has drifted', () => {
    const drifted = at(1, { flags: { banner, checkout: checkout.switchedOff() }, segments: before.segments })
    const patch = diffDatafile(
      before,
      at(2, { flags: { banner: banner.switchedOff(), checkout }, segments: before.segments }),
    )
    expect(patchDatafile(drifted, patch)).toBeNull()
  })

  it('applied to the difference of any two revisions, gives the second, with a digest equal to a fresh one', () => {
    fc.assert(
      fc.property(aDatafile(), aDatafile(), (a, b) => {
        const result = patchDatafile(a, diffDatafile(a, b))
        expect(result).toEqual(b)
        expect(result?.digest).toBe(digestOf(b.flags, b.segments))
      }),
    )
  })

  it('has nothing to change between a datafile and its copy', () => {
    fc.assert(
      fc.property(aDatafile(), (a) => {
        const { flags, segments } = diffDatafile(a, structuredClone(a))
        expect({ flags, segments }).toEqual({ flags: {}, segments: {} })
      }),
    )
  })
})
