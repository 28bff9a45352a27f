import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aExtendedContext, aExtendedDatafile } from '../../../../tests/support/extended-arbitraries.ts'
import { expectDifferences, freshCount } from '../../../../tests/support/moves.ts'
import { draws, drawsMore } from '../../../../tests/support/seed.ts'
import { aVendorContext, aVendorPair } from '../../../../tests/support/vendor-arbitraries.ts'
import type { Context } from '../../schemas/context.ts'
import type { Datafile } from '../../schemas/datafile.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const runs = draws(25)
/** A few documents take almost all of the budget, so normal runs use a smaller one. */
const options = { nowMs, ...(!drawsMore && { steps: 60_000, coverSteps: 30_000 }) }

/** Two states of a project: the second has some documents of another project, and keeps the rest. */
const aPair = (): fc.Arbitrary<readonly [Datafile, Datafile]> =>
  fc
    .tuple(aExtendedDatafile(), aExtendedDatafile(), fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), fc.nat(3))
    .map(([one, two, taken, edited]) => {
      const flags = Object.fromEntries(
        Object.keys(one.flags).map((key, at) => [key, taken[at] === true ? two.flags[key] : one.flags[key]]),
      )
      const key = Object.keys(one.flags)[edited] ?? 'alpha'
      const [old, next] = [one.flags[key], two.flags[key]]
      // A typical edit: one rule of one flag.
      const mended = { ...old, rules: [...(next?.rules.slice(0, 1) ?? []), ...(old?.rules.slice(1) ?? [])] }
      const after = taken[5] === true ? { ...one.flags, [key]: mended } : flags
      const segments = taken[4] === true ? one.segments : { ...one.segments, beta: two.segments['beta'] }
      const states = [one, { ...one, flags: after, segments }]
      // Random hashes are never decided and expressions have no description; both would leave little else to test.
      const [was, is] =
        taken[3] === true
          ? states
          : (JSON.parse(
              JSON.stringify(states).replaceAll('"random"', '"crc32"'),
              without(taken[2] === true),
            ) as typeof states)
      return [was, is] as readonly [Datafile, Datafile]
    })

const without = (opaque: boolean) => (name: string, value: unknown) => {
  if (opaque || typeof value !== 'object' || value === null) return name === 'sticky' && !opaque ? undefined : value
  return name === 'sticky' ? undefined : 'expr' in value ? { variant: 'b' } : value
}

describe('the difference of documents of other systems', () => {
  const bounds = { numRuns: runs, endOnFailure: process.env['FANION_SHRINK'] === undefined }
  const told = (counted: object) => {
    if (drawsMore) console.info(counted)
  }

  it('holds exactly the contexts whose answer changes, of documents as importers make them', () => {
    const counted = freshCount()
    fc.assert(
      fc.property(
        aVendorPair(),
        fc.array(aVendorContext(), { minLength: 10, maxLength: 15 }),
        ([before, after], contexts) => expectDifferences(before, after, contexts as Context[], counted, options),
      ),
      { ...bounds, numRuns: runs * 12 },
    )
    told(counted)
    expect(counted.regions).toBeGreaterThan(runs)
    expect(counted.extended).toBe(0)
    expect(counted.withExample).toBeGreaterThan(counted.regions * 0.5)
  }, 3_600_000)

  it('holds exactly the contexts whose answer changes, whatever documents ask', () => {
    const counted = freshCount()
    fc.assert(
      fc.property(
        aPair(),
        fc.array(aExtendedContext(), { minLength: 10, maxLength: 30 }),
        ([before, after], contexts) => expectDifferences(before, after, contexts as Context[], counted, options),
      ),
      { ...bounds, numRuns: Math.ceil(runs / 2) },
    )
    told(counted)
    expect(counted.changed + counted.proofs).toBeGreaterThan(runs / 2)
  }, 3_600_000)
})
