import { describe, expect, it } from 'vitest'
import { clashTitle, sideText } from './clash.ts'

describe('a clash in words', () => {
  it('says a serve, a switch, and what is not there', () => {
    const serve = { variant: 'on' }
    expect([sideText('otherwise', serve), sideText('on', false), sideText('offVariant', undefined)]).toEqual([
      'on',
      'off',
      'none',
    ])
  })

  it('keeps as JSON what has no words', () => {
    expect(sideText('variants.a', { size: 2 })).toBe('{"size":2}')
  })

  it('names the field, and rules by their place', () => {
    const titles = ['on', 'rules.r2.serve', 'rules["r-1"].when', 'variants.a'].map((path) =>
      clashTitle({ path }, ['r-1', 'r2']),
    )
    expect(titles).toEqual(['status', 'rule 2 serve', 'rule 1 when', 'variant a'])
  })

  it('finds a rule by its whole id, and counts an order as the reader does', () => {
    expect(clashTitle({ path: 'rules.r10.serve' }, ['r1', 'r10'])).toBe('rule 2 serve')
    expect(clashTitle({ path: 'rules.order' }, ['r1', 'r10'])).toBe('order of rules')
    expect(sideText('rules.order', ['r10', 'r1', 'gone'], ['r1', 'r10'])).toBe('rule 2, rule 1, a rule')
    expect(sideText('prerequisites.checkout', { flag: 'checkout', variants: ['on', 'beta'] })).toBe(
      'checkout is on or beta',
    )
  })
})
