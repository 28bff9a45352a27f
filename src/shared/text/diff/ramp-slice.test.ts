import { describe, expect, it } from 'vitest'
import type { Condition } from '../../schemas/condition.ts'
import { ruleAudienceText } from './ramp-slice.ts'

const slice = (to: number, more: object = {}): Condition => ({
  in: { point: { salt: 'run-2:who', ...more }, from: 0, to },
})
const nordic: Condition = { attribute: 'country', operator: 'isOneOf', values: ['NO', 'SE'] }
const pro: Condition = { attribute: 'plan', operator: 'isOneOf', values: ['pro', 'gold'] }
const id = 'run-2'

describe('whom a rule is about, in a difference', () => {
  it('is the share of a ramp, not how its people are drawn', () => {
    expect([
      ruleAudienceText({ id, when: slice(1_000) }),
      ruleAudienceText({ id, when: slice(10_000, { by: 'company' }) }),
      ruleAudienceText({ id, when: { all: [nordic, slice(50_000)] } }),
      ruleAudienceText({ id, when: { all: [nordic, pro, slice(50_000)] } }),
    ]).toEqual([
      '1% of everyone',
      '10% of everyone, by company',
      '50% of those where country is NO or SE',
      '50% of those where country is NO or SE and plan is pro or gold',
    ])
  })

  it('is the sentence of the rule where the rule is no ramp’s, or was edited', () => {
    const said = 'bucket salted "run-2:who" is 0% to 1%'
    expect([
      ruleAudienceText({ id: 'own', when: slice(1_000) }),
      ruleAudienceText({ id: 'run-3', when: slice(1_000) }),
      ruleAudienceText({ id, when: { not: slice(1_000) } }),
      ruleAudienceText({ id, when: nordic }),
      ruleAudienceText({ id, when: true }),
    ]).toEqual([said, said, `not (${said})`, 'country is NO or SE', 'everyone'])
  })
})
