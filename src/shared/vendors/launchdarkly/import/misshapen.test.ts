import { describe, expect, it } from 'vitest'
import { createImportedEvaluator } from '../../importing/imported-evaluator.ts'
import { compileLaunchDarkly } from './compile.ts'
import { LdConfig } from './config.ts'

const base = { on: true, variations: ['a', 'b'], offVariation: 1, fallthrough: { variation: 1 }, salt: 's' }

const imported = (flag: object, segments: object = {}) =>
  compileLaunchDarkly(LdConfig.parse({ flags: { flag: { ...base, ...flag } }, segments }))

const said = (flag: object, segments?: object) =>
  imported(flag, segments)
    .findings.filter(({ subject }) => subject !== 'project')
    .map(({ severity, subject, path }) => `${severity} ${subject}: ${path}`)

const rule = (more: object) => ({ rules: [{ id: 'r', variation: 0, ...more }] })
const [whole, unnamed] = [
  { attribute: 'plan', op: 'in', values: ['pro'] },
  { attribute: '', op: 'in', values: ['pro'] },
]
const split = { variations: [{ variation: 0, weight: 100_000 }] }

describe('what the SDKs of LaunchDarkly fail on', () => {
  it.each<[string, object, object, string[]]>([
    [
      'a clause without values',
      rule({ clauses: [{ ...whole, values: null }] }),
      {},
      ['block flag flag: rules.0.clauses.0.values'],
    ],
    ['a rule without a list of clauses', rule({}), {}, ['block flag flag: rules.0.clauses']],
    ['a rule of a segment without one', {}, { s: { rules: [{}] } }, ['block segment s: rules.0.clauses']],
    ['a target without keys', { targets: [{ variation: 0 }] }, {}, ['block flag flag: targets.0.values']],
    [
      'a target of another kind without keys',
      { contextTargets: [{ contextKind: 'org', variation: 0 }] },
      {},
      ['block flag flag: contextTargets.0.values'],
    ],
    ['no list of variations', { variations: null, on: false, offVariation: null }, {}, ['block flag flag: variations']],
    [
      'an empty kind of a rollout',
      { fallthrough: { rollout: { contextKind: '', ...split } } },
      {},
      ['block flag flag: fallthrough.rollout.contextKind'],
    ],
    [
      'an empty kind of a clause',
      rule({ clauses: [{ ...whole, contextKind: '' }] }),
      {},
      ['block flag flag: rules.0.clauses.0.contextKind'],
    ],
    [
      'members of an empty kind',
      {},
      { s: { includedContexts: [{ contextKind: '', values: ['u'] }] } },
      ['block segment s: includedContexts.0.contextKind'],
    ],
    [
      'a list of members without keys',
      {},
      { s: { excludedContexts: [{ contextKind: 'org' }] } },
      ['block segment s: excludedContexts.0.values'],
    ],
    [
      'an attribute of a segment that is no name',
      {},
      { s: { rules: [{ clauses: [unnamed] }] } },
      ['block segment s: rules.0', 'warn segment s: rules.0.clauses.0.attribute'],
    ],
  ])('%s is said', (_, flag, segments, expected) => {
    expect(said(flag, segments)).toEqual(expected)
  })

  it('of ordinary documents nothing is said', () => {
    const flag = {
      targets: [{ variation: 0, values: [] }],
      contextTargets: [{ contextKind: 'user', variation: 0 }],
      ...rule({ clauses: [whole, { op: 'segmentMatch', values: ['s'] }] }),
    }
    const segment = { included: [], includedContexts: [], rules: [{ clauses: [whole] }] }
    expect(said(flag, { s: segment })).toEqual([])
  })

  it.each<[string, object, object]>([
    [
      'of a clause that asks for a segment',
      rule({ clauses: [{ attribute: '', contextKind: '', op: 'segmentMatch', values: ['s'] }] }),
      { s: {} },
    ],
    [
      'of a segment in a segment',
      {},
      { s: { rules: [{ clauses: [{ attribute: '', contextKind: '', op: 'segmentMatch', values: ['t'] }] }] }, t: {} },
    ],
    [
      'of a clause that asks for the kinds',
      rule({ clauses: [{ attribute: 'kind', contextKind: '', op: 'in', values: ['org'] }] }),
      {},
    ],
    ['of a rollout beside a variation', { fallthrough: { variation: 1, rollout: { contextKind: '', ...split } } }, {}],
    [
      'of the share of a rule without a weight',
      {},
      { s: { rules: [{ clauses: [whole], weight: null, bucketBy: '', rolloutContextKind: '' }] } },
    ],
    ['of a list without members', {}, { s: { excludedContexts: [{ contextKind: '', values: [] }] } }],
    ['of members that are listed elsewhere', {}, { s: { unboundedContextKind: '' } }],
    ['of targets', { contextTargets: [{ contextKind: '', variation: 0, values: null }] }, {}],
    [
      'of an attribute to divide by',
      { fallthrough: { rollout: { bucketBy: '', contextKind: 'user', seed: null, ...split } } },
      {},
    ],
  ])('an empty text %s is not reported: no SDK reads it', (_, flag, segments) => {
    expect(said(flag, segments)).toEqual([])
  })

  it.each<[string, object, string]>([
    ['without a list of clauses is met by everybody, as in most SDKs', {}, 'a'],
    ['with an empty list of clauses is met by everybody', { clauses: [] }, 'a'],
    ['passes over a clause whose attribute is no name, where another follows', { clauses: [unnamed, whole] }, 'a'],
  ])('a rule %s', async (_, more, expected) => {
    const ask = await createImportedEvaluator(imported(rule(more)), 0)
    expect(ask('flag', { targetingKey: 'u', plan: 'pro' }).value).toBe(expected)
  })

  it('a last clause whose attribute is no name ends the flag', async () => {
    const ask = await createImportedEvaluator(imported(rule({ clauses: [whole, unnamed] })), 0)
    expect(ask('flag', { targetingKey: 'u', plan: 'pro' }).detail).toBe('MALFORMED_FLAG')
    expect(ask('flag', { targetingKey: 'u', plan: 'free' }).value).toBe('b')
  })
})
