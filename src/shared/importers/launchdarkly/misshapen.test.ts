import { describe, expect, it } from 'vitest'
import { askImported } from '../ask-imported.ts'
import { compileLaunchDarkly } from './compile.ts'
import { LdConfig } from './config.ts'

const base = { on: true, variations: ['a', 'b'], offVariation: 1, fallthrough: { variation: 1 }, salt: 's' }

const imported = (flag: object, segments: object = {}) =>
  compileLaunchDarkly(LdConfig.parse({ flags: { flag: { ...base, ...flag } }, segments }))

const said = (flag: object, segments?: object) =>
  imported(flag, segments).findings.map(({ severity, subject, path }) => `${severity} ${subject}: ${path}`)

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
      { s: { includedContexts: [{ contextKind: '', values: [] }] } },
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
    const ofDocuments = said(flag, segments).filter((one) => !one.startsWith('warn project'))
    expect(ofDocuments).toEqual(expected)
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

  it.each<[string, object, string]>([
    ['without a list of clauses is met by everybody, as in most SDKs', {}, 'a'],
    ['with an empty list of clauses is met by everybody', { clauses: [] }, 'a'],
    ['passes over a clause whose attribute is no name, where another follows', { clauses: [unnamed, whole] }, 'a'],
  ])('a rule %s', async (_, more, expected) => {
    const ask = await askImported(imported(rule(more)), 0)
    expect(ask('flag', { targetingKey: 'u', plan: 'pro' }).value).toBe(expected)
  })

  it('a last clause whose attribute is no name ends the flag', async () => {
    const ask = await askImported(imported(rule({ clauses: [whole, unnamed] })), 0)
    expect(ask('flag', { targetingKey: 'u', plan: 'pro' }).detail).toBe('MALFORMED_FLAG')
    expect(ask('flag', { targetingKey: 'u', plan: 'free' }).value).toBe('b')
  })
})
