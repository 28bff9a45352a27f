import { describe, expect, it } from 'vitest'
import { aFlag, split, where } from '../../../tests/support/builders.ts'
import { soleVariant } from './sole-variant.ts'

const nordic = where('country', 'is', 'NO')

describe('the one variant that everybody gets', () => {
  it.each([
    ['of a flag without rules is what it serves', aFlag().serving('on'), 'on'],
    ['of a flag that is off is its off variant', aFlag().serving('on').switchedOff(), 'off'],
    [
      'is the caller’s default where a flag that is off has no variant',
      aFlag().with({ on: false, offVariant: null }),
      '',
    ],
    ['is there with rules that all serve it', aFlag().serving('on').rule(nordic, 'on'), 'on'],
    ['is there with a split that is all of it', aFlag().serving(split({ on: 100_000 })), 'on'],
    ['is not there with a rule that serves another', aFlag().serving('on').rule(nordic, 'off'), undefined],
    ['is not there with a split of two', aFlag().serving(split({ on: 50_000, off: 50_000 })), undefined],
    ['is not there with a split that leaves a gap', aFlag().serving(split({ on: 50_000 })), undefined],
    ['is not there while another flag must serve something', aFlag().serving('on').requiring('base', 'on'), undefined],
    ['is there where a prerequisite changes nothing', aFlag().serving('off').requiring('base', 'on'), 'off'],
  ])('%s', (_, document, expected) => {
    expect(soleVariant(document)).toBe(expected)
  })
})
