import { describe, expect, it } from 'vitest'
import { draws, suiteSeed } from '../support/seed.ts'
import { compareWith } from './oracles/compare.ts'
import { oracles } from './oracles/oracles.ts'

/*
 * Random documents and contexts with awkward values on both sides, evaluated by the vendors' SDKs and by both of our
 * engines. `FANION_SEED` draws others, `FANION_DRAWS` more of them.
 */

const evaluations = draws(5_000)

describe('imported documents answer as the vendor does', () => {
  for (const oracle of oracles) {
    it(`${oracle.vendor}, beside ${oracle.sdk}`, { timeout: 300_000 }, async () => {
      const { compared, answers, differences } = await compareWith(oracle, { evaluations, seed: suiteSeed })
      expect(differences).toEqual([])
      expect(compared).toBeGreaterThan(evaluations / 2)
      expect(answers).toBeGreaterThan(1)
    })
  }
})
