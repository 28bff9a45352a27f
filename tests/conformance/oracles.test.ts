import { describe, expect, it } from 'vitest'
import { draws, suiteSeed } from '../support/seed.ts'
import { compareWith } from './oracles/compare.ts'
import { oracles } from './oracles/oracles.ts'

/*
 * Random documents and contexts, awkward values on both sides, answered by the vendors' own SDKs from the registry and by
 * both engines of ours. `FANION_SEED` asks other questions, `FANION_DRAWS` more of them.
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
