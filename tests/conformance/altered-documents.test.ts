import { describe, expect, it } from 'vitest'
import { oneOf, type Random } from '../../src/shared/importers/sample.ts'
import type { Json } from '../../src/shared/schemas/keys.ts'
import { suiteSeed } from '../support/seed.ts'
import { get, placesIn, retyped, set } from './mutated-exports.ts'
import { compareWith } from './oracles/compare.ts'
import { oracles } from './oracles/oracles.ts'

/*
 * Documents in which a value is not of the type, or not among those, that its vendor expects, answered by the vendor's own
 * SDK and by both engines of ours: the same, or said by a finding. `FANION_SEED` alters other things, `FANION_EVALUATIONS`
 * asks more.
 */

const evaluations = Number(process.env['FANION_EVALUATIONS'] ?? 2_000)
const altered: ReadonlySet<string> = new Set([
  'ConfigCat',
  'flagd v2',
  'GrowthBook',
  'Statsig',
  'PostHog',
  'Featurevisor',
  'Unleash',
  'Flipt',
])

const retypeSome = (random: Random, document: Json): void => {
  for (let left = 1 + Math.floor(random() * 2); left > 0; left -= 1) {
    const place = oneOf(random, placesIn(document))
    if (place !== undefined) set(place.holder, place.key, retyped(random, get(place.holder, place.key)))
  }
}

describe('a value of another type', () => {
  for (const oracle of oracles.filter(({ vendor }) => altered.has(vendor))) {
    it(`is answered as by ${oracle.sdk}, or said`, { timeout: 300_000 }, async () => {
      const { compared, differences } = await compareWith(oracle, { evaluations, seed: suiteSeed, alter: retypeSome })
      expect(differences).toEqual([])
      expect(compared).toBeGreaterThan(evaluations / 4)
    })
  }
})
