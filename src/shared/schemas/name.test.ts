import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SavedView, SaveViewInput } from '../features/views/schemas/saved-view.ts'
import { isPlain, Name } from './name.ts'

const joiner = '\u200D'
const picture = '\uFE0F'

describe('a name', () => {
  it.each([
    ['letters of any script', 'Zahlung übers Netz · 支払い · دفع'],
    ['an emoji', '🚀 rocket'],
    ['a family, joined', `👩${joiner}👩${joiner}👧`],
    ['an emoji with a tone of skin, joined', `👩🏽${joiner}🚀`],
    ['a joined emoji with its picture asked for', `🏳${picture}${joiner}🌈`],
    ['a heart as a picture', `❤${picture}`],
    ['a keycap', `1${picture}\u20E3 first`],
    ['a flag of two letters', '🇦🇹'],
    ['marks on letters', 'e\u0301a\u0308'],
  ])('may have %s', (_, name) => {
    expect(Name.parse(name)).toBe(name)
  })

  it.each([
    ['a mark that turns the direction', 'admin\u202Egnp.exe'],
    ['an isolate', 'a\u2066b\u2069'],
    ['a mark of direction', 'a\u200Fb'],
    ['the Arabic letter mark', 'a\u061Cb'],
    ['a space of no width', 'pay\u200Bments'],
    ['a joiner between letters', `pay${joiner}ments`],
    ['a joiner at the end of an emoji', `👩${joiner}`],
    ['a joiner before an emoji', `${joiner}👩`],
    ['a non-joiner', 'a\u200Cb'],
    ['a byte order mark', 'a\uFEFFb'],
    ['a soft hyphen', 'pay\u00ADments'],
    ['a word joiner', 'a\u2060b'],
    ['a picture of what has none', `a${picture}`],
    ['a number as an invisible picture', `1${picture}`],
    ['two marks for one picture', `❤${picture}${picture}`],
    ['tags', 'a\u{E0041}'],
    ['a Hangul filler', 'a\u3164'],
    ['another way to vary a letter', 'a\uFE00'],
    ['a line separator', 'a\u2028b'],
    ['a control character', 'a\u0007b'],
  ])('has no %s', (_, name) => {
    expect(Name.safeParse(name).success).toBe(false)
  })

  it('that can be seen stays so when more that can be seen is added', () => {
    const seen = fc.stringMatching(/^[\p{L}\p{N}\p{P}\p{S} ]{1,20}$/u).filter(isPlain)
    fc.assert(
      fc.property(seen, seen, (a, b) => {
        expect(isPlain(a + b)).toBe(true)
      }),
    )
  })

  it('is looked at in time that grows with its length', () => {
    expect(isPlain('👩'.repeat(100_000))).toBe(true)
    expect(isPlain(`${'❤\uFE0F'.repeat(100_000)}\u200D`)).toBe(false)
  })

  it('that was stored before there were rules is still read', () => {
    const view = { id: '019a0000-0000-7000-8000-000000000000', name: 'a\u200Bb', query: 'x', sort: null, shared: true }
    expect(SavedView.safeParse(view).success).toBe(true)
    expect(SaveViewInput.safeParse({ project: 'p', ...view }).success).toBe(false)
  })
})
