import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runWithFullBudget } from '../../engine/meter.ts'
import { everyFamily } from '../../engine/operators/every-family.ts'
import { prepare } from '../../engine/operators/table.ts'
import type { Leaf, Operator } from '../../schemas/condition.ts'
import { languageOf } from './language.ts'

const free = () => undefined
const leaf = (operator: Operator, value: string, ignoreCase?: true): Leaf => ({
  attribute: 'x',
  operator,
  values: [value],
  ...(ignoreCase && { ignoreCase }),
})
const stateOf = (...literals: [Operator, string, (boolean | 'ignoring')?][]) =>
  languageOf(
    literals.map(([operator, value, holds = true]) => ({
      leaf: leaf(operator, value, holds === 'ignoring' ? true : undefined),
      holds: holds !== false,
    })),
    [],
    free,
  ).state

/** Patterns that may be published, and many short texts to test them with. */
const aPattern = fc.constantFrom(
  ...[
    '^a',
    'b$',
    '^a*$',
    '^(?:a|bb)+$',
    'a{2,3}',
    '[^a]',
    String.raw`\bab\b`,
    String.raw`^\w+@b$`,
    '^(a?b){2}$',
    'a|^b',
    '',
  ],
  ...[
    String.raw`\p{L}@`,
    String.raw`\s`,
    'k',
    '[k-m]',
    '[^k]',
    String.raw`\W`,
    String.raw`a\Bb`,
    '^.$',
    String.raw`^\u{1F600}?$`,
  ],
)
const aLiteral = fc.record({
  leaf: fc.oneof(
    fc.tuple(aPattern, fc.boolean()).map(([value, i]) => leaf('matches', value, i ? true : undefined)),
    fc
      .tuple(
        fc.constantFrom<Operator>('startsWith', 'endsWith', 'contains', 'is'),
        fc.constantFrom('', 'a', 'ab', 'b@', 'K', 'ß', '😀'),
        fc.boolean(),
      )
      .map(([operator, value, i]) => leaf(operator, value, i || operator === 'is' ? true : undefined)),
  ),
  holds: fc.boolean(),
})
const letters = ['a', 'b', 'A', 'k', '\u212A', '@', ' ', '😀', 'ß', '\n']
const texts = letters.flatMap((a) => ['', ...letters].flatMap((b) => ['', 'b', 'k'].map((c) => a + b + c))).concat('')

describe('the texts that several tests allow', () => {
  it('are none only where the engine finds none, and are what is drawn of them', () => {
    const seen = { none: 0, some: 0, open: 0 }
    fc.assert(
      fc.property(fc.array(aLiteral, { minLength: 1, maxLength: 3 }), (literals) => {
        const tests = literals.map((one) => ({ holds: one.holds, test: prepare(one.leaf, everyFamily) }))
        // Metered, because outside of an evaluation the budget would run down from text to text.
        const passes = (text: string) =>
          runWithFullBudget(() => tests.every(({ holds, test }) => test(text, 0) === holds))
        const language = languageOf(literals, [], free)
        seen[language.state] += 1
        expect(language.state === 'none' ? texts.filter(passes) : []).toEqual([])
        let drawn = 0
        for (const text of language.words()) {
          expect([text, passes(text)]).toEqual([text, true])
          drawn += 1
          if (drawn === 20) break
        }
        expect(drawn > 0).toBe(language.state === 'some')
      }),
      { numRuns: 150 },
    )
    expect(seen.none).toBeGreaterThan(5)
    expect(seen.some).toBeGreaterThan(50)
    expect(seen.open).toBe(0)
  })

  it.each<[string, ...[Operator, string, (boolean | 'ignoring')?][]]>([
    ['two ends', ['endsWith', '@acme.com'], ['endsWith', '@acme.org']],
    ['a pattern and an end', ['matches', String.raw`^[\w.+-]+@acme\.com$`], ['endsWith', '.org']],
    ['letters and a digit', ['matches', String.raw`^\p{L}+$`], ['contains', '1']],
    ['a part and its whole', ['contains', 'admin'], ['contains', 'dmi', false]],
    ['everything refused', ['matches', '', false]],
    ['case', ['is', 'kiosk', 'ignoring'], ['matches', '^[^k\u212A]', 'ignoring']],
  ])('are proven to be none: %s', (_, ...literals) => {
    expect(stateOf(...literals)).toBe('none')
  })

  it('are open where a test is not looked into, or takes too many states', () => {
    expect(stateOf(['matches', '(?=a)b'])).toBe('open')
    expect(stateOf(['matches', `^(?:${'(?:a?b)'.repeat(80)}){80}$`])).toBe('open')
    expect(stateOf(['matches', '(?=a)b'], ['startsWith', 'a'], ['startsWith', 'b'])).toBe('none')
    expect(stateOf(...['a', 'b', 'c', 'd'].map((one): [Operator, string] => ['matches', `${one}.{40}z`]))).toBe('open')
  })

  it('leave out those that are named', () => {
    const named = languageOf([{ leaf: leaf('matches', '^(?:no|se)$'), holds: true }], ['no', 'se'], free)
    expect(named.state).toBe('none')
  })
})
