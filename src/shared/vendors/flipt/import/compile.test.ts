import { describe, expect, it } from 'vitest'
import { createImportedEvaluator } from '../../importing/imported-evaluator.ts'
import { compileFlipt } from './compile.ts'
import { FliptConfig } from './config.ts'

const inSegment = (constraint: object, context: Record<string, string>) => {
  const segments = [{ key: 's', match_type: 'ALL_MATCH_TYPE', constraints: [constraint] }]
  const flag = {
    key: 'f',
    type: 'BOOLEAN_FLAG_TYPE',
    enabled: false,
    rollouts: [{ segment: { key: 's', value: true } }],
  }
  return askOf({ flags: [flag], segments }, context)
}

const askOf = async (document: object, context: Record<string, string>) => {
  const imported = compileFlipt(FliptConfig.parse(document))
  const ask = await createImportedEvaluator(imported, 0)
  return {
    value: ask('f', { targetingKey: 'u', ...context }).value,
    said: imported.findings.map(({ severity }) => severity),
  }
}

const number = (operator: string, value: string) => ({ type: 'NUMBER_COMPARISON_TYPE', property: 'n', operator, value })
const text = (operator: string, value = '') => ({ type: 'STRING_COMPARISON_TYPE', property: 'c', operator, value })

describe('a constraint of Flipt', () => {
  // As @flipt-io/flipt-client-js 0.5.1 answers.
  it.each([
    [number('gt', '7'), { n: '98' }, true],
    [number('gt', '7'), { n: '98.5' }, false],
    [number('neq', '7'), { n: '1e3' }, false],
    [number('lt', '9'), { n: ' 1 ' }, false],
    [number('gt', '7'), { n: '9007199254740993' }, false],
    [number('gte', '-2147483648'), { n: '-2147483648' }, true],
    [number('present', ''), { n: 'x' }, true],
    [text('empty'), { c: ' ' }, false],
    [text('notempty'), { c: ' ' }, true],
    [text('empty'), {}, true],
    [text('isnotoneof', '["x"]'), { c: 'y' }, true],
    [text('isnotoneof', '["x"]'), {}, false],
  ] as const)('%j of %j is %j', async (constraint, context, wanted) => {
    expect((await inSegment(constraint, context)).value).toBe(wanted)
  })

  it('that compares with a fraction is met by nobody, and said', async () => {
    expect(await inSegment(number('neq', '1.5'), { n: '2' })).toEqual({ value: false, said: ['warn'] })
  })

  it.each(['present', 'notpresent', 'eq'])('of a type that nobody knows is refused, %s too', async (operator) => {
    expect((await inSegment({ type: 'NEW_TYPE', property: 'n', operator }, { n: 'x' })).said).toEqual(['block'])
  })
})

describe('a rule of Flipt', () => {
  it('without distributions serves the default variant', async () => {
    const flag = {
      key: 'f',
      type: 'VARIANT_FLAG_TYPE',
      enabled: true,
      variants: [{ key: 'a', default: true }, { key: 'b' }],
      rules: [{ segment: 's', distributions: [] }],
    }
    const segments = [{ key: 's', match_type: 'ALL_MATCH_TYPE', constraints: [] }]
    expect((await askOf({ flags: [flag], segments }, {})).value).toBe('a')
  })
})

describe('what Flipt refuses', () => {
  const blocked = (distributions: { variant: string; rollout: number }[], match_type: string) => {
    const flag = { key: 'f', variants: [{ key: 'a' }], rules: [{ segment: 's', distributions }] }
    const config = FliptConfig.parse({ flags: [flag], segments: [{ key: 's', match_type }] })
    return compileFlipt(config).findings.map(({ severity, subject, path }) => `${severity} ${subject}: ${path}`)
  }

  it('is said of a share for a variant that the flag has not', () => {
    expect(blocked([{ variant: 'b', rollout: 100 }], 'ALL_MATCH_TYPE')).toEqual(['block flag f: rules.0.distributions'])
  })

  it('is said of a match type that it does not have', () => {
    expect(blocked([{ variant: 'a', rollout: 100 }], '')).toEqual(['block segment s: match_type'])
  })

  it('is said of nothing else', () => {
    expect(blocked([{ variant: 'a', rollout: 100 }], 'ANY_MATCH_TYPE')).toEqual([])
  })
})

describe('a document of Flipt', () => {
  const flag = { key: 'f', type: 'BOOLEAN_FLAG_TYPE', enabled: true }
  const segment = { key: 's', match_type: 'ALL_MATCH_TYPE' }

  it.each<[string, object, string[]]>([
    ['twice the same flag', { flags: [flag, flag] }, []],
    ['two flags of one key', { flags: [flag, { ...flag, enabled: false }] }, ['flag f: Two flags that differ']],
    [
      'two segments of one key',
      { flags: [], segments: [segment, { ...segment, match_type: 'ANY_MATCH_TYPE' }] },
      ['segment s: Two segments that differ'],
    ],
    ['a type that is none', { flags: [{ ...flag, type: 'JSON_FLAG_TYPE' }] }, ['flag f: Its type is "JSON_FLAG_TYPE"']],
  ])('with %s is imported, or says what is wrong', (_, document, said) => {
    const { findings } = compileFlipt(FliptConfig.parse(document))
    const blocks = findings.filter(({ severity }) => severity === 'block')
    expect(blocks.map(({ subject, message }) => `${subject}: ${message}`)).toEqual(
      said.map((start) => expect.stringMatching(new RegExp(`^${start}`))),
    )
  })
})
