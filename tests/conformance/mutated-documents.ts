import type { Vendor } from '../../src/shared/features/imports/schemas/import.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import { oneOf, type Random } from '../../src/shared/vendors/importing/sample.ts'
import { oracles } from './oracles/oracles.ts'

const goff: Json = {
  'my-flag': {
    variations: { on: true, off: false },
    targeting: [
      { name: 'pro', query: 'plan eq "pro" and age gt 3', variation: 'on' },
      { query: 'email ew "@example.com"', percentage: { on: 20, off: 80 } },
      {
        query: 'country in ["CH", "AT"]',
        progressiveRollout: {
          initial: { variation: 'off', percentage: 0, date: '2026-01-01T00:00:00Z' },
          end: { variation: 'on', percentage: 100, date: '2026-12-01T00:00:00Z' },
        },
      },
    ],
    defaultRule: { variation: 'off' },
    bucketingKey: 'company.id',
    experimentation: { start: '2026-01-01T00:00:00Z', end: '2026-12-01T00:00:00Z' },
    scheduledRollout: [{ date: '2026-02-01T00:00:00Z', targeting: [{ name: 'pro', query: 'plan eq "team"' }] }],
    metadata: { owner: 'team' },
    disable: false,
  },
  texts: { variations: { a: 'x', b: 'y', c: 'z' }, defaultRule: { percentage: { a: 10, b: 20.5, c: 69.5 } } },
}

/** Wraps an oracle's random document in the format of its vendor's API. */
const wrapped: Partial<Record<Vendor, (document: Json) => Json>> = {
  split: (document) => ({ ...(document as object), since: -1, till: 1 }),
}

const vendorNamed = (name: string): Vendor => name.toLowerCase().split(' ')[0] as Vendor

/** Documents to mutate, by vendor: random ones from the oracles, and one of GO Feature Flag. */
export const documentsOf: ReadonlyMap<Vendor, (random: Random) => Promise<Json>> = new Map([
  ...oracles.map((oracle): [Vendor, (random: Random) => Promise<Json>] => {
    const vendor = vendorNamed(oracle.vendor)
    return [
      vendor,
      async (random) => {
        const { document, end } = await oracle.round(random, 0)
        await end?.()
        const plain = JSON.parse(JSON.stringify(document)) as Json
        return wrapped[vendor]?.(plain) ?? plain
      },
    ]
  }),
  ['go-feature-flag', async (random) => oneOf(random, [goff]) ?? goff],
])
