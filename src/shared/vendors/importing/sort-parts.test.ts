import { describe, expect, it } from 'vitest'
import { flagdFlag } from '../../../../tests/support/bundles.ts'
import { sortParts } from './sort-parts.ts'

const unleash = { name: 'state.json', value: { version: 2, features: [{ name: 'a', enabled: true, strategies: [] }] } }
const flagd = { name: 'flags.json', value: { flags: { a: flagdFlag() } } }

describe('files of a named system', () => {
  it('are read as its own; another system is only suggested', () => {
    expect(() => sortParts([unleash], 'flagd')).toThrow(
      'state.json isn’t a file of flagd. This looks like an Unleash export: fanion import unleash.',
    )
    expect(() => sortParts([flagd], 'unleash')).toThrow('This looks like a flagd export: fanion import flagd.')
  })

  it('may lie beside others, which are named', () => {
    const { own, notes } = sortParts([unleash, flagd], 'unleash')
    expect(own).toEqual([unleash])
    expect(notes).toEqual(['flags.json isn’t a file of Unleash. This looks like a flagd export: fanion import flagd.'])
    expect(() => sortParts([unleash, flagd], undefined)).toThrow('Import one system, then the other.')
  })
})
