import { describe, expect, it } from 'vitest'
import { defineFlags, objectFlag } from './define-flags.ts'

// JavaScript callers may pass anything.
const untyped = defineFlags as (flags: unknown) => unknown

describe('defineFlags', () => {
  it('gives each flag its key, type, default and variants', () => {
    const flags = defineFlags({
      checkout: { type: 'boolean', default: false },
      hero: { key: 'hero-layout', type: 'string', variants: ['classic', 'compact'], default: 'classic' },
    })
    expect(flags).toEqual({
      checkout: { key: 'checkout', type: 'boolean', default: false, variants: null },
      hero: { key: 'hero-layout', type: 'string', default: 'classic', variants: ['classic', 'compact'] },
    })
  })

  it('takes a type for the context first, the flags second', () => {
    const flags = defineFlags<{ targetingKey: string }>()({ checkout: { type: 'boolean', default: true } })
    expect(flags.checkout.default).toBe(true)
  })

  it('takes an object of a type of your own', () => {
    const flags = defineFlags({ limits: objectFlag<{ perMinute: number }>({ perMinute: 60 }, { key: 'rate-limits' }) })
    expect(flags.limits).toEqual({ key: 'rate-limits', type: 'object', default: { perMinute: 60 }, variants: null })
  })

  const refusals: [string, unknown, RegExp][] = [
    ['a key that no flag can have', { 'a b': { type: 'boolean', default: true } }, /a b\.key is "a b"/],
    ['an unknown type', { a: { type: 'date', default: 1 } }, /a\.type is "date"; use boolean/],
    ['an inherited name for a type', { a: { type: 'toString', default: 1 } }, /a\.type/],
    ['a default of another type', { a: { type: 'boolean', default: 'yes' } }, /a\.default must be of type boolean/],
    ['a number that is none', { a: { type: 'number', default: Number.NaN } }, /a\.default must be of type number/],
    ['null for an object', { a: { type: 'object', default: null } }, /a\.default must be of type object/],
    ['a variant of another type', { a: { type: 'string', variants: ['x', 1], default: 'x' } }, /a\.variants/],
    [
      'a default that is no variant',
      { a: { type: 'string', variants: ['x'], default: 'y' } },
      /a\.default must be one/,
    ],
  ]
  it.each(refusals)('refuses %s, naming flag and field', (_, flags, message) => {
    expect(() => untyped(flags)).toThrow(TypeError)
    expect(() => untyped(flags)).toThrow(message)
  })
})
