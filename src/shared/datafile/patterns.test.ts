import { describe, expect, it } from 'vitest'
import { aFlag, aSegment, where } from '../../../tests/support/builders.ts'
import { limits } from '../limits.ts'
import { patternsIn } from './patterns.ts'
import { validateFlag, validateSegment } from './validate.ts'
import { validateEnvironment } from './validate-environment.ts'

// Each of them would be rejected if it were checked.
const unsafe = (from: number, count: number) => Array.from({ length: count }, (_, at) => `(a${from + at}+)+b`)
const matching = (key: string, patterns: readonly string[]) =>
  aFlag(key).rule(where('email', 'matches', ...patterns), 'on')
const alone = { flags: {}, segments: {} }

describe('the regular expressions of a document', () => {
  it('are counted once each, wherever they stand', () => {
    const flag = matching('a', ['x', 'y']).rule({ not: { any: [where('email', 'notMatches', 'y', 'z')] } }, 'on')
    expect([...patternsIn(flag)]).toEqual(['x', 'y', 'z'])
  })

  it('are proven up to the limit, and beyond it none is looked at', () => {
    const most = limits.patternsPerDocument
    expect(validateFlag(matching('a', unsafe(0, most)), alone)).toMatchObject([{ code: 'rule/unsafe-pattern' }])
    expect(validateFlag(matching('a', unsafe(0, most + 1)), alone)).toMatchObject([{ code: 'limit/reached' }])
    const when = where('email', 'matches', ...unsafe(0, most + 1))
    expect(validateSegment(aSegment('s', { when }), alone)).toMatchObject([{ code: 'limit/reached' }])
  })

  it('are limited in a publish too', () => {
    const count = limits.patternsPerPublish / limits.patternsPerDocument + 1
    const flags = Object.fromEntries(
      Array.from({ length: count }, (_, at) => {
        const key = `flag-${at}`
        return [key, matching(key, unsafe(at * limits.patternsPerDocument, limits.patternsPerDocument))]
      }),
    )
    const changed = { flags: Object.keys(flags), segments: [] }
    const problems = validateEnvironment({ flags, segments: {} }, { changed })
    expect(problems).toMatchObject([{ code: 'limit/reached', problem: expect.stringContaining('520') }])
  })
})
