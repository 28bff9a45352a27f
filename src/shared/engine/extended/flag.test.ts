import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../../tests/support/ask-extended.ts'
import { aFlag } from '../../../../tests/support/builders.ts'
import type { Condition } from '../../schemas/condition.ts'
import type { ExtendedPoint } from '../../schemas/extended-point.ts'
import type { Rule } from '../../schemas/flag.ts'
import type { Serve } from '../../schemas/split.ts'

const never: Condition = { not: true }
const unknown: Condition = { read: { firstOf: [['nowhere']] }, test: { op: 'present' }, missing: 'unknown' }
const flag = aFlag('checkout').with({ otherwise: { variant: 'off', enabled: false } })
const ruled = (...rules: Partial<Rule>[]) =>
  flag.with({ rules: rules.map((rule, at) => ({ id: `r${at}`, when: true, serve: { variant: 'on' }, ...rule })) })

/** The published point of `user-1` is 3, on a scale of 1 to 100. */
const point: ExtendedPoint = {
  unit: { parts: [{ literal: 'my-flag:' }, { attribute: { firstOf: [['id']] }, str: 'js' }] },
  hash: { algorithm: 'murmur3-32' },
  norm: { kind: 'mod', mod: 100, add: 1 },
}
const user = { id: 'user-1' }

describe('the switch and the prerequisites', () => {
  const unmet = { flag: 'gone', test: { enabled: true } }
  it('come in the order the flag says', () => {
    const off = flag.with({ on: false, requires: [unmet] })
    expect(outcomeOf(off, {})).toMatchObject({ reason: 'DISABLED' })
    expect(outcomeOf(off.with({ order: 'prerequisites,state' }), {})).toMatchObject({ reason: 'PREREQUISITE_FAILED' })
  })
  it('serve what `off` says, with its outputs', () => {
    const off: Serve = { useDefault: true, enabled: false, name: 'disabled' }
    const outcome = outcomeOf(flag.with({ requires: [unmet], off }), {})
    expect(outcome).toMatchObject({ value: undefined, enabled: false, name: 'disabled', prerequisite: 'gone' })
  })
})

describe('enabled, variant and value', () => {
  it('are three outputs', () => {
    const served = flag.with({
      otherwise: { variant: 'on', enabled: false },
      outputs: { on: { name: 'green', payload: { a: 1 } } },
    })
    expect(outcomeOf(served, {})).toMatchObject({
      variant: 'on',
      value: true,
      enabled: false,
      name: 'green',
      payload: { a: 1 },
    })
  })
})

describe('a rule', () => {
  it('is skipped when what comes before it is not met', () => {
    expect(outcomeOf(ruled({ pre: [{ when: never }] }), {})).toMatchObject({ variant: 'off' })
  })
  it('ends the flag when a gate before it is not met', () => {
    const outcome = outcomeOf(ruled({ pre: [{ when: never, gate: true }] }, {}), {})
    expect(outcome).toMatchObject({ variant: null, value: undefined })
  })
  it('asks other flags before it, too', () => {
    const parent = aFlag('parent').with({ otherwise: { variant: 'on', enabled: true } })
    const asking = (enabled: boolean) => ruled({ pre: [{ flagTest: { flag: 'parent', test: { enabled } } }] })
    expect(outcomeOf(asking(true), {}, { flags: [parent] })).toMatchObject({ variant: 'on' })
    expect(outcomeOf(asking(false), {}, { flags: [parent] })).toMatchObject({ variant: 'off' })
  })
  it('that is unknown is skipped', () => {
    expect(outcomeOf(ruled({ when: unknown }, {}), {})).toMatchObject({ variant: 'on', rule: { id: 'r1', index: 1 } })
  })
  it('that is unknown is remembered when no later rule serves', () => {
    const first = { when: unknown, onUnknown: 'remember' as const }
    expect(outcomeOf(ruled(first, {}), {})).toMatchObject({ variant: 'on' })
    expect(outcomeOf(ruled(first, { when: never }), {})).toMatchObject({ reason: 'UNKNOWN', value: undefined })
  })
  it('that is unknown may end the flag in an error', () => {
    expect(outcomeOf(ruled({ when: unknown, onUnknown: 'fatal' }), {})).toMatchObject({ errorCode: 'GENERAL' })
  })
  it('serves only those its gate lets through', () => {
    const gate = (hi: number) => ({ gate: { point, hi, bounds: '[]' as const } })
    expect(outcomeOf(ruled(gate(3)), user)).toMatchObject({ variant: 'on' })
    expect(outcomeOf(ruled(gate(2), { serve: { variant: 'on' } }), user)).toMatchObject({ rule: { id: 'r1' } })
  })
  it('may end the flag for those its gate misses', () => {
    const gate = { gate: { point, hi: 2, bounds: '[]' as const }, onGateMiss: { variant: 'off' } }
    expect(outcomeOf(ruled(gate, {}), user)).toMatchObject({ variant: 'off', rule: { id: 'r0' } })
  })
})

describe('a stored assignment', () => {
  const sticky = {
    assignments: ['$sticky'],
    key: 'exp',
    bucketVersion: 1,
    minBucketVersion: 1,
    attribute: 'id',
    fallback: 'device',
  }
  const rule = { sticky, when: never }
  it('is served before the condition is looked at', () => {
    const context = { id: 'u', $sticky: { 'id||u': { exp__1: 'on' } } }
    expect(outcomeOf(ruled(rule), context)).toMatchObject({ variant: 'on', inExperiment: true })
  })
  it('of the first attribute beats that of the fallback', () => {
    const context = { id: 'u', device: 'd', $sticky: { 'device||d': { exp__1: 'off' }, 'id||u': { exp__1: 'on' } } }
    expect(outcomeOf(ruled(rule), context)).toMatchObject({ variant: 'on' })
  })
  it('of a version that is too old blocks the rule', () => {
    const context = { id: 'u', $sticky: { 'id||u': { exp__0: 'on' } } }
    expect(outcomeOf(ruled({ sticky, when: true }), context)).toMatchObject({ variant: 'off' })
  })
  it('of another experiment is none', () => {
    expect(outcomeOf(ruled(rule), { id: 'u', $sticky: { 'id||u': { other__1: 'on' } } })).toMatchObject({
      variant: 'off',
    })
  })
})

describe('a split of the superset', () => {
  const split = (more: object, slots: object[] = [{ lo: 1, hi: 3, serve: { variant: 'on' } }]) =>
    ruled({
      serve: {
        wide: {
          point,
          bounds: '[]',
          slots,
          overflow: 'none',
          noUnit: 'none',
          source: { layout: 'test', weights: [] },
          ...more,
        },
      } as Serve,
    })
  it('serves the slot of the unit', () => {
    expect(outcomeOf(split({}), user)).toMatchObject({ variant: 'on', reason: 'SPLIT', rule: { id: 'r0' } })
  })
  const beyond = [{ lo: 50, hi: 60, serve: { variant: 'on' } }]
  it.each([
    ['none', { variant: 'off', rule: null }],
    ['last', { variant: 'on', reason: 'SPLIT' }],
    ['error', { variant: null, errorCode: 'GENERAL' }],
    ['serve', { variant: 'off', rule: { id: 'r0' } }],
  ])('past the end is %s', (overflow, expected) => {
    expect(outcomeOf(split({ overflow, overflowServe: { variant: 'off' } }, beyond), user)).toMatchObject(expected)
  })
  it.each([
    ['none', { variant: 'off', rule: null }],
    ['fatal', { variant: null, errorCode: 'GENERAL' }],
    ['serve', { variant: 'on', rule: { id: 'r0' } }],
  ])('without a unit is %s', (noUnit, expected) => {
    expect(outcomeOf(split({ noUnit, noUnitServe: { variant: 'on' } }), {})).toMatchObject(expected)
  })
  it('goes on with the next rule where a slot passes through', () => {
    const slots = [{ lo: 1, hi: 3, serve: { variant: 'on' }, passthrough: true }]
    expect(outcomeOf(split({}, slots), user)).toMatchObject({ variant: 'off', rule: null })
  })
  it('tells who is in an experiment', () => {
    const slots = [{ lo: 1, hi: 3, serve: { variant: 'on' }, untracked: true }]
    expect(outcomeOf(split({ experiment: true }), user)).toMatchObject({ inExperiment: true })
    expect(outcomeOf(split({ experiment: true }, slots), user)).toMatchObject({ inExperiment: false })
  })
  it('takes a unit of several parts, joined, with those that are absent left out', () => {
    const parts = ['a', 'b'].map((name) => ({
      attribute: { firstOf: [[name]] },
      str: 'js' as const,
      optional: true as const,
    }))
    const joined: ExtendedPoint = {
      unit: { parts: [...parts, { literal: 'f' }], join: '.' },
      hash: { algorithm: 'murmur3-32', seed: 1 },
      norm: { kind: 'scale', to: 100_000 },
    }
    const at = (lo: number) => split({ point: joined }, [{ lo, hi: lo, serve: { variant: 'on' } }])
    // Published points of `u1.o1.f` and `f`.
    expect(outcomeOf(at(16_123), { a: 'u1', b: 'o1' })).toMatchObject({ variant: 'on' })
    expect(outcomeOf(at(77_428), {})).toMatchObject({ variant: 'on' })
  })
  it('cuts a unit after so many scalar values, and knows a point for the empty one', () => {
    const attribute = {
      attribute: { firstOf: [['id']], skip: 'never' as const },
      presence: 'any' as const,
      str: 'js' as const,
      maxScalars: 6,
      emptyIs: 3,
    }
    const cut = { ...point, unit: { parts: [{ literal: 'my-flag:' }, attribute] } }
    expect(outcomeOf(split({ point: cut }), { id: 'user-1💡 and more' })).toMatchObject({ variant: 'on' })
    expect(outcomeOf(split({ point: cut }), { id: '' })).toMatchObject({ variant: 'on' })
  })
  it('draws from the instant alone where chance decides', () => {
    const chance: ExtendedPoint = { ...point, hash: { algorithm: 'random' } }
    const served = Array.from(
      { length: 200 },
      (_, nowMs) =>
        outcomeOf(split({ point: chance }, [{ lo: 1, hi: 50, serve: { variant: 'on' } }]), {}, { nowMs }).variant,
    )
    expect(served.filter((variant) => variant === 'on').length).toBeGreaterThan(60)
    expect(served.filter((variant) => variant === 'on').length).toBeLessThan(140)
  })
})

describe('an expression', () => {
  const expr = (expression: unknown) => ruled({ serve: { expr: expression, dialect: 'shift' } as Serve })

  it.each([
    [0, {}, []],
    [1, { a: 1 }, []],
    [1, {}, ['a', 'b', 'c']],
    [2, { a: 1, c: 1 }, []],
    [2, { b: 1 }, ['a', 'c']],
    [3, { a: 1, b: 1, c: 1 }, []],
    [3, { a: 1, b: 1 }, ['c']],
  ])('tells what is missing where fewer than %d of three are there: %j', (count, there, missing) => {
    const found = { missing_some: [count, ['a', 'b', 'c']] }
    const isSo = { '==': [{ cat: [found] }, missing.join(',')] }
    expect(outcomeOf(expr({ if: [isSo, 'on', null] }), there)).toMatchObject({ rule: { index: 0 }, variant: 'on' })
  })

  it('yields a variant', () => {
    expect(outcomeOf(expr({ if: [{ var: 'staff' }, 'on', null] }), { staff: true })).toMatchObject({ variant: 'on' })
  })
  it('that yields null goes on', () => {
    expect(outcomeOf(expr({ if: [{ var: 'staff' }, 'on', null] }), {})).toMatchObject({ variant: 'off', rule: null })
  })
  it('that yields no variant is an error', () => {
    expect(outcomeOf(expr('purple'), {})).toMatchObject({ errorCode: 'GENERAL' })
  })
  it('with an unknown operation is malformed', () => {
    expect(outcomeOf(expr({ nearly: [1] }), {})).toMatchObject({ errorCode: 'PARSE_ERROR' })
  })
  it('knows its flag and the time', () => {
    const both = { '==': [{ cat: [{ var: '$flag.flagKey' }, { var: '$flag.timestamp' }] }, 'checkout5'] }
    expect(outcomeOf(expr({ if: [both, 'on', null] }), {}, { nowMs: 5999 })).toMatchObject({ variant: 'on' })
  })
  it('knows its flag by the key that was hashed where it came from', () => {
    const renamed = expr({ if: [{ '==': [{ var: '$flag.flagKey' }, 'old-name'] }, 'on', null] })
    expect(outcomeOf(renamed.with({ hashKey: 'old-name' }), {})).toMatchObject({ variant: 'on' })
    expect(outcomeOf(renamed, {})).toMatchObject({ variant: 'off' })
  })
})

describe('an error', () => {
  it.each([
    ['MALFORMED_FLAG', 'PARSE_ERROR'],
    ['TYPE_MISMATCH', 'TYPE_MISMATCH'],
    ['SERVER', 'GENERAL'],
  ])('%s ends the flag with %s and the caller’s default', (error, errorCode) => {
    expect(outcomeOf(ruled({ serve: { error } }), {})).toMatchObject({ errorCode, detail: error, value: undefined })
  })
})
