import { describe, expect, it } from 'vitest'
import { aFlag, aFlagOf } from '../../../tests/support/builders.ts'
import { openFeatureManifest } from './openfeature-manifest.ts'

const flags = {
  hero: aFlagOf('string', { a: 'classic', b: 'compact' }, 'hero'),
  checkout: aFlag('checkout'),
  limit: aFlagOf('number', { low: 1, high: 9 }, 'limit'),
  ratio: aFlagOf('number', { low: 1, high: 9.5 }, 'ratio'),
  search: aFlagOf('object', { a: { n: 1 } }, 'search'),
}

describe('the manifest for the OpenFeature CLI', () => {
  it('has a type, a default and a description for each flag, in the order of their keys', () => {
    const notes = [{ flag: 'checkout', description: 'The new checkout.', settled: null }]
    const manifest = JSON.parse(openFeatureManifest({ flags }, notes))
    expect(manifest.$schema).toMatch(/flag-manifest\.json$/)
    expect(Object.keys(manifest.flags)).toEqual(['checkout', 'hero', 'limit', 'ratio', 'search'])
    expect(manifest.flags.checkout).toEqual({
      flagType: 'boolean',
      defaultValue: false,
      description: 'The new checkout.',
    })
    expect(Object.values(manifest.flags).map((flag) => Object(flag).flagType)).toEqual([
      'boolean',
      'string',
      'integer',
      'float',
      'object',
    ])
  })
})
