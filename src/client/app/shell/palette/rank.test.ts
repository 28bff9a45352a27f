import { describe, expect, it } from 'vitest'
import { findable, ranked } from './rank.ts'

const flags = ['checkout', 'checkout-redesign', 'new-pricing-homepage', 'old-checkout', 'cookie-header', 'banner'].map(
  (key) => findable(key, key),
)
const find = (typed: string) => ranked(flags, typed, 10)

describe('what the palette finds', () => {
  it('is the exact key, then its beginning, then the beginning of a word', () => {
    expect(find('checkout').slice(0, 3)).toEqual(['checkout', 'checkout-redesign', 'old-checkout'])
  })

  it('is a key by its initials', () => expect(find('nph')[0]).toBe('new-pricing-homepage'))
  it('is a key by letters that stand close', () => expect(find('chkout')[0]).toBe('checkout'))
  it('is nothing where the letters are not there', () => expect(find('zzz')).toEqual([]))
  it('is everything in its own order before anything is typed', () => expect(find('')).toHaveLength(6))
})
