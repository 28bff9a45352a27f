import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collect } from './problems.ts'
import { checkStorable } from './storable.ts'

const problemsOf = (document: unknown, most?: number) =>
  collect((report) => checkStorable(document, report, most)).map(({ code, path }) => ({ code, path }))

/** Counts the values of a document, including itself. */
const valuesOf = (document: unknown): number =>
  typeof document === 'object' && document !== null
    ? Object.values(document).reduce<number>((sum, inner) => sum + valuesOf(inner), 1)
    : 1

describe('what can be stored', () => {
  it('is all JSON of well-formed text with as many values as there may be', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (document) => {
        fc.pre(!JSON.stringify(document).includes(String.raw`\u0000`))
        const values = valuesOf(document)
        expect(problemsOf(document, values)).toEqual([])
        const refused = values > 1 ? [{ code: 'limit/reached' }] : []
        expect(problemsOf(document, Math.max(1, values - 1))).toMatchObject(refused)
      }),
    )
  })

  it('is no text with a NUL, wherever it stands', () => {
    const document = { a: ['x', { 'b\0': 1, c: 'y\0' }], 'd\0': [], e: ['\ud800'] }
    expect(problemsOf(document)).toEqual([
      { code: 'request/invalid', path: '' },
      { code: 'request/invalid', path: 'e[0]' },
      { code: 'request/invalid', path: 'a[1]' },
      { code: 'request/invalid', path: 'a[1].c' },
    ])
  })

  it('tells two halves of a pair in two names from one character', () => {
    expect(problemsOf({ '\ud83d': 1, '\udea9': 2 })).toHaveLength(2)
  })

  it('has the whole path of what is wrong far inside', () => {
    const deep = Array.from({ length: 90 }).reduce<unknown>((inner) => [inner], '\0')
    expect(problemsOf(deep)).toEqual([{ code: 'request/invalid', path: '[0]'.repeat(90) }])
  })
})
