import { describe, expect, it } from 'vitest'
import { contextsOf } from '../../../tests/support/grid.ts'
import { hostileMaker } from '../../../tests/support/hostile-pairs.ts'
import { expectDifferences, freshCount } from '../../../tests/support/moves.ts'
import { randomOf } from '../../../tests/support/random.ts'
import { draws, drawsMore, suiteSeed as seed } from '../../../tests/support/seed.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
/** Each run has four documents. */
const runs = draws(300, 800)
/**
 * A few documents take almost all of the budget, so normal runs use a smaller one, which does not affect the others.
 */
const budget = drawsMore ? {} : { steps: 30_000, coverSteps: 10_000 }

describe(`the difference of documents at their edges (FANION_SEED=${seed})`, () => {
  it('holds exactly the contexts of their own constants, and their neighbours, whose answer changes', () => {
    const counted = freshCount()
    for (let run = 0; run < runs; run += 1) {
      const random = randomOf(seed + run)
      const [before, after] = hostileMaker(random)()
      const contexts = contextsOf([before, after], random, drawsMore ? 60 : 12)
      try {
        expectDifferences(before, after, contexts, counted, { nowMs, ...budget })
      } catch (problem) {
        throw new Error(`seed ${seed + run}`, { cause: problem })
      }
    }
    if (drawsMore) console.info(counted)
    expect(counted.regions).toBeGreaterThan(runs / 2)
    expect(counted.changed).toBeGreaterThan(runs)
    expect(counted.documents).toBe(4 * runs)
    expect(counted.exact).toBeGreaterThan(counted.documents * 0.96)
  }, 3_600_000)
})
