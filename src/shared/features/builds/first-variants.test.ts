import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Key } from '../../schemas/keys.ts'
import { firstVariantsOf } from './first-variants.ts'
import type { DeclaredFlag } from './schemas/build.ts'

const declared = (more: Partial<DeclaredFlag>): DeclaredFlag => ({
  ...{ key: 'hero', type: 'string', variants: null, default: 'classic' },
  ...more,
})

describe('the variants of a flag that a build asks for', () => {
  it('are on and off of a boolean, the default last', () => {
    const keys = (fallback: boolean) =>
      firstVariantsOf(declared({ type: 'boolean', default: fallback })).map(({ key }) => key)
    expect(keys(false)).toEqual(['on', 'off'])
    expect(keys(true)).toEqual(['off', 'on'])
  })

  it('are called by their values where these can be keys', () => {
    const named = firstVariantsOf(declared({ variants: ['classic', 'two words', 'compact'] }))
    expect(named).toEqual([
      { key: 'variant-1', value: 'two words' },
      { key: 'compact', value: 'compact' },
      { key: 'classic', value: 'classic' },
    ])
  })

  it('have keys of their own, each declared value once, and end with the default', () => {
    const aValue = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom('a', 'A', 'variant-1', 'variant-2', 'variant-3'),
    )
    const holds = fc.property(fc.option(fc.uniqueArray(aValue, { maxLength: 8 })), aValue, (variants, fallback) => {
      const found = firstVariantsOf(declared({ variants, default: fallback }))
      const keys = new Set(found.map(({ key }) => key.toLowerCase()))
      const values = new Set(found.map(({ value }) => value))
      return (
        keys.size === found.length &&
        values.size === found.length &&
        found.every(({ key }) => Key.safeParse(key).success) &&
        found.at(-1)?.value === fallback &&
        (variants ?? []).every((value) => values.has(value))
      )
    })
    expect(fc.check(holds).counterexample).toBeNull()
  })
})
