import { describe, expect, it } from 'vitest'
import type { FlagDocument, Rule } from '../../../../../../shared/schemas/flag.ts'
import { gapsOf, withMovedRule, withoutRule, withRule } from './edit-rules.ts'

const rule = (id: string): Rule => ({
  id,
  when: { attribute: 'country', operator: 'is', values: ['NO'] },
  serve: { variant: 'on' },
})
const document = (...rules: Rule[]): FlagDocument => ({
  key: 'checkout',
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: [],
  rules,
  otherwise: { variant: 'off' },
  salt: 's',
  visibleToClients: false,
})
const ids = (of: FlagDocument) => of.rules.map(({ id }) => id).join('')

describe('the rules of a document', () => {
  it('grow at the end, serving the first variant', () => {
    expect(withRule(document(rule('a')), 'b', true).rules[1]).toEqual({ id: 'b', when: true, serve: { variant: 'on' } })
  })
  it('lose the rule that is removed', () => {
    expect(ids(withoutRule(document(rule('a'), rule('b')), 'a'))).toBe('b')
  })
  it.each([
    ['a', 1, 'bac'],
    ['c', -1, 'acb'],
    ['a', -1, 'abc'],
    ['c', 1, 'abc'],
  ])('move %s by %i and stay at the ends', (id, by, expected) => {
    expect(ids(withMovedRule(document(rule('a'), rule('b'), rule('c')), id, by))).toBe(expected)
  })
  it('tell what is missing, by rule', () => {
    const empty: Rule = { ...rule('b'), when: { attribute: 'country', operator: 'is', values: [] } }
    expect(gapsOf(document(rule('a'), empty))).toEqual(['fill in a value for country in rule 2'])
  })
})
