import { describe, expect, it } from 'vitest'
import type { Context } from '../../../schemas/context.ts'
import { createImportedEvaluator } from '../../importing/imported-evaluator.ts'
import { compileSplit } from './compile.ts'
import { SplitConfig } from './config.ts'

const everyone = { matcherType: 'ALL_KEYS' }
const condition = (matchers: object[], partitions: unknown = [{ treatment: 'on', size: 100 }]) => ({
  conditionType: 'ROLLOUT',
  matcherGroup: { combiner: 'AND', matchers },
  partitions,
})
const split = (conditions: object[], more: object = {}) => ({
  ...{ name: 'flag', defaultTreatment: 'off', seed: 1, trafficAllocation: 100, algo: 2, conditions, ...more },
})
const imported = (...splits: object[]) => compileSplit(SplitConfig.parse({ splits, segments: {} }))

/** The result of the first split and its findings. */
const answer = async (splits: object[], context: Context = {}) => {
  const all = imported(...splits)
  const { name, variant } = (await createImportedEvaluator(all, 0))('flag', { targetingKey: 'u', ...context })
  const said = all.findings.filter(({ subject }) => subject === 'flag flag').map(({ severity }) => severity)
  return [name ?? variant ?? 'control', ...said]
}

const short = condition([everyone], [{ treatment: 'on', size: 90 }])
const tags = (matcherType: string, whitelist?: string[]) =>
  condition([{ matcherType, keySelector: { attribute: 'tags' }, whitelistMatcherData: whitelist && { whitelist } }])

describe('a split as its SDKs read it', () => {
  it.each<[string, object[], string[]]>([
    ['whose percentages miss 100 is control', [split([short])], ['control', 'warn']],
    ['whose percentages miss 100 is control, killed too', [split([short], { killed: true })], ['control', 'warn']],
    ['without a condition is control', [split([])], ['control']],
    ['without a condition is its default treatment, killed', [split([], { killed: true })], ['off']],
    ['without partitions gives the default treatment', [split([condition([everyone], null)])], ['off']],
    [
      'after a matcher nobody knows is not read on',
      [split([condition([{ matcherType: 'NEW' }]), short])],
      ['control', 'block'],
    ],
    [
      'that compares with no number is control',
      [split([condition([{ matcherType: 'EQUAL_TO' }])])],
      ['control', 'warn'],
    ],
    [
      'that compares with no true or false matches nobody',
      [split([condition([{ matcherType: 'EQUAL_TO_BOOLEAN' }])])],
      ['off'],
    ],
    ['with null for its traffic takes nobody', [split([condition([everyone])], { trafficAllocation: null })], ['off']],
  ])('%s', async (_, splits, expected) => {
    expect(await answer(splits)).toEqual(expected)
  })

  it('fails with its prerequisite, which is said', async () => {
    const needs = split([condition([everyone])], { prerequisites: [{ n: 'other', ts: ['on'] }] })
    expect((await answer([needs, split([short], { name: 'other' })])).slice(1)).toEqual(['block'])
  })

  it('takes a split that it fails on for no match', async () => {
    const asks = (treatments: string[]) =>
      condition([{ matcherType: 'IN_SPLIT_TREATMENT', dependencyMatcherData: { split: 'other', treatments } }])
    const other = split([short], { name: 'other' })
    expect(await answer([split([asks(['control'])]), other])).toEqual(['off'])
  })

  it.each<[string, string[] | undefined, string[], string[]]>([
    ['CONTAINS_ANY_OF_SET', ['a', 'a'], ['a'], ['on']],
    ['PART_OF_SET', ['a', 'a'], ['a'], ['on']],
    ['EQUAL_TO_SET', ['a', 'a'], ['a'], ['off']],
    ['EQUAL_TO_SET', ['a', 'a'], ['a', 'a'], ['off']],
    ['CONTAINS_ALL_OF_SET', ['a', 'a'], ['a', 'a'], ['off']],
    ['CONTAINS_ALL_OF_SET', ['a', 'a'], ['a', 'b'], ['on']],
    ['CONTAINS_ALL_OF_SET', [], ['a'], ['on']],
    ['CONTAINS_ALL_OF_SET', undefined, ['a'], ['off']],
    ['CONTAINS_ALL_OF_SET', ['a', 'a', 'a'], ['a'], ['off', 'block']],
  ])('%s of %j matches %j: %j', async (type, whitelist, own, expected) => {
    expect(await answer([split([tags(type, whitelist)])], { tags: own })).toEqual(expected)
  })

  const day = 86_400_000
  const dated = (matcherType: string, value: number) =>
    condition([
      {
        ...{ matcherType, keySelector: { attribute: 'since' } },
        unaryNumericMatcherData: { dataType: 'DATETIME', value },
      },
    ])
  // As in JavaScript's `Date`: fractions are truncated toward 1970, and there are no dates beyond its last day.
  it.each<[string, number, number, string]>([
    ['EQUAL_TO', 5, -0.5, 'on'],
    ['EQUAL_TO', -5, -0.5, 'off'],
    ['EQUAL_TO', -0.5, 5, 'on'],
    ['EQUAL_TO', -day, -day - 0.5, 'on'],
    ['EQUAL_TO', day, day - 0.5, 'off'],
    ['GREATER_THAN_OR_EQUAL_TO', 0, -0.5, 'on'],
    ['LESS_THAN_OR_EQUAL_TO', -60_000, -0.5, 'off'],
    ['LESS_THAN_OR_EQUAL_TO', 1e18, 5, 'off'],
  ])('%s %d as a date of %d: %s', async (type, value, since, expected) => {
    expect(await answer([split([dated(type, value)])], { since })).toEqual([expected])
  })
})
