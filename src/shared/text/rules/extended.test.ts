import { describe, expect, it } from 'vitest'
import type { Condition } from '../../schemas/condition.ts'
import type { Within } from '../../schemas/extended-point.ts'
import { text } from '../word.ts'
import { conditionText } from './condition.ts'

const unit = { parts: [{ literal: 'search:' }, { attribute: { firstOf: [['userId']] }, str: 'js' as const }] }
const seven: Within = {
  point: { unit, hash: { algorithm: 'murmur3-32', seed: 0 }, norm: { kind: 'mod', mod: 100, add: 1 } },
  hi: 7,
  bounds: '[]',
}
const country: Condition = { attribute: 'country', operator: 'is', values: ['NO'] }
const absent: Condition = { not: { read: { firstOf: [['userId']] }, test: { op: 'present' } } }
const drawn: Condition = { within: { ...seven, point: { ...seven.point, hash: { algorithm: 'random' } } } }

describe('an imported rollout in words', () => {
  it.each<[string, Condition, string]>([
    ['alone', { within: seven }, 'in the imported 7% rollout'],
    ['beside a condition', { all: [country, { within: seven }] }, 'country is NO and in the imported 7% rollout'],
    [
      'by chance for contexts without an id',
      { all: [country, { any: [{ within: seven }, { all: [absent, drawn] }] }] },
      'country is NO and in the imported 7% rollout',
    ],
    [
      'whose share is not known',
      { within: { ...seven, point: { ...seven.point, norm: { kind: 'mod', mod: 2 ** 40 } } } },
      'bucket is inside the imported rollout',
    ],
  ])('%s', (_, condition, words) => {
    expect(text(conditionText(condition))).toBe(words)
  })
})
