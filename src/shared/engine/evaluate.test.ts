import { describe, expect, it } from 'vitest'
import { aFlag, aFlagOf, aSegment, aDatafile as datafile, split, where } from '../../../tests/support/builders.ts'
import { type Condition, Operator, type Scalar } from '../schemas/condition.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { murmur3 } from './bucketing/murmur3.ts'
import { bucketOf, firstHash, seedOf } from './bucketing/native.ts'
import { compile } from './compile.ts'
import { maxDepth } from './condition.ts'
import { evaluate } from './evaluate.ts'
import { explain } from './explain.ts'
import { loadModules, modulesNeeded } from './optional-modules.ts'
import { maxChain } from './prerequisite.ts'

const ask = (flags: FlagDocument[], context: object = {}, segments: SegmentDocument[] = []) =>
  evaluate(compile(datafile(flags, segments)), flags[0]?.key ?? '', { ...context }, 0)

describe('evaluation', () => {
  it('of a flag that is not there says so', () => {
    for (const key of ['gone', 'constructor', '__proto__', '']) {
      expect(evaluate(compile(datafile([])), key, {}, 0)).toMatchObject({ errorCode: 'FLAG_NOT_FOUND', slot: -1 })
    }
  })
  it('of a flag that is off gives the off variant, or the caller’s default', () => {
    expect(ask([aFlag().switchedOff()])).toMatchObject({ variant: 'off', reason: 'DISABLED' })
    expect(ask([aFlag().switchedOff().with({ offVariant: null })])).toMatchObject({
      value: undefined,
      reason: 'DISABLED',
    })
  })
  it('stops at the first prerequisite that fails', () => {
    const flag = aFlag().requiring('a', 'on').requiring('b', 'on').serving('on')
    const [a, b] = [aFlag('a').serving('on'), aFlag('b')]
    expect(ask([flag, a, b])).toMatchObject({ variant: 'off', reason: 'PREREQUISITE_FAILED', prerequisite: 'b' })
    expect(ask([flag, a, b.serving('on')])).toMatchObject({ variant: 'on', reason: 'DEFAULT' })
  })
  it('wants a prerequisite on, not only serving the variant', () => {
    expect(ask([aFlag().requiring('a', 'off').serving('on'), aFlag('a').switchedOff()])).toMatchObject({
      prerequisite: 'a',
    })
  })
  it('counts a circle of prerequisites as failed, wherever it begins', () => {
    const circle = [aFlag('a').requiring('b', 'on', 'off'), aFlag('b').requiring('a', 'on', 'off')]
    expect(ask(circle)).toMatchObject({ prerequisite: 'b' })
    expect(ask(circle.toReversed())).toMatchObject({ prerequisite: 'a' })
  })
  it('counts a chain that is too long as failed, and answers', () => {
    const chain = Array.from({ length: 5_000 }, (_, at) =>
      aFlag(`f${at}`)
        .requiring(`f${at + 1}`, 'on')
        .serving('on'),
    )
    expect(ask([...chain, aFlag('f5000').serving('on')])).toMatchObject({ reason: 'PREREQUISITE_FAILED' })
    expect(ask([...chain.slice(-40), aFlag('f5000').serving('on')])).toMatchObject({ variant: 'on' })
  })
  it('follows a chain of as many flags as it may have, and no more', () => {
    const chain = (length: number) =>
      Array.from({ length }, (_, at) => {
        const flag = aFlag(`f${at}`).serving('on')
        return at === length - 1 ? flag : flag.requiring(`f${at + 1}`, 'on')
      })
    expect(ask(chain(maxChain + 1))).toMatchObject({ variant: 'on' })
    expect(ask(chain(maxChain + 2))).toMatchObject({ reason: 'PREREQUISITE_FAILED' })
  })
  it('places a unit by the salt of its point, else by that of its flag', () => {
    const bucket = bucketOf('user-1', 'other')
    const parts = [{ variant: 'on', from: bucket, to: bucket + 1 }]
    const variant = (point?: { salt: string }) =>
      ask([aFlag().serving({ split: { ...(point && { point }), parts } })], { targetingKey: 'user-1' }).variant
    expect([variant({ salt: 'other' }), variant()]).toEqual(['on', 'off'])
    const slice = { from: bucket, to: bucket + 1 }
    const sliced = (point?: { salt: string }) =>
      ask([aFlag().rule({ in: { ...(point && { point }), ...slice } }, 'on')], { targetingKey: 'user-1' }).variant
    expect([sliced({ salt: 'other' }), sliced()]).toEqual(['on', 'off'])
  })
  it('counts the last hash of a bucket to it, and the first of the next to that', () => {
    const found = (hash: (bucket: number) => number, salt: string) => {
      for (let at = 0; ; at += 1) {
        const bucket = bucketOf(`u${at}`, salt)
        if (murmur3(`u${at}`, seedOf(salt)) >>> 0 === hash(bucket)) return { targetingKey: `u${at}`, bucket }
      }
    }
    for (const hash of [firstHash, (bucket: number) => firstHash(bucket + 1) - 1]) {
      const { targetingKey, bucket } = found(hash, 'checkout')
      const at = (from: number, to: number) => {
        const parts = [{ variant: 'on', from, to }]
        const bySplit = ask([aFlag().serving({ split: { parts } })], { targetingKey }).variant
        const bySlice = ask([aFlag().rule({ in: { from, to } }, 'on')], { targetingKey }).variant
        return [bySplit, bySlice]
      }
      expect(at(bucket, bucket + 1)).toEqual(['on', 'on'])
      expect(at(0, bucket)).toEqual(['off', 'off'])
      expect(at(bucket + 1, 100_000)).toEqual(['off', 'off'])
    }
  })
  it('takes the first rule that holds', () => {
    const flag = aFlag()
      .rule(where('plan', 'is', 'pro'), 'on')
      .rule(true, 'off')
    expect(ask([flag], { plan: 'pro' })).toMatchObject({ reason: 'TARGETING_MATCH', rule: { id: 'r1', index: 0 } })
    expect(ask([flag], { plan: 'free' })).toMatchObject({ rule: { id: 'r2', index: 1 } })
  })
  it('takes the first of many rules that list one attribute’s values', () => {
    const flag = aFlag()
      .rule(where('id', 'isOneOf', 'a', 'b'), 'on')
      .rule(where('id', 'is', 'b'), 'off')
      .rule(where('id', 'isOneOf', 'c', 1), 'off')
    const index = (id: unknown) => ask([flag], { id }).rule?.index
    expect(['a', 'b', 'c', 1, '1', Number.NaN, null].map(index)).toEqual([0, 0, 2, 2, undefined, undefined, undefined])
  })
  it('goes on with the next rule where a split yields nothing', () => {
    const gap = { split: { parts: [{ variant: 'on', from: 0, to: 0 }] } }
    const flag = aFlag().rule(true, gap).serving('on')
    expect(ask([flag], { targetingKey: 'u' })).toMatchObject({ reason: 'DEFAULT', variant: 'on', warning: null })
  })
  it('warns where a split found no targeting key', () => {
    const flag = aFlag()
      .rule(true, split({ on: 100_000 }))
      .serving('on')
    expect(ask([flag])).toMatchObject({ variant: 'on', errorCode: null, warning: 'TARGETING_KEY_MISSING' })
    expect(ask([flag], { targetingKey: 7 })).toMatchObject({ reason: 'SPLIT', warning: null })
  })
  it('falls to the off variant where the last split yields nothing', () => {
    const gap = { split: { point: { by: 'company' }, parts: [{ variant: 'on', from: 0, to: 100_000 }] } }
    expect(ask([aFlag().serving(gap)])).toMatchObject({ variant: 'off', reason: 'DEFAULT', warning: null })
    expect(ask([aFlag().serving(gap)], { company: 'x' })).toMatchObject({ variant: 'on', reason: 'SPLIT' })
  })
  it('is STATIC only without rules and prerequisites', () => {
    expect(ask([aFlag().serving('on')])).toMatchObject({ reason: 'STATIC' })
    expect(ask([aFlag().serving('on').rule({ not: true }, 'off')])).toMatchObject({ reason: 'DEFAULT' })
  })
  it('of another type than asked for is a mismatch', () => {
    const compiled = compile(datafile([aFlagOf('string', { a: 'x' })]))
    expect(evaluate(compiled, 'checkout', {}, 0, 'number')).toMatchObject({
      errorCode: 'TYPE_MISMATCH',
      value: undefined,
    })
    expect(evaluate(compiled, 'checkout', {}, 0, 'string')).toMatchObject({ value: 'x' })
    const mixed = compile(datafile([aFlagOf('string', { a: 5, b: 'x' }).rule(where('b', 'exists'), 'b')]))
    expect(evaluate(mixed, 'checkout', {}, 0, 'string')).toMatchObject({ errorCode: 'TYPE_MISMATCH' })
    expect(evaluate(mixed, 'checkout', { b: 1 }, 0, 'string')).toMatchObject({ value: 'x' })
  })
  it('of a segment prefers excluded to included to its condition', () => {
    const beta = aSegment('beta', { included: ['ann', 'eve'], excluded: ['eve'], when: where('plan', 'is', 'pro') })
    const flag = aFlag().rule({ segment: 'beta' }, 'on')
    const variant = (context: object) => ask([flag], context, [beta]).variant
    expect([{ targetingKey: 'ann' }, { targetingKey: 'eve', plan: 'pro' }, { plan: 'pro' }, {}].map(variant)).toEqual([
      'on',
      'off',
      'on',
      'off',
    ])
  })
  it.each(['gone', 'constructor', '__proto__'])(
    'of a flag that serves %s, which it has not, is a parse error',
    (variant) => {
      const parts = [{ variant, from: 0, to: 100_000 }]
      for (const flag of [aFlag().serving(variant), aFlag().rule(true, variant), aFlag().serving({ split: { parts } })])
        expect(ask([flag], { targetingKey: 'u' })).toMatchObject({ errorCode: 'PARSE_ERROR', value: undefined })
    },
  )
  it('of a condition nested as deep as it may be is answered, and of a deeper one is a parse error', () => {
    const nested = (depth: number): Condition =>
      depth === 0 ? where('plan', 'is', 'pro') : { all: [nested(depth - 1), true] }
    for (const [depth, expected] of [
      [maxDepth, { variant: 'on', errorCode: null }],
      [maxDepth + 1, { errorCode: 'PARSE_ERROR' }],
    ] as const) {
      const flag = aFlag().rule(nested(depth), 'on')
      expect(ask([flag], { plan: 'pro' })).toMatchObject(expected)
      expect(explain(datafile([flag]), flag.key, { plan: 'pro' }, 0).outcome).toMatchObject(expected)
    }
  })
  it('of a segment that is not there, or leads back to itself, is a parse error', () => {
    const flag = aFlag().rule({ segment: 'beta' }, 'on')
    expect(ask([flag])).toMatchObject({ errorCode: 'PARSE_ERROR' })
    expect(ask([flag], {}, [aSegment('beta', { when: { segment: 'beta' } })])).toMatchObject({
      errorCode: 'PARSE_ERROR',
    })
  })
})

describe('an outcome', () => {
  it('is one and the same object every time, frozen, its value too', () => {
    const flag = aFlagOf('object', { a: { list: [1] } }).with({
      rules: [{ id: 'r', when: where('x', 'exists'), serve: { variant: 'a' } }],
    })
    const compiled = compile(datafile([flag]))
    const outcome = evaluate(compiled, 'checkout', { x: 1 }, 0)
    expect(evaluate(compiled, 'checkout', { x: 2 }, 5)).toBe(outcome)
    expect(Object.isFrozen(outcome) && Object.isFrozen((outcome.value as { list: number[] }).list)).toBe(true)
  })
})

/** Values of operators that do not take texts. */
const valuesOf: Partial<Record<Operator, Scalar[]>> = {
  exists: [],
  ...{ lessThan: [1], atMost: [1], greaterThan: [1], atLeast: [1], between: [1, 2] },
  ...{
    versionIs: ['1'],
    versionLessThan: ['1'],
    versionAtMost: ['1'],
    versionGreaterThan: ['1'],
    versionAtLeast: ['1'],
  },
  ...{ before: [1], after: [1], olderThan: ['1d'], newerThan: ['1d'], inNetwork: ['::/0'] },
}

describe('a native datafile', () => {
  it('needs no profile where it only compares', () => {
    const flag = aFlag()
      .rule({ all: [where('a', 'is', 1), { segment: 's' }] }, split({ on: 1 }))
      .requiring('b', 'on')
    expect(modulesNeeded(datafile([flag], [aSegment('s')]))).toEqual([])
  })
  it.each(Operator.options)('answers %s once the profiles it needs are loaded', async (operator) => {
    const given = datafile([aFlag().rule(where('a', operator, ...(valuesOf[operator] ?? ['x'])), 'on')])
    const { errorCode } = evaluate(compile(given, await loadModules(modulesNeeded(given))), 'checkout', {}, 0)
    expect(errorCode).toBe(null)
  })
})
