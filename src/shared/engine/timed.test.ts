import { describe, expect, it } from 'vitest'
import { buildDatafile } from '../datafile/build.ts'
import { diffDatafile } from '../datafile/diff.ts'
import type { Condition } from '../schemas/condition.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import type { SegmentDocument } from '../schemas/segment.ts'
import { compile } from './compile.ts'
import { everyFamily } from './operators/every-family.ts'
import { recompile } from './recompile.ts'

const old: Condition = { attribute: 'since', operator: 'olderThan', values: ['P30D'] }
const norwegian: Condition = { attribute: 'country', operator: 'is', values: ['NO'] }

const aFlag = (key: string, when: Condition, prerequisites: FlagDocument['prerequisites'] = []): FlagDocument => ({
  key,
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites,
  rules: [{ id: 'rule', when, serve: { variant: 'on' } }],
  otherwise: { variant: 'off' },
  salt: key,
  visibleToClients: false,
})

const aDatafile = (segmentWhen: Condition, flagWhen: Condition = norwegian) => {
  const segment: SegmentDocument = { key: 'veterans', included: [], excluded: [], when: segmentWhen }
  const flags = [
    aFlag('plain', flagWhen),
    aFlag('nested', { any: [norwegian, { not: old }] }),
    aFlag('bySegment', { segment: 'veterans' }),
    aFlag('byPrerequisite', norwegian, [{ flag: 'bySegment', variants: ['on'] }]),
  ]
  return buildDatafile({
    project: 'shop',
    environment: 'production',
    revision: 1,
    publishedAt: '2026-11-20T12:00:00.000Z',
    flags: Object.fromEntries(flags.map((flag) => [flag.key, flag])),
    segments: { veterans: segment },
  })
}

const timedOf = (compiled: ReturnType<typeof compile>, keys: readonly string[]) =>
  keys.filter((key) => compiled.flag(key)?.timed)
const keys = ['plain', 'nested', 'bySegment', 'byPrerequisite']

describe('a compiled flag', () => {
  it.each([[keys], [keys.toReversed()]])(
    'knows whether it asks for the time, in whatever order %s are compiled',
    (order) => {
      expect(new Set(timedOf(compile(aDatafile(old), everyFamily), order))).toEqual(
        new Set(['nested', 'bySegment', 'byPrerequisite']),
      )
      expect(timedOf(compile(aDatafile(norwegian), everyFamily), order)).toEqual(['nested'])
    },
  )

  it('learns of it by a patch', () => {
    const before = aDatafile(norwegian)
    const compiled = compile(before, everyFamily)
    expect(timedOf(compiled, keys)).toEqual(['nested'])
    const now = aDatafile(old, old)
    const after = recompile(compiled, now, diffDatafile(before, now))
    expect(timedOf(after, keys)).toEqual(keys)
  })
})
