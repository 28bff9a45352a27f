import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aContext, aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, aSegment, split, where } from '../../../tests/support/builders.ts'
import { draws, suiteSeed } from '../../../tests/support/seed.ts'
import { buildDatafile } from '../datafile/build.ts'
import { canonicalJson } from '../datafile/canonical-json.ts'
import { compile } from '../engine/compile.ts'
import { evaluate } from '../engine/evaluate.ts'
import { everyFamily } from '../engine/operators/every-family.ts'
import type { Context } from '../schemas/context.ts'
import type { Datafile } from '../schemas/datafile.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { flagComparersFor } from './flag-comparer.ts'
import { movementOf } from './movement.ts'

const nowMs = Date.UTC(2026, 10, 20)
const runs = draws(60)
const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)

const environment = (flag: FlagDocument, segments: Record<string, SegmentDocument> = {}) =>
  buildDatafile({
    project: 'shop',
    environment: 'production',
    revision: 1,
    publishedAt: '2026-11-20T12:00:00.000Z',
    flags: { [flag.key]: flag },
    segments,
  })

/** Whether the engine's variant or value for a context changes. */
const moving = (before: Datafile, after: Datafile, flag: string) => {
  const [old, next] = [compile(before, everyFamily), compile(after, everyFamily)]
  const answer = (engine: typeof old, context: Context) => {
    const { variant, value } = evaluate(engine, flag, context, nowMs)
    return variant === null ? '' : canonicalJson([variant, value])
  }
  return (context: Context) => answer(old, context) !== answer(next, context)
}

const allFlags = (before: Datafile, after: Datafile) => [
  ...new Set([...Object.keys(before.flags), ...Object.keys(after.flags)]),
]

describe('the movement of contexts', () => {
  it('is what evaluating each context twice says, flag by flag and over all, and adds up', () => {
    fc.assert(
      fc.property(aDatafile(), aDatafile(), fc.array(aContext(), { maxLength: 20 }), (before, after, contexts) => {
        const flags = allFlags(before, after)
        const movement = movementOf(before, after, flags, contexts, { nowMs })
        for (const { flag, before: had, after: gets, moves, moved, stays, depends } of movement.flags) {
          expect([sum(had), sum(gets), moved + stays + depends]).toEqual(Array(3).fill(contexts.length))
          expect(moved).toBe(contexts.filter(moving(before, after, flag)).length)
          expect(sum(moves)).toBe(moved)
        }
        const anywhere = contexts.filter((context) => flags.some((flag) => moving(before, after, flag)(context)))
        expect([movement.moved, movement.depends]).toEqual([anywhere.length, 0])
      }),
      { numRuns: runs },
    )
  })

  it('of contexts without an attribute holds whatever its value may be', () => {
    const told = { moves: 0, stays: 0, depends: 0 }
    const hidden = fc.constantFrom('plan', 'country', 'age', 'tags', 'targetingKey', 'user.team')
    const withPath = (context: Context, path: string, value: unknown): Context => {
      const [outer = '', inner] = path.split('.')
      return { ...context, [outer]: inner === undefined ? value : { [inner]: value } }
    }
    const draw = (round: number) =>
      fc.assert(
        fc.property(
          aDatafile(),
          aDatafile(),
          hidden,
          fc.array(aContext(), { minLength: 12, maxLength: 12 }),
          (before, after, path, contexts) => {
            const [outer = ''] = path.split('.')
            const values = contexts.map((context) => context[outer]).filter((value) => value !== undefined)
            const without = contexts
              .slice(0, 6)
              .map((context): Context => Object.fromEntries(Object.entries(context).filter(([name]) => name !== outer)))
            const moverOf = flagComparersFor(before, after, { nowMs, keptOut: [path] })
            for (const flag of allFlags(before, after)) {
              const { moveOf, measured } = moverOf(flag)
              if (!measured) continue
              const isMoving = moving(before, after, flag)
              for (const context of without) {
                const { becomes } = moveOf(context)
                told[becomes] += 1
                if (becomes === 'depends') continue
                const might = path.includes('.')
                  ? ['a', 'b', 1, true].map((value) => withPath(context, path, value))
                  : values.map((value) => withPath(context, path, value))
                for (const one of [context, ...might]) expect(isMoving(one)).toBe(becomes === 'moves')
              }
            }
          },
        ),
        { numRuns: runs, seed: suiteSeed + round },
      )
    draw(0)
    // Each count depends on chance, but after enough rounds none should be 0.
    const enough = () => Object.values(told).every((count) => count > runs / 20)
    for (let round = 1; round < 20 && !enough(); round += 1) draw(round)
    for (const count of Object.values(told)) expect(count).toBeGreaterThan(runs / 20)
  })

  it('depends exactly for those whom what was kept out decides', () => {
    const staff = { staff: aSegment('staff', { when: where('email', 'endsWith', '@acme.com') }) }
    const before = environment(aFlag().rule(where('country', 'is', 'NO'), 'on'), staff)
    const after = environment(
      aFlag()
        .rule({ all: [{ segment: 'staff' }, where('country', 'is', 'DE')] }, 'on')
        .rule(where('country', 'isOneOf', 'NO', 'SE'), 'on'),
      staff,
    )
    const contexts = ['NO', 'DE', 'SE', 'US'].map((country) => ({ country }))
    const { flags, moved, depends } = movementOf(before, after, ['checkout'], contexts, { nowMs, keptOut: ['email'] })
    expect(flags).toMatchObject([
      {
        moves: [{ from: 'off', to: 'on', count: 1 }],
        mayMove: [],
        moved: 1,
        stays: 2,
        depends: 1,
        unknown: ['email'],
        measured: true,
      },
    ])
    expect([moved, depends]).toEqual([1, 1])
  })

  it('tells of those whom what was kept out decides where they would go', () => {
    const staff = { staff: aSegment('staff', { when: where('email', 'endsWith', '@acme.com') }) }
    const rule = aFlag().rule({ segment: 'staff' }, 'on')
    const before = environment(rule, staff)
    const after = environment(
      aFlag()
        .rule({ segment: 'staff' }, 'on')
        .rule(where('country', 'is', 'NO'), 'on'),
      staff,
    )
    const contexts = ['NO', 'DE', 'NO'].map((country) => ({ country }))
    const { flags } = movementOf(before, after, ['checkout'], contexts, { nowMs, keptOut: ['email'] })
    expect(flags).toMatchObject([{ moves: [], mayMove: [{ from: 'off', to: 'on', count: 2 }], depends: 2 }])
  })

  it('hears somebody who tells what is kept out all the same', () => {
    const before = environment(aFlag())
    const after = environment(aFlag().rule(where('email', 'is', 'anna@acme.com'), 'on'))
    const { moveOf } = flagComparersFor(before, after, { nowMs, keptOut: ['email'] })('checkout')
    expect([{}, { email: 'anna@acme.com' }, { email: 'bob@acme.com' }].map((one) => moveOf(one).becomes)).toEqual([
      'depends',
      'moves',
      'stays',
    ])
  })

  it('of a rollout depends on the targeting key, where that is kept out', () => {
    const at = (on: number) => environment(aFlag().serving(split({ on, off: 100_000 - on })))
    const movement = movementOf(at(10_000), at(20_000), ['checkout'], [{ country: 'NO' }], {
      nowMs,
      keptOut: ['targetingKey'],
    })
    expect([movement.moved, movement.depends]).toEqual([0, 1])
  })

  it('counts the same variant with another value', () => {
    const before = environment(
      aFlag()
        .with({ type: 'string', variants: { on: 'a', off: 'b' } })
        .serving('on'),
    )
    const after = environment(
      aFlag()
        .with({ type: 'string', variants: { on: 'c', off: 'b' } })
        .serving('on'),
    )
    expect(movementOf(before, after, ['checkout'], [{}, { a: 1 }], { nowMs }).flags[0]?.moves).toEqual([
      { from: 'on', to: 'on', count: 2 },
    ])
  })

  it('says so where a flag that cannot be decided reads what is kept out', () => {
    const at = (variant: string) => environment(aFlag().rule(where('email', 'is', 'anna'), variant))
    const undecided = { nowMs, keptOut: ['email'], steps: 1 }
    expect(flagComparersFor(at('on'), at('off'), undecided)('checkout').measured).toBe(false)
    expect(flagComparersFor(at('on'), at('off'), { ...undecided, keptOut: ['name'] })('checkout').measured).toBe(true)
  })

  it('tells who moves where, the most first', () => {
    const before = environment(aFlag().rule(where('country', 'is', 'NO'), 'on'))
    const after = environment(aFlag().rule(where('country', 'isOneOf', 'DE', 'SE', 'DK'), 'on'))
    const contexts = ['NO', 'DE', 'SE', 'DK', 'US'].map((country) => ({ country }))
    expect(movementOf(before, after, ['checkout'], contexts, { nowMs }).flags).toMatchObject([
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
