import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../../tests/support/arbitraries.ts'
import { aFlag, stateOf, where } from '../../../../tests/support/builders.ts'
import {
  aPromise,
  assertProof,
  day,
  evaluateStatement,
  type GroupStatement,
  nowMs,
  promised,
  runs,
} from '../../../../tests/support/promises.ts'
import { drawsMore } from '../../../../tests/support/seed.ts'
import type { Datafile } from '../../schemas/datafile.ts'
import { proveChange } from './prove.ts'
import { invariantsKeptTogether, proveChanges } from './prove-together.ts'

/** Two states that share most documents, and promises about either. */
const aCase = fc
  .tuple(aDatafile(), aDatafile(), fc.nat({ max: 3 }))
  .map(([one, two, most]): [Datafile, Datafile] => {
    const segments = { ...two.segments, ...one.segments }
    const edited = Object.fromEntries(Object.entries(two.flags).slice(0, most))
    return [
      { ...one, segments },
      { ...one, segments, flags: { ...one.flags, ...edited } },
    ]
  })
  .chain(([before, after]) =>
    fc.tuple(
      fc.constant(before),
      fc.constant(after),
      fc.array(
        fc
          .tuple(fc.oneof(aPromise(before), aPromise(after)), fc.option(fc.constantFrom(0, 10_000, 50_000, 100_000)))
          .map(([about, share]) => (share === null ? about : ({ ...about, kind: 'atMost', share } as GroupStatement))),
        { minLength: 1, maxLength: 8 },
      ),
    ),
  )

describe('promises that are proven together', () => {
  it('come out as each does alone, and what no model proves is asked alone', () => {
    const told = { kept: 0, together: 0, all: 0 }
    fc.assert(
      fc.property(aCase, fc.array(aContext(), { minLength: 5, maxLength: 10 }), ([before, after, given], contexts) => {
        const alone = given.map((statement) => proveChange(before, after, statement, { nowMs }))
        const together = invariantsKeptTogether(before, after, given, { nowMs }) ?? new Set()
        const verdicts = proveChanges(before, after, given, { nowMs })
        for (const [at, verdict] of alone.entries()) {
          told.all += 1
          if (verdict.state === 'kept') told.kept += 1
          if (together.has(at)) {
            told.together += 1
            // Never contradicts a proof: a promise that cannot be proven alone may be provable together with others.
            assertProof(verdict.state !== 'broken' && verdicts[at]?.state === 'kept')
            const statement = given[at] as GroupStatement
            if (statement.kind === 'atMost') continue
            for (const instant of [nowMs, nowMs + 29 * day, nowMs + 400 * day]) {
              const [was, is] = [
                evaluateStatement(before, statement, instant),
                evaluateStatement(after, statement, instant),
              ]
              const isWorse =
                statement.kind === 'keeps'
                  ? (one: (typeof contexts)[number]) => was.whom(one) && was.gets(one) && !is.gets(one)
                  : (one: (typeof contexts)[number]) => is.broken(one) && !was.broken(one)
              assertProof(!contexts.some(isWorse))
            }
          } else assertProof(JSON.stringify(verdicts[at]) === JSON.stringify(verdict))
        }
      }),
      { numRuns: Math.ceil(runs / 2), endOnFailure: true },
    )
    expect(told.together).toBeGreaterThan(told.kept * 0.8)
    if (drawsMore) console.info(told)
  }, 3_600_000)

  it('are kept without a proof where nothing that they read changes, whatever else does', () => {
    const [one, other] = [aFlag('checkout'), aFlag('search')]
    const before = stateOf([one, other])
    const after = stateOf([one, other.rule(where('country', 'is', 'CN'), 'off')])
    const statements = ['everyone gets checkout off', 'everyone gets search on'].map(promised)
    // No steps for a model.
    expect(invariantsKeptTogether(before, after, statements.slice(0, 1), { nowMs, steps: 0 })).toEqual(new Set([0]))
    expect(invariantsKeptTogether(before, after, statements, { nowMs, steps: 0 })).toBeUndefined()
    expect(invariantsKeptTogether(before, before, statements, { nowMs, steps: 0 })).toEqual(new Set([0, 1]))
  })
})
