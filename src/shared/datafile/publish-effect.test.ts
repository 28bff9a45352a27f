import { describe, expect, it } from 'vitest'
import { aFlag, aSegment, where } from '../../../tests/support/builders.ts'
import { runDecisions } from '../../../tests/support/decisions.ts'
import { draws, suiteSeed } from '../../../tests/support/seed.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { computePublishEffect } from './publish-effect.ts'

const ground = (...documents: (FlagDocument | SegmentDocument)[]) =>
  new Map(documents.map((document) => [`${'type' in document ? 'flag' : 'segment'}/${document.key}`, document]))
const entry = (document: FlagDocument) => ({ kind: 'flag' as const, key: document.key, document })
const gone = (key: string) => ({ kind: 'flag' as const, key, document: null })
const plain = (text: string) => text

describe('the effect of a publication', () => {
  it('never hides a changed answer, and never calls off what is not, over random histories', () => {
    const wanted = draws(1_200, 3_000)
    const { histories, ...met } = runDecisions(wanted, suiteSeed)
    expect(histories).toBe(wanted)
    // Each kind of decision occurs often enough for the property to be meaningful.
    for (const count of Object.values(met)) expect(count).toBeGreaterThan(wanted / 20)
  })

  it('is none where a flag comes that leaves programs their default, and some where it answers', () => {
    const off = aFlag('a').switchedOff()
    expect(computePublishEffect(ground(), [entry(off.with({ offVariant: null }))], plain).changed).toEqual([])
    expect(computePublishEffect(ground(), [entry(off)], plain).changed).toEqual(['a'])
    expect(computePublishEffect(ground(off), [gone('a')], plain).changed).toEqual(['a'])
  })

  it('is some where a flag that is off gets another off answer, and none where it gets other rules', () => {
    const off = aFlag('a').switchedOff()
    expect(computePublishEffect(ground(off), [entry(off.with({ offVariant: 'on' }))], plain).changed).toEqual(['a'])
    expect(computePublishEffect(ground(off), [entry(off.with({ off: { variant: 'on' } }))], plain).changed).toEqual([
      'a',
    ])
    const ruled = off.rule(where('country', 'is', 'NO'), 'on')
    expect(computePublishEffect(ground(off), [entry(ruled)], plain)).toMatchObject({ changed: [], comesOrGoes: false })
  })

  it('reaches whoever asks for the flag, and is only off where that turns them off', () => {
    const needs = aFlag('a').serving('on').requiring('b', 'on')
    const [main, off] = [aFlag('b').serving('on'), aFlag('b').serving('on').switchedOff()]
    expect(computePublishEffect(ground(needs, main), [entry(off)], plain)).toMatchObject({
      changed: ['a', 'b'],
      turnsOff: true,
    })
    const shuns = aFlag('a').rule({ not: { flag: 'b', variants: ['on'] } }, 'on')
    expect(computePublishEffect(ground(shuns, main), [entry(off)], plain)).toMatchObject({
      changed: ['a', 'b'],
      turnsOff: false,
    })
    const both = [entry(off), entry({ ...shuns, on: false })]
    expect(computePublishEffect(ground(shuns, main), both, plain)).toMatchObject({ turnsOff: true })
  })

  it('comes to something else when what a flag depends on does, and not when anything else does', () => {
    const asks = aFlag('a').rule({ segment: 'beta' }, 'on')
    const change = [entry(asks.serving('on'))]
    const resultOn = (...more: (FlagDocument | SegmentDocument)[]) =>
      computePublishEffect(ground(asks, ...more), change, plain).result
    const before = resultOn(aSegment('beta'))
    expect(resultOn(aSegment('beta', { included: ['anna'] }))).not.toBe(before)
    expect(resultOn(aSegment('beta'), aSegment('other'), aFlag('other'))).toBe(before)
    // The result is the same, but the previous values differ.
    const drops = (segment: SegmentDocument) =>
      computePublishEffect(ground(asks, segment), [entry(aFlag('a'))], plain).result
    expect(drops(aSegment('beta', { included: ['anna'] }))).not.toBe(drops(aSegment('beta')))
  })
})
