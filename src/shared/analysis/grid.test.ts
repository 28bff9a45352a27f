import { describe, expect, it } from 'vitest'
import { contextsOf } from '../../../tests/support/grid.ts'
import { hostileMaker } from '../../../tests/support/hostile-pairs.ts'
import { expectDifferences, freshCount } from '../../../tests/support/moves.ts'
import { randomOf } from '../../../tests/support/random.ts'

const nowMs = Date.parse('2026-11-20T12:00:00Z')
const runs = Number(process.env['FANION_GRID_RUNS'] ?? 60)
const seed = Number(process.env['FC_SEED'] ?? Date.now() % 1_000_000_000)

describe(`the difference of documents at their edges (FC_SEED=${seed})`, () => {
  it('holds exactly the contexts of their own constants, and their neighbours, whose answer changes', () => {
    const counted = freshCount()
    for (let run = 0; run < runs; run += 1) {
      const random = randomOf(seed + run)
      const [before, after] = hostileMaker(random)()
      const contexts = contextsOf([before, after], random, 60)
      try {
        expectDifferences(before, after, contexts, nowMs, counted)
      } catch (problem) {
        throw new Error(`seed ${seed + run}`, { cause: problem })
      }
    }
    if (process.env['FANION_GRID_RUNS'] !== undefined) console.info(counted)
    expect(counted.regions).toBeGreaterThan(runs / 2)
    expect(counted.changed).toBeGreaterThan(runs)
  }, 3_600_000)
})
