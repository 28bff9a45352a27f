import { describe, expect, it } from 'vitest'
import { aFlag, split, where } from '../../../../../../../tests/support/builders.ts'
import type { Condition } from '../../../../../../shared/schemas/condition.ts'
import { uncountableReasonsIn, unsampledAttributesOf } from './uncountable-reasons.ts'

const segment = (key: string, when: Condition | null) => ({ key, included: [], excluded: [], when })
const out = unsampledAttributesOf({
  attributes: [{ name: 'email', personal: true }, { name: 'targetingKey', personal: true }, { name: 'country' }],
  ground: {
    datafile: {
      flags: {
        paid: aFlag('paid').rule({ segment: 'staff' }, 'on'),
        basket: aFlag('basket').requiring('paid', 'on'),
        free: aFlag('free').rule(where('country', 'is', 'NO'), 'on'),
      },
      segments: {
        staff: segment('staff', where('email', 'endsWith', '@shop.example')),
        testers: segment('testers', { segment: 'staff' }),
        round: segment('round', { any: [{ segment: 'round' }, where('country', 'is', 'NO')] }),
      },
    },
  },
})
const country = where('country', 'is', 'NO')
const found = (...conditions: Condition[]) => {
  let flag = aFlag('checkout')
  for (const when of conditions) flag = flag.rule(when, 'on')
  const unknown = uncountableReasonsIn(flag, out)
  return [...flag.rules.map(({ id }) => unknown.get(id) ?? null), unknown.get(null) ?? null]
}
const itself = { attribute: 'email', askedBy: null }

describe('what samples cannot say of rules', () => {
  it('is nothing without personal data', () => {
    expect(found(country, where('targetingKey', 'is', 'ada'), { segment: 'round' })).toEqual([null, null, null, null])
  })
  it.each<[string, Condition]>([
    ['asks for personal data', where('email', 'is', 'ada@shop.example')],
    ['names a segment that does', { segment: 'staff' }],
    ['names one that names one', { all: [country, { not: { segment: 'testers' } }] }],
  ])('is who a rule serves that %s, and how many are left below it', (_, when) => {
    expect(found(country, when, country)).toEqual([
      null,
      itself,
      { attribute: 'email', askedBy: 'rule 2' },
      { attribute: 'email', askedBy: 'rule 2' },
    ])
  })
  it('is how many are left below a prerequisite that asks, itself or through its own', () => {
    const flag = aFlag('checkout').rule(country, 'on')
    const asked = (of: string) => [...uncountableReasonsIn(flag.requiring(of, 'on'), out).values()]
    expect(asked('free')).toEqual([])
    for (const of of ['paid', 'basket'])
      expect(asked(of)).toEqual(
        flag.rules.concat(flag.rules).map(() => ({ attribute: 'email', askedBy: `prerequisite ${of}` })),
      )
  })
  it('is who a split by personal data serves', () => {
    const serve = split({ on: 50_000 })
    const flag = aFlag('checkout').rule(
      true,
      'split' in serve ? { split: { ...serve.split, point: { by: 'email' } } } : serve,
    )
    expect(uncountableReasonsIn(flag, out).get(flag.rules[0]?.id ?? '')).toEqual(itself)
  })
})
