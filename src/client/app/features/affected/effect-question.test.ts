import { describe, expect, it } from 'vitest'
import { aFlag, where } from '../../../../../tests/support/builders.ts'
import { buildDatafile } from '../../../../shared/datafile/build.ts'
import { questionOf } from './effect-question.ts'

const segment = { key: 'staff', included: ['ada'], excluded: [], when: null }
const named = aFlag('named').rule({ segment: 'staff' }, 'on')
const requires = aFlag('requires').requiring('hero', 'on')
const hero = aFlag('hero')
const datafile = buildDatafile({
  project: 'shop',
  environment: 'production',
  revision: 1,
  publishedAt: '2026-11-20T12:00:00.000Z',
  flags: { named, requires, hero },
  segments: { staff: segment },
})

describe('what is asked of who moves', () => {
  it('is the flag itself first, then those that require it', () => {
    const document = hero.rule(where('country', 'is', 'NO'), 'off')
    const { flags, own, after } = questionOf(datafile, [{ kind: 'flag', key: 'hero', document }], [], 0)
    expect([flags, own, after.flags['hero']?.rules.length]).toEqual([['hero', 'requires'], 1, 1])
  })
  it('is of a segment every flag that uses it', () => {
    const document = { ...segment, included: [] }
    const { flags, own } = questionOf(datafile, [{ kind: 'segment', key: 'staff', document }], [], 0)
    expect([flags, own]).toEqual([['named'], 0])
  })
  it('leaves out afterwards what is removed', () => {
    const { after } = questionOf(datafile, [{ kind: 'flag', key: 'hero', document: null }], [], 0)
    expect(Object.keys(after.flags)).toEqual(['named', 'requires'])
  })
})
