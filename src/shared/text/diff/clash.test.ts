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
})
