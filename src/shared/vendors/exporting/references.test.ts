import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile } from '../../../../tests/support/arbitraries.ts'
import { aFlag, aSegment } from '../../../../tests/support/builders.ts'
import { hasFiniteReferences, reach } from '../../engine/prerequisite.ts'
import { dependencyNamesOf, hasNoReferenceCycle, inSegmentCircle } from './references.ts'

describe('references', () => {
  it('are those the engine follows', () => {
    fc.assert(
      fc.property(aDatafile(), (datafile) => {
        for (const key of Object.keys(datafile.flags)) {
          expect(dependencyNamesOf(datafile, key)).toEqual(reach(datafile, key))
          expect(hasNoReferenceCycle(datafile, key)).toBe(hasFiniteReferences(datafile, key))
        }
      }),
      { numRuns: 50 },
    )
  })

  it('end nowhere in a circle', () => {
    const flags = { a: aFlag('a').requiring('b', 'on'), b: aFlag('b').requiring('a', 'on') }
    const segments = { s: aSegment('s', { when: { segment: 't' } }), t: aSegment('t', { when: { segment: 's' } }) }
    expect(hasNoReferenceCycle({ flags, segments }, 'a')).toBe(false)
    expect(inSegmentCircle({ flags, segments }, aFlag('c').rule({ not: { segment: 's' } }, 'on'))).toBe(true)
    expect(inSegmentCircle({ flags, segments: { s: aSegment('s') } }, aFlag('c').rule({ segment: 's' }, 'on'))).toBe(
      false,
    )
  })
})
