import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile } from '../../../tests/support/arbitraries.ts'
import { aFlag, aSegment } from '../../../tests/support/builders.ts'
import { digestAfter, digestOf } from './digest.ts'

/** Copies a value with the keys of every object in reverse order. */
const reversed = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, held) =>
    held !== null && typeof held === 'object' && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).reverse())
      : held,
  )

const checkout = aFlag('checkout')

describe('digestOf', () => {
  it('is 32 hexadecimal digits, all zero for an empty environment', () => {
    expect(digestOf({}, {})).toBe('0'.repeat(32))
  })

  it('keeps its value from version to version', () => {
    expect(digestOf({ checkout }, { beta: aSegment('beta') })).toBe('b0a63b9f3184635b085f7233100bc66c')
  })

  it('does not depend on the order of documents or fields', () => {
    fc.assert(
      fc.property(aDatafile(), ({ flags, segments }) => {
        expect(digestOf(reversed(flags), reversed(segments))).toBe(digestOf(flags, segments))
      }),
    )
  })

  it('depends on every document', () => {
    expect(digestOf({ checkout: checkout.serving('on') }, {})).not.toBe(digestOf({ checkout }, {}))
  })

  it('depends on the key a document stands under', () => {
    expect(digestOf({ a: checkout }, {})).not.toBe(digestOf({ b: checkout }, {}))
  })
})

describe('digestAfter', () => {
  it('equals a fresh digest when a document comes, changes or goes', () => {
    const served = checkout.serving('on')
    const came = digestAfter(digestOf({}, {}), [{ kind: 'flag', key: 'checkout', before: null, after: checkout }])
    const changed = digestAfter(came, [{ kind: 'flag', key: 'checkout', before: checkout, after: served }])
    const gone = digestAfter(changed, [{ kind: 'flag', key: 'checkout', before: served, after: null }])
    expect([came, changed, gone]).toEqual([
      digestOf({ checkout }, {}),
      digestOf({ checkout: served }, {}),
      digestOf({}, {}),
    ])
  })

  it('tells a flag from a segment of the same key', () => {
    const segment = aSegment('checkout')
    const base = digestOf({ checkout }, { checkout: segment })
    expect(digestAfter(base, [{ kind: 'segment', key: 'checkout', before: segment, after: null }])).toBe(
      digestOf({ checkout }, {}),
    )
  })
})
