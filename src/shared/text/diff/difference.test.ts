import { describe, expect, it } from 'vitest'
import type { FlagDocument, Rule } from '../../schemas/flag.ts'
import { differenceLine, differences } from './difference.ts'

const rule = (id: string, part: Partial<Rule> = {}): Rule => ({
  id,
  when: { attribute: 'country', operator: 'is', values: ['NO'] },
  serve: { variant: 'on' },
  ...part,
})
const share = (to: number): Rule['serve'] => ({ split: { parts: [{ variant: 'on', from: 0, to }] } })
const document = (part: Partial<FlagDocument> = {}): FlagDocument => ({
  key: 'checkout',
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules: [rule('1'), rule('2', { name: 'Nordic launch', serve: share(10_000) })],
  otherwise: { variant: 'off' },
  salt: 's',
  visibleToClients: false,
  ...part,
})
const lines = (after: Partial<FlagDocument>) => differences(document(), document(after)).map(differenceLine)

describe('differences', () => {
  it('of a document and itself are none', () => {
    expect(lines({})).toEqual([])
  })
  it('name the rule and what it served before and after', () => {
    const rules = [rule('1'), rule('2', { name: 'Nordic launch', serve: share(25_000) })]
    expect(lines({ rules })).toEqual(['rule 2 Nordic launch serves: on for 10% → on for 25%'])
  })
  it('say when the same share goes to other people', () => {
    const serve: Rule['serve'] = { split: { parts: [{ variant: 'on', from: 90_000, to: 100_000 }] } }
    const rules = [rule('1'), rule('2', { name: 'Nordic launch', serve })]
    expect(lines({ rules })).toEqual(['rule 2 Nordic launch serves: on for 10% → on for 10%, for different people'])
  })
  it('name added and removed rules in full', () => {
    const rules = [rule('1'), rule('3', { when: true })]
    expect(lines({ rules })).toEqual([
      'rule 2 Nordic launch removed: country is NO → on for 10%',
      'rule 2 added: everyone → on',
    ])
  })
  it('tell a new order from new rules', () => {
    expect(lines({ rules: document().rules.toReversed() })).toEqual(['order of rules: 1, 2 → 2, 1'])
  })
  it('cover the switch, the rest, and what is served when off', () => {
    expect(lines({ on: false, offVariant: null, otherwise: { variant: 'on' } })).toEqual([
      'status: on → off',
      'when off: off → the default in code',
      'everyone else: off → on',
    ])
  })
})
