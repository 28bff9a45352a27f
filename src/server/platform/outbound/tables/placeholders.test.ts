import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillBounds, QueryError } from './placeholders.ts'

const bound = (query: string) => fillBounds(query, (which) => (which === 'from' ? '$1' : '$2'))
const where = 'at >= {{from}} and at < {{to}}'

/** Expands a query whose bounds stay placeholders. Null if it is rejected. */
const madeOf = (query: string): string | null => {
  try {
    return fillBounds(query, (which) => `{{${which}}}`)
  } catch (error) {
    if (error instanceof QueryError) return null
    throw error
  }
}

describe('the bounds of a query', () => {
  it.each([
    [`select 1 where ${where}`, 'select 1 where at >= $1 and at < $2'],
    [`select 1 where ${where};\n`, 'select 1 where at >= $1 and at < $2'],
    ['select {{ from }}, {{to}}, {{from}}', 'select $1, $2, $1'],
    [`select 'it''s; -- no' where ${where}`, `select 'it''s; -- no' where at >= $1 and at < $2`],
    [`select "a;b", a$b$ where ${where}`, 'select "a;b", a$b$ where at >= $1 and at < $2'],
    [
      `select $q$ ; ' $q$ /* ; ' */ where ${where} -- ; '`,
      `select $q$ ; ' $q$ /* ; ' */ where at >= $1 and at < $2 -- ; '`,
    ],
    [`select e'\\';' where ${where}`, `select e'\\';' where at >= $1 and at < $2`],
  ])('are parameters where they stand bare: %s', (query, made) => {
    expect(bound(query)).toBe(made)
  })

  it.each([
    ['select 1', /{{from}} and {{to}}/],
    ['select 1 where at >= {{from}}', /{{from}} and {{to}}/],
    ["select 1 where at >= '{{from}}' and at < {{to}}", /only text/],
    [`select 1 where ${where} /* {{from}} */`, /only text/],
    [`select 1 where ${where} -- {{to}}`, /only text/],
    [`select $$ {{from}} $$ where ${where}`, /only text/],
    [`select "{{from}}" where ${where}`, /only text/],
    [`select 1 where ${where}; delete from orders`, /more than one statement/],
    [`select 1; select 2 where ${where}`, /more than one statement/],
    [`select 1 where ${where} and {{upto}} = 1`, /neither/],
    [`select 1 where ${where} and id = $1`, /parameters/],
    [`select 'open where ${where}`, /not closed/],
    [`select $a$ open $b$ where ${where}`, /not closed/],
    [`select 1 /* open where ${where}`, /not closed/],
    [`select 1 /* /* */ where ${where} */`, /read in two ways/],
    [`select '\\' where ${where} --'`, /read in two ways/],
  ])('are refused elsewhere: %s', (query, words) => {
    expect(() => bound(query)).toThrow(words)
  })

  it('change nothing else, whatever is written around them', () => {
    const piece = fc.constantFrom(
      '{{from}}',
      '{{to}}',
      "'",
      '"',
      '$$',
      '$a$',
      '--',
      '\n',
      '/*',
      '*/',
      ';',
      '\\',
      ' x ',
      'e',
      '{{',
      '$1',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const query = pieces.join('')
        const made = madeOf(query)
        if (made === null) return
        // The result is one statement without its terminator.
        expect(made).toBe(query.replace(/[\s;]+$/, '').trim())
        expect(fillBounds(made, (which) => `{{${which}}}`)).toBe(made)
      }),
    )
  })
})
