import { describe, expect, it } from 'vitest'
import { pseudo } from './pseudo.ts'
import { rewrite } from './rewrite.ts'

const inText = (code: string, words: Record<string, string>) =>
  rewrite('src/client/app/a-part.tsx', code, (id) => words[id])

describe('a file in another language', () => {
  it('has the words in the order that the language wants', () => {
    expect(
      inText('say(`Copy ${flag} from ${place.name}`)', { 'Copy {flag} from {name}': 'Fra {name}: {flag} som `kopi`' }),
    ).toBe('say(`Fra ${place.name}: ${flag} som \\`kopi\\``)')
  })

  it('keeps elements, their attributes in the language, too', () => {
    const code = '<p>Ask <a title="Write to them">{who}</a> first. </p>'
    const words = { 'Ask <a>{who}</a> first.': 'Først: <a>spør {who}</a>', 'Write to them': 'Skriv' }
    expect(inText(code, words)).toBe('<p>{"Først: "}<a title={`Skriv`}>{"spør "}{who}</a>{" "}</p>')
  })

  it('has messages within the holes of another', () => {
    const words = { 'Turn {on} {flag}': 'Slå {on} {flag}', on: 'på', off: 'av' }
    expect(inText('say(`Turn ${on ? "on" : "off"} ${flag}`)', words)).toBe('say(`Slå ${on ? `på` : `av`} ${flag}`)')
  })

  it('has as many plural forms as the language', () => {
    const words = {
      '{count, plural, one {# rule} other {# rules}}': '{count, plural, one {# reguła} few {# reguły} other {# reguł}}',
    }
    expect(inText('counted(n, "rule")', words)).toBe(
      'counted(n, { one: `\uE000 reguła`, few: `\uE000 reguły`, other: `\uE000 reguł` })',
    )
  })

  it('has the values within the forms of a count', () => {
    const id = '{count, plural, one {# flag differs in {where}} other {# flags differ in {where}}}'
    expect(
      inText('counted(n, `flag differs in ${where}`, `flags differ in ${where}`)', {
        [id]: '{count, plural, other {{where}: #}}',
      }),
    ).toBe('counted(n, { other: `${where}: \uE000` })')
  })

  it('has the words of a sentence in another order', () => {
    expect(inText('say`flag ${name} is ${variants}`', { 'flag {name} is {variants}': '{variants} gir {name}' })).toBe(
      'say`${variants} gir ${name}`',
    )
  })

  it('stays English where there are no words yet', () => {
    const code = '<p title="One thing">Another thing</p>'
    expect(inText(code, {})).toBe(code)
  })

  it('is refused when a translation has a hole that its message lacks', () => {
    expect(() => inText('say(`Delete ${name}`)', { 'Delete {name}': 'Slett {navn}' })).toThrow('Delete {name}')
  })
})

describe('the pseudo-locale', () => {
  it('has accents, brackets and a third more letters, and keeps holes, tags and plurals', () => {
    expect(pseudo('Ask <a>{who}</a> first')).toBe('[Àšķ <a>{who}</a> ƒîŕšť ēxţ]')
    expect(pseudo('{count, plural, one {# rule} other {# rules}}')).toBe(
      '{count, plural, one {[# ŕûļé ēx]} other {[# ŕûļéš ēx]}}',
    )
  })
})
