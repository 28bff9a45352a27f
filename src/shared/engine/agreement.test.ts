import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../tests/support/arbitraries.ts'
import { aWideContext, aWideDatafile } from '../../../tests/support/wide-arbitraries.ts'
import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { explain } from './explain.ts'
import type { Outcome } from './outcome.ts'
import { loadProfiles } from './profiles.ts'

/** An outcome as both tell it: counters belong to the compiled engine alone, and each words its problems its own way. */
const told = (outcome: Outcome) => {
  const { flag, value, variant, reason, rule, prerequisite, errorCode, warning } = outcome
  const { enabled, name, payload, inExperiment } = outcome
  const more = { enabled, name, payload, inExperiment }
  return JSON.stringify({ flag, value, variant, reason, rule, prerequisite, errorCode, warning, ...more })
}

const seed = Number(process.env['FC_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const nowMs = Date.UTC(2026, 10, 20)

describe('the compiled engine and the interpreter', () => {
  it(`agree on 100 000 native evaluations (FC_SEED=${seed})`, () => {
    let cases = 0
    for (let round = 0; cases < 100_000; round += 1) {
      const contexts = fc.array(aContext(), { minLength: 40, maxLength: 40 })
      fc.assert(
        fc.property(aDatafile(), contexts, (datafile, asked) => {
          const compiled = compile(datafile)
          for (const key of Object.keys(datafile.flags)) {
            for (const context of asked) {
              cases += 1
              const outcome = evaluate(compiled, key, context, nowMs)
              expect(told(explain(datafile, key, context, nowMs).outcome)).toBe(told(outcome))
            }
          }
        }),
        { seed: seed + round, numRuns: 200 },
      )
    }
    console.info(`native: ${cases} evaluations agree, FC_SEED=${seed}`)
  }, 120_000)

  it(`agree on 20 000 evaluations of the superset (FC_SEED=${seed})`, async () => {
    const profiles = await loadProfiles(['wide', 'sha1', 'sha256', 'md5', 'cbor', 'regex', 'versions', 'jsonlogic'])
    let cases = 0
    for (let round = 0; cases < 20_000; round += 1) {
      const contexts = fc.array(aWideContext(), { minLength: 10, maxLength: 10 })
      fc.assert(
        fc.property(aWideDatafile(), contexts, (datafile, asked) => {
          const compiled = compile(datafile, profiles)
          for (const key of Object.keys(datafile.flags)) {
            for (const context of asked) {
              cases += 1
              const outcome = evaluate(compiled, key, context, nowMs)
              expect(told(explain(datafile, key, context, nowMs, undefined, profiles).outcome)).toBe(told(outcome))
            }
          }
        }),
        { seed: seed + round, numRuns: 100 },
      )
    }
    console.info(`superset: ${cases} evaluations agree, FC_SEED=${seed}`)
  }, 120_000)
})
