import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, where } from '../../../tests/support/builders.ts'
import { buildDatafile } from '../datafile/build.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { compile } from './compile.ts'
import { effectOf } from './effect.ts'
import { evaluate } from './evaluate.ts'

const nowMs = Date.UTC(2026, 10, 20)
const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)

describe('the effect of publishing', () => {
  it('is what evaluating each context twice by hand counts, and adds up', () => {
    fc.assert(
      fc.property(aDatafile(), aDatafile(), fc.array(aContext(), { maxLength: 20 }), (before, after, contexts) => {
        const flags = [...new Set([...Object.keys(before.flags), ...Object.keys(after.flags)])]
        const [old, next] = [compile(before), compile(after)]
        for (const { flag, before: had, after: get, moves } of effectOf(before, after, flags, contexts, nowMs)) {
          expect([sum(had), sum(get)]).toEqual([contexts.length, contexts.length])
          const variant = (compiled: typeof old, i: number) =>
            evaluate(compiled, flag, contexts[i] ?? {}, nowMs).variant
          const moving = contexts.filter((_, i) => variant(old, i) !== variant(next, i))
          expect(sum(moves)).toBe(moving.length)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('tells who moves where, the most first', () => {
    const environment = (flag: FlagDocument) =>
      buildDatafile({
        project: 'shop',
        environment: 'production',
        revision: 1,
        publishedAt: '2026-11-20T12:00:00.000Z',
        flags: { checkout: flag },
        segments: {},
      })
    const before = environment(aFlag().rule(where('country', 'is', 'NO'), 'on'))
    const after = environment(aFlag().rule(where('country', 'isOneOf', 'DE', 'SE', 'DK'), 'on'))
    const contexts = ['NO', 'DE', 'SE', 'DK', 'US'].map((country) => ({ country }))
    expect(effectOf(before, after, ['checkout'], contexts, nowMs)).toEqual([
      {
        flag: 'checkout',
        before: [
          { variant: 'off', count: 4 },
          { variant: 'on', count: 1 },
        ],
        after: [
          { variant: 'on', count: 3 },
          { variant: 'off', count: 2 },
        ],
        moves: [
          { from: 'off', to: 'on', count: 3 },
          { from: 'on', to: 'off', count: 1 },
        ],
      },
    ])
  })
})
