import fc from 'fast-check'
import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import { explain } from '../../src/shared/engine/explain.ts'
import { ofrepJson } from '../../src/shared/engine/ofrep-json.ts'
import type { Context } from '../../src/shared/schemas/context.ts'
import { aDatafile } from './arbitraries.ts'
import { everyModule as profiles } from './every-module.ts'
import { aExtendedDatafile } from './extended-arbitraries.ts'
import { aHostileContext } from './hostile.ts'

/** Generous limit for one evaluation: anything unbounded would exceed it. */
const longestMs = 5_000

/**
 * Evaluates at least `wanted` hostile contexts with both engines, over random native and extended datafiles. Throws if
 * one throws, takes too long, or returns an invalid outcome.
 */
export const runHostile = async (
  wanted: number,
  seed: number,
  progress: (cases: number) => void = () => {},
): Promise<number> => {
  let cases = 0
  for (let round = 0; cases < wanted; round += 1) {
    const datafiles = fc.oneof(aDatafile(), aExtendedDatafile())
    const contexts = fc.array(aHostileContext(), { minLength: 25, maxLength: 25 })
    fc.assert(
      fc.property(datafiles, contexts, (datafile, makers) => {
        const compiled = compile(datafile, profiles)
        for (const make of makers) {
          for (const key of Object.keys(datafile.flags)) {
            cases += 1
            const started = performance.now()
            // Safe cast: callers without types may pass anything.
            const outcome = evaluate(compiled, key, make() as Context, 0)
            if (typeof ofrepJson(outcome) !== 'string') throw new Error('an outcome has no JSON')
            JSON.stringify(explain(datafile, key, make() as Context, 0, undefined, profiles).steps)
            if (performance.now() - started > longestMs) throw new Error(`an answer took over ${longestMs} ms`)
          }
        }
      }),
      { seed: seed + round, numRuns: 20 },
    )
    progress(cases)
  }
  return cases
}
