import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag, stateOf, where } from '../../../tests/support/builders.ts'
import { everyModule } from '../../../tests/support/every-module.ts'
import { aExtendedContext, aExtendedDatafile } from '../../../tests/support/extended-arbitraries.ts'
import { draws } from '../../../tests/support/seed.ts'
import { aVendorContext, aVendorPair } from '../../../tests/support/vendor-arbitraries.ts'
import { compile } from '../engine/compile.ts'
import { evaluate } from '../engine/evaluate.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { reachOf } from './reach.ts'

const instants = ['2026-11-20T12:00:00Z', '2031-01-01T00:00:00Z'].map((text) => Date.parse(text))
const runs = draws(40)

/**
 * Duplicates the rules of each flag and makes the copies serve everyone. If the first copy of a rule serves its whole
 * audience, the second never matches.
 */
const twice = (datafile: Datafile): Datafile => ({
  ...datafile,
  flags: Object.fromEntries(
    Object.entries(datafile.flags).map(([key, flag]) => {
      const again = flag.rules.map((rule) => ({ ...rule, id: `${rule.id}-again` }))
      return [key, { ...flag, on: true, rules: [...flag.rules, ...again] }]
    }),
  ),
})

/**
 * Counts the rules reported as unreachable, and checks that no context reaches one, nor an unreachable default serve.
 */
const agrees = (datafile: Datafile, contexts: readonly Context[]): number => {
  const engine = compile(datafile, everyModule)
  let found = 0
  for (const [key, flag] of Object.entries(datafile.flags)) {
    const { dead, elseReached } = reachOf(flag, new Map(), datafile)
    found += dead.size
    const bare = compile(
      { ...datafile, flags: { ...datafile.flags, [key]: { ...flag, prerequisites: [], requires: [] } } },
      everyModule,
    )
    for (const one of [engine, bare])
      for (const context of contexts)
        for (const at of instants) {
          const { rule, reason } = evaluate(one, key, context, at)
          expect(dead.has(rule?.id ?? '')).toBe(false)
          expect(!elseReached && reason === 'DEFAULT').toBe(false)
        }
  }
  return found
}

describe('a rule of another system that is said never to match', () => {
  it('matches no context, of documents as importers make them', () => {
    let found = 0
    fc.assert(
      fc.property(
        aVendorPair(),
        fc.array(aVendorContext(), { minLength: 10, maxLength: 20 }),
        ([, datafile], contexts) => {
          found += agrees(twice(datafile), contexts as Context[])
        },
      ),
      { numRuns: runs },
    )
    expect(found).toBeGreaterThan(runs / 10)
  }, 3_600_000)

  it('matches no context, whatever documents ask', () => {
    let flags = 0
    fc.assert(
      fc.property(
        aExtendedDatafile(),
        fc.array(aExtendedContext(), { minLength: 10, maxLength: 20 }),
        (datafile, contexts) => {
          agrees(twice(datafile), contexts as Context[])
          flags += Object.keys(datafile.flags).length
        },
      ),
      { numRuns: Math.ceil(runs / 2) },
    )
    expect(flags).toBeGreaterThan(runs / 4)
  }, 3_600_000)

  const plan = (...values: string[]): Condition => ({
    read: { firstOf: [['plan']] },
    test: { op: 'in.strict', values },
  })
  const reached = (flag: FlagDocument) => reachOf(flag, new Map(), stateOf([flag]))

  it('is told with the lines that contradict each other, and the rules that serve all of it', () => {
    const flag = aFlag('checkout')
      .rule({ all: [plan('pro'), plan('free'), where('country', 'is', 'NO')] }, 'on')
      .rule(plan('pro', 'free'), 'on')
      .rule(plan('pro'), 'off')
      .rule({ not: plan('pro', 'free') }, 'off')
    const { dead, elseReached } = reached(flag)
    const [first, , third] = flag.rules
    expect([...dead]).toEqual([
      [first?.id, { because: 'contradiction', lines: [plan('pro'), plan('free')] }],
      [third?.id, { because: 'shadow', by: [1] }],
    ])
    expect(elseReached).toBe(false)
  })

  it('is none that the time decides', () => {
    const since: Condition = {
      read: { firstOf: [], virtual: 'now' },
      test: { op: 'date.rel', rel: 'after', values: ['2027-01-01T00:00:00Z'], date: 'js', valDate: 'js' },
    }
    expect(reached(aFlag('checkout').rule(since, 'on').rule({ not: since }, 'on'))).toEqual({
      ...{ dead: new Map(), elseReached: true },
    })
  })
})
