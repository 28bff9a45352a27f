import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/support/seed.ts'
import type { WrittenPromise } from '../../features/promises/schemas/promise.ts'
import { nameOfSentence, promiseFile, readPromiseFile } from './promise-file.ts'

const sentences = [
  'everyone in segment staff gets checkout on',
  'nobody where email contains "\\n#: \\"x\\"" gets checkout on',
  'at most 0.5% of everyone get pricing fresh, cheap or default in code',
  '{"targetingKey":"an\\"}na","country":"# NO"} gets checkout on',
]

const key = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}$/)

const aPromise: fc.Arbitrary<WrittenPromise> = fc
  .record({
    key,
    name: fc.option(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' })),
    sentence: fc.constantFrom(...sentences),
    environments: fc.option(fc.uniqueArray(key, { minLength: 1, maxLength: 3 })),
    force: fc.constantFrom('refuses' as const, 'watches' as const),
    flag: fc.option(key),
    why: fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme' }), fc.constant('two\nlines = "quoted" # \\')),
  })
  .map(({ name, ...rest }) => ({ ...rest, name: name ?? nameOfSentence(rest.sentence) }))

const read = (text: string) => {
  const made = readPromiseFile(text)
  if (!('promises' in made)) throw new Error(JSON.stringify(made.unreadable))
  return made.promises.map(({ line: _line, ...promise }) => promise)
}

describe('a file of promises', () => {
  it('reads back what was written, and is written again as it was', () => {
    const several = fc.uniqueArray(aPromise, { selector: (one) => one.key, maxLength: 6 })
    fc.assert(
      fc.property(several, fc.constantFrom('\n', '\r\n'), (promises, end) => {
        const text = promiseFile(promises)
        expect(read(text.replaceAll('\n', end))).toEqual(promises)
        expect(promiseFile(read(text))).toBe(text)
      }),
      { numRuns: draws(100) },
    )
  })

  it('takes bare sentences, whose key and name follow from them', () => {
    expect(read('# ours\n\neveryone gets checkout on  \n')).toEqual([
      {
        ...{
          key: 'everyone-gets-checkout-on',
          name: 'everyone gets checkout on',
          sentence: 'everyone gets checkout on',
        },
        ...{ environments: null, force: 'refuses', flag: null, why: '' },
      },
    ])
  })

  it('says the line that it can’t read, and what would be right', () => {
    const told = (text: string) => {
      const made = readPromiseFile(text)
      return 'unreadable' in made ? made.unreadable : undefined
    }
    expect(told('# x\neveryone gets')).toEqual({
      ...{ line: 2, problem: 'it can’t be read', expected: 'the key of a flag', character: 14 },
    })
    expect(told('#: force=maybe')).toMatchObject({ line: 1, problem: 'force=maybe can’t be read as a setting' })
    expect(told('#: key=a b c')).toMatchObject({ line: 1, problem: '“b c” can’t be read as a setting' })
    expect(told('#: why="open')).toMatchObject({ line: 1 })
    expect(told('#: key=a\neveryone gets x on\n#: key=A\neveryone gets x off')).toMatchObject({
      ...{ line: 4, problem: 'the key A is that of line 2 already' },
    })
  })
})
