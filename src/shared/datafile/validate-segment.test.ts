import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile } from '../../../tests/support/arbitraries.ts'
import { aSegment, where } from '../../../tests/support/builders.ts'
import { otherDocuments } from '../../../tests/support/validation.ts'
import { validateSegment } from './validate.ts'

describe('validateSegment', () => {
  it('finds nothing wrong in a valid document', () => {
    fc.assert(
      fc.property(aDatafile(), ({ flags, segments }) => {
        for (const document of Object.values(segments))
          expect(validateSegment(document, { flags, segments })).toEqual([])
      }),
    )
  })

  it.each<[what: string, document: unknown, code: string, path: string, problem: string, expected: string]>([
    [
      'an unknown field',
      { ...aSegment(), colour: 'red' },
      'request/invalid',
      '',
      'has unknown fields: colour',
      'only known fields',
    ],
    [
      'more than 100 000 keys',
      aSegment('beta', { included: Array.from({ length: 100_001 }, (_, at) => `u${at}`) }),
      'limit/reached',
      'included',
      'has 100001 entries',
      'at most 100000 entries',
    ],
    [
      'an unknown segment',
      aSegment('beta', { when: { segment: 'gone' } }),
      'rule/unknown-segment',
      'when.segment',
      'there is no segment "gone"',
      'a segment of this environment',
    ],
    [
      'a value that does not fit',
      aSegment('beta', { when: where('age', 'atLeast', '18') }),
      'rule/operator-mismatch',
      'when.values[0]',
      '"18" does not fit atLeast',
      'a number',
    ],
    [
      'a segment that refers to itself',
      aSegment('beta', { when: { not: { segment: 'beta' } } }),
      'segment/circle',
      'when.not.segment',
      'a circle: beta → beta',
      'segments that don’t lead back to themselves',
    ],
  ])('refuses %s', (_, document, code, path, problem, expected) => {
    expect(validateSegment(document, otherDocuments)).toEqual([{ code, path, problem, expected }])
  })
})
