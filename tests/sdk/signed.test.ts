import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVerify } from '../../src/client/sdk/core/verify.ts'
import { createSigner } from '../../src/server/platform/kernel/signer.ts'
import { readDatafile, writeDatafile } from '../../src/shared/datafile/datafile-text.ts'
import { diffDatafile } from '../../src/shared/datafile/diff.ts'
import { digestOf } from '../../src/shared/datafile/digest.ts'
import { patchDatafile } from '../../src/shared/datafile/patch.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import { aDatafile as anyDatafile } from '../support/arbitraries.ts'

const [ours, next, other] = ['a secret', 'the next secret', 'another secret'].map(createSigner)
const keysOf = (...signers: (ReturnType<typeof createSigner> | undefined)[]) =>
  signers.flatMap((signer) => signer?.publicKey ?? [])

/** A datafile with random documents. */
const aDatafile = anyDatafile().map(
  ({ flags, segments }): Datafile => ({
    ...{ format: 1, project: 'shop', environment: 'production', revision: 7, publishedAt: '2026-11-25T12:00:00.000Z' },
    ...{ digest: digestOf(flags, segments), flags, segments },
  }),
)
const signed = (datafile: Datafile, by = ours): Datafile => ({ ...datafile, signature: by?.sign(datafile) ?? '' })
const verdict = (datafile: Datafile, keys = keysOf(ours)) =>
  createVerify(keys)(datafile).then(
    () => 'good',
    (error: Error) => error.message,
  )

describe('a signed datafile', () => {
  it('is verified, however it was written, read, and in whatever order its documents stand', async () => {
    await fc.assert(
      fc.asyncProperty(aDatafile, async (datafile) => {
        const whole = signed(datafile)
        expect(await verdict(whole)).toBe('good')
        // Serialized by us.
        expect(await verdict(readDatafile(writeDatafile(whole)) as Datafile)).toBe('good')
        const turned = { ...whole, flags: Object.fromEntries(Object.entries(whole.flags).toReversed()) }
        expect(await verdict(turned)).toBe('good')
      }),
      { numRuns: 30 },
    )
  })

  it('that was changed in any way is refused', async () => {
    const change = fc.constantFrom<(datafile: Datafile) => Datafile>(
      (one) => ({ ...one, revision: one.revision + 1 }),
      (one) => ({ ...one, environment: 'staging' }),
      (one) => ({ ...one, project: 'shop/production' }),
      (one) => ({ ...one, publishedAt: '2026-11-25T12:00:00.001Z' }),
      (one) => ({ ...one, digest: '0'.repeat(32) }),
      (one) => ({ ...one, flags: Object.fromEntries(Object.entries(one.flags).slice(1)) }),
      (one) => {
        const [[key, flag] = []] = Object.entries(one.flags)
        return key === undefined || flag === undefined
          ? one
          : { ...one, flags: { ...one.flags, [key]: { ...flag, version: 99_999 } as never } }
      },
      (one) => ({
        ...one,
        signature: `${(one.signature ?? '').startsWith('A') ? 'B' : 'A'}${(one.signature ?? '').slice(1)}`,
      }),
    )
    await fc.assert(
      fc.asyncProperty(aDatafile, change, async (datafile, act) => {
        const before = signed(datafile)
        const after = act(before)
        fc.pre(JSON.stringify(after) !== JSON.stringify(before))
        expect(await verdict(after)).toMatch(/fits none/)
      }),
      { numRuns: 60 },
    )
  })

  it('is verified by either of two keys while one takes the place of the other, and by no other', async () => {
    const [datafile] = fc.sample(aDatafile, { numRuns: 1, seed: 1 })
    if (datafile === undefined) throw new Error('there is one')
    const both = keysOf(ours, next)
    expect(await verdict(signed(datafile, ours), both)).toBe('good')
    expect(await verdict(signed(datafile, next), both)).toBe('good')
    expect(await verdict(signed(datafile, other), both)).toMatch(/fits none/)
    expect(await verdict(datafile, both)).toBe('the datafile is not signed')
  })

  it('is the same whole or by a patch', async () => {
    await fc.assert(
      fc.asyncProperty(aDatafile, aDatafile, async (a, b) => {
        const after = { ...b, revision: 8 }
        const patch = { ...diffDatafile(a, after), signature: ours?.sign(after) ?? '' }
        const patched = patchDatafile(signed(a), patch)
        expect(patched && (await verdict(patched))).toBe('good')
      }),
      { numRuns: 30 },
    )
  })
})
