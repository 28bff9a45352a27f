import { describe, expect, it } from 'vitest'
import type { ImportFinding } from '../../../features/imports/schemas/import.ts'
import { compileLaunchDarkly } from './compile.ts'
import { LdConfig, type LdFlag, type LdSegment } from './config.ts'

const aFlag = (flag: Partial<LdFlag> = {}): LdFlag => ({
  on: true,
  variations: ['a', 'b'],
  offVariation: 1,
  fallthrough: { variation: 0 },
  salt: 'salty',
  ...flag,
})

const imported = (flags: Record<string, LdFlag>, segments: Record<string, LdSegment> = {}) =>
  compileLaunchDarkly(LdConfig.parse({ flags, segments }))

const findings = (flag: Partial<LdFlag>, segments: Record<string, LdSegment> = {}): ImportFinding[] =>
  imported({ flag: aFlag(flag) }, segments).findings

const ruleWith = (clause: NonNullable<NonNullable<LdFlag['rules']>[number]['clauses']>[number]) => ({
  rules: [{ id: 'r', variation: 0, clauses: [clause] }],
})

describe('compileLaunchDarkly', () => {
  it('keeps a flag without targeting in the native language', () => {
    expect(imported({ flag: aFlag() }).flags['flag']).toEqual({
      key: 'flag',
      type: 'string',
      on: true,
      variants: { a: 'a', b: 'b' },
      offVariant: 'b',
      prerequisites: [],
      rules: [],
      otherwise: { variant: 'a' },
      salt: 'salty',
      visibleToClients: false,
    })
  })

  it('adds weights left to right in binary64, the first slot open to the left, the last taking what is beyond', () => {
    const weights = [33_333, 33_333, 33_334]
    const variations = weights.map((weight, i) => ({ variation: i % 2, weight }))
    const serve = imported({ flag: aFlag({ fallthrough: { rollout: { variations } } }) }).flags['flag']?.otherwise
    expect(serve).toMatchObject({
      wide: {
        overflow: 'last',
        bounds: '[)',
        slots: [{ hi: 0.33333 }, { lo: 0.33333, hi: 0.33333 + 0.33333 }, { lo: 0.33333 + 0.33333 }],
        source: { weights: weights.map((weight, i) => ({ variant: i % 2 === 0 ? 'a' : 'b', weight })) },
      },
    })
  })

  it('hashes the seed in place of key and salt, and always the key of an experiment', () => {
    const rollout = {
      kind: 'experiment',
      seed: 61,
      bucketBy: 'email',
      variations: [{ variation: 0, weight: 100_000 }],
    }
    expect(imported({ flag: aFlag({ fallthrough: { rollout } }) }).flags['flag']?.otherwise).toMatchObject({
      wide: {
        experiment: true,
        point: { unit: { parts: [{ literal: '61.' }, { attribute: { firstOf: [['key'], ['targetingKey']] } }] } },
      },
    })
  })

  it('keeps the original as hash key where the key has to change', () => {
    const { flags, keys } = imported({
      'my flag': aFlag({ fallthrough: { rollout: { variations: [{ variation: 0, weight: 1 }] } } }),
    })
    expect(keys.flags.get('my flag')).toBe('my-flag')
    expect(flags['my-flag']).toMatchObject({
      hashKey: 'my flag',
      otherwise: { wide: { point: { unit: { parts: [{ literal: 'my flag.salty.' }, {}] } } } },
    })
  })

  it('names variations by their value where that makes keys, else by position', () => {
    const keysOf = (variations: LdFlag['variations']) =>
      Object.keys(imported({ flag: aFlag({ variations }) }).flags['flag']?.variants ?? {})
    expect(keysOf([true, false])).toEqual(['true', 'false'])
    expect(keysOf(['10', '9'])).toEqual(['variation-1', 'variation-2'])
    expect(keysOf(['A', 'a'])).toEqual(['variation-1', 'variation-2'])
    expect(keysOf([{ a: 1 }, 2])).toEqual(['variation-1', 'variation-2'])
  })
})

describe('findings of compileLaunchDarkly', () => {
  it('are none for what is taken over whole', () => {
    expect(findings({})).toEqual([])
  })

  it.each<[string, Partial<LdFlag>, Record<string, LdSegment>, Partial<ImportFinding>]>([
    [
      'block a big segment',
      {},
      { big: { unbounded: true, generation: 1 } },
      { severity: 'block', subject: 'segment big', path: 'unbounded' },
    ],
    [
      'block a percentage of a segment without its salt',
      {},
      { part: { rules: [{ clauses: [], weight: 1000 }] } },
      { severity: 'block', subject: 'segment part', path: 'rules.0.weight' },
    ],
    ['report a migration flag', { migration: {} }, {}, { severity: 'warn', path: 'migration' }],
    [
      'warn of a pattern that languages read differently',
      ruleWith({ attribute: 'a', op: 'matches', values: ['(?=a)'] }),
      {},
      { severity: 'warn', path: 'rules.0.clauses.0.values' },
    ],
    [
      'warn of an operator nobody knows',
      ruleWith({ attribute: 'a', op: 'almost', values: [] }),
      {},
      { severity: 'warn', path: 'rules.0.clauses.0.op' },
    ],
    [
      'warn of a segment that is not there',
      ruleWith({ op: 'segmentMatch', values: ['gone'] }),
      {},
      { severity: 'warn', path: 'rules.0.clauses.0.values' },
    ],
    [
      'warn of a prerequisite that is not there',
      { prerequisites: [{ key: 'gone', variation: 0 }] },
      {},
      { severity: 'warn', path: 'prerequisites.0' },
    ],
    [
      'warn of the seed 0',
      { fallthrough: { rollout: { seed: 0, variations: [{ variation: 0, weight: 1 }] } } },
      {},
      { severity: 'warn', path: 'fallthrough.rollout.seed' },
    ],
    [
      'warn once of secondary keys where there are percentages',
      { fallthrough: { rollout: { variations: [{ variation: 0, weight: 1 }] } } },
      {},
      { severity: 'warn', subject: 'project' },
    ],
    ['block variations of different types', { variations: ['a', 1] }, {}, { severity: 'block', subject: 'flag flag' }],
    [
      'block what is more than a flag may hold',
      { rules: Array.from({ length: 1_002 }, (_, i) => ({ id: `r${i}`, variation: i % 2, clauses: [] })) },
      {},
      { severity: 'block', subject: 'flag flag' },
    ],
  ])('%s', (_, flag, segments, wanted) => {
    expect(findings(flag, segments)).toContainEqual(expect.objectContaining(wanted))
  })
})
