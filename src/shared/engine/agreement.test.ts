import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../tests/support/arbitraries.ts'
import { everyModule as profiles } from '../../../tests/support/every-module.ts'
import { aExtendedContext, aExtendedDatafile, anElement } from '../../../tests/support/extended-arbitraries.ts'
import { draws, suiteSeed as seed } from '../../../tests/support/seed.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { compile } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { explain } from './explain.ts'
import { everyFamily } from './operators/every-family.ts'
import type { Outcome } from './outcome.ts'

/**
 * The parts of an outcome that both engines must agree on. Only the compiled engine has counters, and error texts
 * differ.
 */
const told = (outcome: Outcome) => {
  const { flag, value, variant, reason, rule, prerequisite, errorCode, warning } = outcome
  const { enabled, name, payload, inExperiment, measured } = outcome
  const more = { enabled, name, payload, inExperiment, measured }
  return JSON.stringify({ flag, value, variant, reason, rule, prerequisite, errorCode, warning, ...more })
}

const nowMs = Date.UTC(2026, 10, 20)
const wide = draws(3_500, 8_000)

/** The same flags with every second rule measured. */
const measured = (datafile: Datafile): Datafile => ({
  ...datafile,
  flags: mapValues(datafile.flags, (flag) => ({
    ...flag,
    rules: flag.rules.map((rule, index) => (index % 2 === 0 ? { ...rule, run: index + 1 } : rule)),
  })),
})

const mapValues = <T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

/** The same flags with every condition applied to the elements of `tags`. */
const aboutElements = (datafile: Datafile): Datafile => {
  const about = (when: Condition): Condition => ({
    read: { firstOf: [['tags']] },
    test: { op: 'arr.all', each: [when] },
  })
  const flags = Object.entries(datafile.flags).map(([key, flag]) => {
    const rules = flag.rules.map((rule) => ({ ...rule, when: about(rule.when) }))
    return [key, { ...flag, rules }] as const
  })
  return { ...datafile, flags: Object.fromEntries(flags) }
}

describe('the compiled engine and the interpreter', () => {
  it(`agree on native evaluations (FANION_SEED=${seed})`, () => {
    let cases = 0
    for (let round = 0; cases < draws(12_000, 30_000); round += 1) {
      const contexts = fc.array(aContext(), { minLength: 40, maxLength: 40 })
      fc.assert(
        fc.property(aDatafile().map(measured), contexts, (datafile, asked) => {
          const compiled = compile(datafile, everyFamily)
          for (const key of Object.keys(datafile.flags)) {
            for (const context of asked) {
              cases += 1
              const outcome = evaluate(compiled, key, context, nowMs)
              expect(told(explain(datafile, key, context, nowMs).outcome)).toBe(told(outcome))
            }
          }
        }),
        { seed: seed + round, numRuns: 60 },
      )
    }
    console.info(`native: ${cases} evaluations agree, FANION_SEED=${seed}`)
  })

  const agreeOn = (cases: number, datafiles: fc.Arbitrary<Datafile>, context: fc.Arbitrary<Context>) => {
    let seen = 0
    for (let round = 0; seen < cases; round += 1) {
      const contexts = fc.array(context, { minLength: 10, maxLength: 10 })
      fc.assert(
        fc.property(datafiles, contexts, (datafile, asked) => {
          const compiled = compile(datafile, profiles)
          for (const key of Object.keys(datafile.flags)) {
            for (const one of asked) {
              seen += 1
              const outcome = evaluate(compiled, key, one, nowMs)
              expect(told(explain(datafile, key, one, nowMs, undefined, profiles).outcome)).toBe(told(outcome))
            }
          }
        }),
        { seed: seed + round, numRuns: 40 },
      )
    }
    return seen
  }

  it(`agree on evaluations of the superset (FANION_SEED=${seed})`, () => {
    const seen = agreeOn(wide, aExtendedDatafile().map(measured), aExtendedContext())
    expect(seen).toBeGreaterThanOrEqual(wide)
    console.info(`superset: ${seen} evaluations agree, FANION_SEED=${seed}`)
  })

  it(`agree on evaluations about elements of lists, of any kind (FANION_SEED=${seed})`, () => {
    const tags = fc.array(anElement(), { minLength: 1, maxLength: 3 })
    const context = fc.record({ targetingKey: fc.constant('u1'), tags })
    expect(agreeOn(wide, aExtendedDatafile().map(aboutElements), context)).toBeGreaterThanOrEqual(wide)
  })
})
