import { describe, expect, it } from 'vitest'
import { oneOf, type Random } from '../../src/shared/vendors/importing/sample.ts'
import { draws, suiteSeed } from '../support/seed.ts'
import { get, mutate, type Place, placesIn, remove, retyped, set } from './mutated-exports.ts'
import { type AlterBy, compareWith } from './oracles/compare.ts'
import { oracles } from './oracles/oracles.ts'

/*
 * Documents with altered values (of a wrong type, outside the vendor's allowed values, or missing), evaluated by the
 * vendor's SDK and by both of our engines. The results must be equal, or a finding must report the difference.
 * `FANION_SEED` makes other alterations, `FANION_DRAWS` more evaluations.
 */

const evaluations = draws(2_000)

/** Changes one or two places. */
const some =
  (change: (random: Random, place: Place) => void): AlterBy =>
  (random, document) => {
    for (let left = 1 + Math.floor(random() * 2); left > 0; left -= 1) {
      const place = oneOf(random, placesIn(document))
      if (place !== undefined) change(random, place)
    }
  }

const retype = some((random, { holder, key }) => set(holder, key, retyped(random, get(holder, key))))
/** Vendors for which anything may be altered. */
const wholly: ReadonlySet<string> = new Set([
  'Statsig',
  'Flagsmith',
  'Flipt',
  'ConfigCat',
  'flagd v2',
  'GrowthBook',
  'PostHog',
  'Featurevisor',
])
const leaveOut = some((_, { holder, key }) => remove(holder, key))

describe.each([
  ['of another type', retype, oracles],
  ['that is left out', leaveOut, oracles.filter(({ vendor }) => vendor !== 'flagd v2' && vendor !== 'PostHog')],
  ['that is left out, there twice or exchanged', mutate, oracles.filter(({ vendor }) => wholly.has(vendor))],
] as const)('a value %s', (_, alter, asked) => {
  for (const oracle of asked) {
    it(`is answered as by ${oracle.sdk}, or said`, { timeout: 300_000 }, async () => {
      const { compared, differences } = await compareWith(oracle, { evaluations, seed: suiteSeed, alter })
      expect(differences).toEqual([])
      expect(compared).toBeGreaterThan(evaluations / 4)
    })
  }
})
