import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readBundle } from '../../src/server/platform/threads/uploads/read-bundle.ts'
import { Vendor } from '../../src/shared/features/imports/schemas/import.ts'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import { decodeText } from '../../src/shared/vendors/importing/decode-text.ts'
import { previewOf } from '../../src/shared/vendors/importing/preview.ts'
import { bundleOf } from '../support/bundles.ts'
import { differenceOf } from '../support/difference.ts'

/*
 * Every flag of the public file shapes is edited as people edit flags. Nearly every region of the difference has an example,
 * and every move has one, although no contexts were seen.
 */

const folder = path.join(import.meta.dirname, 'shapes')
const nowMs = Date.parse('2026-06-01T00:00:00Z')

/** A flag switched, with a rule less, and with another answer of a rule or of everyone else. */
const editsOf = (flag: FlagDocument): FlagDocument[] => {
  const variants = Object.keys(flag.variants).slice(0, 2)
  return [
    { ...flag, on: !flag.on },
    ...flag.rules
      .slice(0, 4)
      .flatMap((rule, at) => [
        { ...flag, rules: flag.rules.toSpliced(at, 1) },
        ...variants.map((variant) => ({ ...flag, rules: flag.rules.with(at, { ...rule, serve: { variant } }) })),
      ]),
    ...variants.map((variant) => ({ ...flag, otherwise: { variant } })),
  ]
}

const statesOf = async (vendor: Vendor, name: string): Promise<Pick<Datafile, 'flags' | 'segments'>> => {
  const parts = readBundle(bundleOf({ [name]: decodeText(readFileSync(path.join(folder, vendor, name))) }))
  const { items } = await previewOf(parts, { nowMs })
  const flags: Record<string, FlagDocument> = {}
  const segments: Record<string, SegmentDocument> = {}
  for (const { item, documents } of items) {
    const [document] = Object.values(documents)
    if (document === undefined || item.verdict === 'left-out') continue
    if ('variants' in document) flags[item.key] = document
    else segments[item.key] = document
  }
  return { flags, segments }
}

it('impact has an example for nearly every region and for every move of imported flags', async () => {
  const count = { regions: 0, without: 0, moves: 0 }
  const movesWithout: string[] = []
  for (const vendor of Vendor.options) {
    for (const name of readdirSync(path.join(folder, vendor))) {
      const { flags, segments } = await statesOf(vendor, name)
      const state = (flag: FlagDocument): Datafile => ({
        ...{ format: 1, project: 'shop', environment: 'production', revision: 1, digest: '' },
        publishedAt: new Date(nowMs).toISOString(),
        flags: { ...flags, [flag.key]: flag },
        segments,
      })
      for (const flag of Object.values(flags)) {
        const before = { ...flag, on: true }
        for (const after of editsOf(before)) {
          const difference = differenceOf(state(before), state(after), flag.key, { nowMs })
          if (difference.state !== 'exact') continue
          for (const { from, to, regions } of difference.moves) {
            count.moves += 1
            count.regions += regions.length
            const without = regions.filter(({ example }) => example === null)
            count.without += without.length
            if (without.length === regions.length)
              movesWithout.push(
                `${vendor}/${name} ${flag.key}: ${from.variant} to ${to.variant} ${JSON.stringify(regions.map(({ when }) => when)).slice(0, 1400)}`,
              )
          }
        }
      }
    }
  }
  expect(movesWithout).toEqual([])
  expect(count.regions).toBeGreaterThan(300)
  expect(count.without / count.regions).toBeLessThan(0.02)
})
