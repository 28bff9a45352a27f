import { describe, expect, it } from 'vitest'
import { limits } from '../../shared/limits.ts'
import { aliasesOf, aliasStyles } from './scan-settings.ts'
import { partsOf } from './send-references.ts'

describe('aliases of keys', () => {
  it('are how other languages write them, and never what two keys would be called', () => {
    const found = aliasesOf(['new-checkout', 'hero', 'fast_pay', 'fast-pay', 'bigHero'], aliasStyles)
    expect(Object.fromEntries(found)).toEqual({
      newCheckout: 'new-checkout',
      NewCheckout: 'new-checkout',
      NEW_CHECKOUT: 'new-checkout',
      new_checkout: 'new-checkout',
      BigHero: 'bigHero',
      BIG_HERO: 'bigHero',
      big_hero: 'bigHero',
      fast_pay: 'fast-pay',
    })
  })
})

describe('parts of a scan', () => {
  const place = (line: number) => ({
    ...{ path: 'é'.repeat(400), line, column: 1, kind: 'read' as const, flag: 'checkout', lineHash: 'abcdef12' },
  })

  it('hold all places in their order, each in less than a request may have', () => {
    const places = Array.from({ length: 3_000 }, (_, at) => place(at + 1))
    const parts = partsOf(places)
    expect(parts.length).toBeGreaterThan(2)
    expect(parts.flat()).toEqual(places)
    for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(limits.trpcBodyBytes * 0.6)
    expect(partsOf([])).toEqual([[]])
  })
})
