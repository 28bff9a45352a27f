import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, aSegment, split, stateOf, where } from '../../../tests/support/builders.ts'
import { draws } from '../../../tests/support/seed.ts'
import { canonicalJson } from '../datafile/canonical-json.ts'
import { compile } from '../engine/compile.ts'
import { evaluate } from '../engine/evaluate.ts'
import { everyFamily } from '../engine/operators/every-family.ts'
import type { Condition } from '../schemas/condition.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import { flagsBeyondEffect, type StateChange } from './within-effect.ts'

const nowMs = Date.UTC(2026, 10, 20)
const runs = draws(80)

const only = (when: Condition) => stateOf([aFlag().rule(when, 'on')])
const nobody = stateOf([aFlag()])
const norway = where('country', 'is', 'NO')
const nordic = where('country', 'isOneOf', 'NO', 'SE')

describe('an effect that was approved', () => {
  it('holds one that shrank, and none that grew', () => {
    const [wide, narrow]: StateChange[] = [
      { before: nobody, after: only(nordic) },
      { before: nobody, after: only(norway) },
    ]
    if (wide === undefined || narrow === undefined) throw new Error('there are two')
    expect(flagsBeyondEffect(wide, narrow, nowMs)).toEqual([])
    expect(flagsBeyondEffect(narrow, wide, nowMs)).toEqual(['checkout'])
    expect(flagsBeyondEffect(wide, { before: nobody, after: nobody }, nowMs)).toEqual([])
  })

  it('holds one that does the same beside what others changed', () => {
    const then = { before: nobody, after: only(nordic) }
    const other = where('plan', 'is', 'pro')
    const now = {
      before: stateOf([aFlag().rule(other, 'off')]),
      after: stateOf([aFlag().rule(other, 'off').rule(nordic, 'on')]),
    }
    expect(flagsBeyondEffect(then, now, nowMs)).toEqual([])
  })

  it('holds none whose moves go elsewhere', () => {
    const flag = aFlag().with({ type: 'string', variants: { on: 'a', off: 'b', half: 'c' } })
    const to = (variant: string): StateChange => ({
      before: stateOf([flag]),
      after: stateOf([flag.rule(norway, variant)]),
    })
    expect(flagsBeyondEffect(to('on'), to('half'), nowMs)).toEqual(['checkout'])
  })

  it('sees through segments and prerequisites, and by any part of a rollout', () => {
    const flags = (on: number) => [
      aFlag('a').rule({ segment: 's' }, split({ on, off: 100_000 - on })),
      aFlag('b').serving('on').requiring('a', 'on'),
    ]
    const effect = (when: Condition, on: number): StateChange => ({
      before: stateOf([aFlag('a'), aFlag('b').serving('on').requiring('a', 'on')], { s: aSegment('s', { when }) }),
      after: stateOf(flags(on), { s: aSegment('s', { when }) }),
    })
    expect(flagsBeyondEffect(effect(nordic, 20_000), effect(norway, 10_000), nowMs)).toEqual([])
    expect(flagsBeyondEffect(effect(norway, 20_000), effect(nordic, 10_000), nowMs)).toEqual(['a', 'b'])
    expect(flagsBeyondEffect(effect(norway, 10_000), effect(norway, 10_001), nowMs)).toEqual(['a', 'b'])
  })

  it('that is not decided holds only what depends on the same documents', () => {
    const then = { before: nobody, after: only(nordic) }
    expect(flagsBeyondEffect(then, { before: nobody, after: only(norway) }, nowMs, 1)).toEqual(['checkout'])
    expect(flagsBeyondEffect(then, then, nowMs, 1)).toEqual([])
  })

  it('of any documents: whoever moves now moved so then, unless a flag is named', () => {
    const counted = { within: 0, grown: 0, shrunk: 0 }
    const answer = (datafile: Datafile, flag: string) => {
      const engine = compile(datafile, everyFamily)
      return (context: Context) => {
        const { variant, value } = evaluate(engine, flag, context, nowMs)
        return variant === null ? '' : canonicalJson([variant, value])
      }
    }
    // States that share most of their documents, as usual.
    const mixed = fc
      .tuple(aDatafile(), aDatafile(), fc.array(fc.constantFrom(0, 0, 1), { minLength: 24, maxLength: 24 }))
      .map(([one, two, picks]) =>
        Array.from({ length: 4 }, (_, at): Datafile => {
          const flags = Object.fromEntries(
            Object.keys(one.flags).map((key, index) => {
              const other = two.flags[key]
              return [key, picks[at * 6 + index] === 1 && other !== undefined ? other : one.flags[key]]
            }),
          )
          // Safe cast: each key has a document of one of the two.
          return { ...one, flags, segments: { ...two.segments, ...one.segments } } as Datafile
        }),
      )
    fc.assert(
      fc.property(mixed, fc.array(aContext(), { minLength: 10, maxLength: 20 }), ([a, b, c, d], contexts) => {
        if (a === undefined || b === undefined || c === undefined || d === undefined) return
        const [then, now] = [
          { before: a, after: b },
          { before: c, after: d },
        ]
        const named = new Set(flagsBeyondEffect(then, now, nowMs))
        for (const flag of Object.keys(a.flags)) {
          const [before, after, is, becomes] = [a, b, c, d].map((state) => answer(state, flag))
          if (!before || !after || !is || !becomes) continue
          const fresh = contexts.filter(
            (one) => is(one) !== becomes(one) && !(before(one) === is(one) && after(one) === becomes(one)),
          )
          counted[named.has(flag) ? 'grown' : 'within'] += 1
          if (!named.has(flag) && contexts.some((one) => before(one) !== after(one))) counted.shrunk += 1
          expect(named.has(flag) ? [] : fresh).toEqual([])
        }
      }),
      { numRuns: runs },
    )
    expect(Math.min(...Object.values(counted))).toBeGreaterThan(runs / 20)
  })
})
