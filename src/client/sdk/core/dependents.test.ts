import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aDatafile as anyDatafile } from '../../../../tests/support/arbitraries.ts'
import { buildDatafile } from '../../../shared/datafile/build.ts'
import { readDatafile, writeDatafile } from '../../../shared/datafile/datafile-text.ts'
import { diffDatafile } from '../../../shared/datafile/diff.ts'
import { parsedDocumentsOf } from '../../../shared/datafile/lazy-documents.ts'
import type { Condition } from '../../../shared/schemas/condition.ts'
import type { Datafile } from '../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import { dependentsOf } from './dependents.ts'

const aFlag = (key: string, when: Condition, requires: string[] = []): FlagDocument => ({
  key,
  type: 'boolean',
  on: true,
  variants: { on: true, off: false },
  offVariant: 'off',
  prerequisites: requires.map((flag) => ({ flag, variants: ['on'] })),
  rules: [{ id: 'rule', when, serve: { variant: 'on' } }],
  otherwise: { variant: 'off' },
  salt: key,
  visibleToClients: false,
})
const aDatafile = (flags: FlagDocument[], segments: Record<string, Condition>): Datafile =>
  buildDatafile({
    project: 'shop',
    environment: 'production',
    revision: 1,
    publishedAt: '2026-11-20T12:00:00.000Z',
    flags: Object.fromEntries(flags.map((flag) => [flag.key, flag])),
    segments: Object.fromEntries(
      Object.entries(segments).map(([key, when]) => [key, { key, included: [], excluded: [], when }]),
    ),
  })

const country = (value: string): Condition => ({ attribute: 'country', operator: 'is', values: [value] })
const flags = [
  aFlag('alone', country('NO')),
  aFlag('bySegment', { not: { segment: 'outer' } }),
  aFlag('byPrerequisite', country('NO'), ['bySegment']),
  aFlag('byCondition', { any: [{ flag: 'byPrerequisite', variants: ['on'] }, country('DE')] }),
]
const before = aDatafile(flags, { inner: country('NO'), outer: { segment: 'inner' }, unused: country('SE') })
// Reads back what was written, so that documents are parsed lazily.
const late = (datafile: Datafile) => readDatafile(writeDatafile(datafile)) as Datafile
const affected = (after: Datafile) => dependentsOf(diffDatafile(before, after), before, after)

describe('the flags that may answer otherwise', () => {
  it('are none where nothing changed, or only what no flag uses', () => {
    expect(affected(before)).toEqual([])
    const after = aDatafile(flags, { inner: country('NO'), outer: { segment: 'inner' }, unused: country('FI') })
    expect(affected(after)).toEqual([])
  })

  it('are the changed ones, and those that went or came', () => {
    const [alone, ...others] = flags
    const after = aDatafile([...others, aFlag('fresh', true)], {
      inner: country('NO'),
      outer: { segment: 'inner' },
      unused: country('SE'),
    })
    expect(alone?.key).toBe('alone')
    expect(affected(after)).toEqual(['alone', 'fresh'])
  })

  it('are all that lead to a changed segment, through segments, prerequisites and conditions', () => {
    const after = aDatafile(flags, { inner: country('DK'), outer: { segment: 'inner' }, unused: country('SE') })
    expect(affected(after)).toEqual(['byCondition', 'byPrerequisite', 'bySegment'])
  })

  it('are those that lead there no longer, too', () => {
    const changed = flags.map((flag) => (flag.key === 'bySegment' ? aFlag('bySegment', true) : flag))
    const after = aDatafile(changed, { inner: country('DK'), outer: { segment: 'inner' }, unused: country('SE') })
    expect(affected(after)).toEqual(['byCondition', 'byPrerequisite', 'bySegment'])
  })

  it('are the same where the documents were not read yet, and reading leaves those alone that name nothing', () => {
    fc.assert(
      fc.property(anyDatafile(), anyDatafile(), (a, b) => {
        const changes = diffDatafile(a, b)
        expect(dependentsOf(changes, late(a), late(b))).toEqual(dependentsOf(changes, a, b))
      }),
      { numRuns: 100 },
    )
    const unread = late(before)
    dependentsOf({ flags: { alone: null }, segments: {} }, unread, unread)
    expect(Object.keys(parsedDocumentsOf(unread.flags)).sort()).toEqual(['byCondition', 'byPrerequisite', 'bySegment'])
  })

  it('are found among documents that are malformed, and in circles', () => {
    const circle = [aFlag('a', true, ['b']), aFlag('b', true, ['a'])]
    // A malformed document, which a server should never send.
    const broken = { ...aDatafile(circle, {}), flags: { ...aDatafile(circle, {}).flags, odd: 7 as never } }
    expect(dependentsOf({ flags: { a: null }, segments: {} }, broken, broken)).toEqual(['a', 'b'])
  })
})
