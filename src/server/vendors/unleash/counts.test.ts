import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag, aFlagOf } from '../../../../tests/support/builders.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { unleashCounts } from './counts.ts'

/**
 * The counted variants of a flag. Counts without a matching variant are skipped, as they are when counts are stored.
 */
const counted = (flag: FlagDocument, told: unknown) =>
  unleashCounts({ bucket: { toggles: { [flag.key]: told } } })
    .map(({ name, variantOf, count }) => [name, variantOf(flag), count] as const)
    .filter(([, variant]) => variant === null || Object.hasOwn(flag.variants, variant))

const flag = aFlag('beta')
const colour = aFlagOf('string', { red: 'r', blue: 'b' }, 'colour')
const told = { yes: 3, no: 4, variants: { red: 5, blue: 6, disabled: 7, green: 8 } }

describe('what Unleash’s SDKs count', () => {
  it('is of a boolean how often it was on and off, and never its variants', () => {
    expect(counted(flag, told)).toEqual([
      ['beta', 'on', 3],
      ['beta', 'off', 4],
    ])
    expect(counted(flag, {})).toEqual([
      ['beta', 'on', 0],
      ['beta', 'off', 0],
    ])
  })

  it('is of another type each variant by its name there, disabled is the default, and on and off say nothing', () => {
    expect(counted(colour, told)).toEqual([
      ['colour', 'red', 5],
      ['colour', 'blue', 6],
      ['colour', null, 7],
    ])
    const renamed = colour.with({ outputs: { red: { name: 'green' } } })
    expect(counted(renamed, told)).toEqual([
      ['colour', 'blue', 6],
      ['colour', null, 7],
      ['colour', 'red', 8],
    ])
  })

  it('is the default where no one variant has the value', () => {
    const several = flag.with({ variants: { a: true, b: true } })
    expect(counted(several, { yes: 1, no: 2 })).toEqual([
      ['beta', null, 1],
      ['beta', null, 2],
    ])
  })

  it('is nothing where nothing is told, whatever it is instead', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(Array.isArray(unleashCounts(value))).toBe(true)
        const broken = Array.isArray(value) || typeof value !== 'object' || value === null
        if (!broken) return
        for (const body of [
          value,
          { bucket: value },
          { bucket: { toggles: value } },
          { bucket: { toggles: { x: value } } },
        ])
          expect(unleashCounts(body)).toEqual([])
        expect(counted(colour, { variants: value })).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})
