import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aFlag, aSegment } from '../../../../../tests/support/builders.ts'
import { RevisionEvent } from '../../../../shared/features/publishing/schemas/revision.ts'
import { revisionEvent } from './revision-event.ts'

const revision = (entries: Parameters<typeof revisionEvent>[0]['entries']) => ({
  ...{ environmentId: 'e', project: 'shop', environment: 'production', number: 7, digest: '' },
  ...{ publishedAt: new Date(0), actor: { kind: 'user' as const, id: null, name: 'Ada' }, entries },
})
const entry = fc
  .record({ key: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/), how: fc.nat(3) })
  .map(({ key, how }) => {
    if (how === 3) return { kind: 'segment' as const, key, document: { ...aSegment(key) } }
    return { kind: 'flag' as const, key, document: how === 0 ? null : { ...aFlag(key) } }
  })

describe('what a tab hears of a revision', () => {
  it('is less than 2 kB, names the first subjects, and says where there are more', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 60 }), (entries) => {
        const event = revisionEvent(revision(entries))
        expect(JSON.stringify(event).length).toBeLessThan(2_000)
        expect(RevisionEvent.parse(event)).toEqual(event)
        const named = event.subjects.map(({ kind, key }) => `${kind} ${key}`)
        expect(named).toEqual(entries.slice(0, named.length).map(({ kind, key }) => `${kind} ${key}`))
        expect(event.more).toBe(named.length < entries.length)
      }),
    )
  })

  it('brings what a flag shows there, and null where it was taken out', () => {
    const entries = [
      { kind: 'flag' as const, key: 'a', document: { ...aFlag('a') } },
      { kind: 'flag' as const, key: 'b', document: null },
    ]
    expect(revisionEvent(revision(entries)).subjects).toEqual([
      {
        kind: 'flag',
        key: 'a',
        cell: { on: true, rules: 0, revision: 7, serves: { rest: { variant: expect.any(String) } }, off: 'off' },
      },
      { kind: 'flag', key: 'b', cell: null },
    ])
  })

  it('names all that fit, to the last letter, the first however long it is, and is made once', () => {
    const segment = (length: number) => ({ kind: 'segment' as const, key: 'k'.repeat(length), document: null })
    const around = JSON.stringify({ kind: 'segment', key: '' }).length
    // At most ten subjects of 140 characters each fit.
    const ten = Array.from({ length: 10 }, () => segment(140 - around))
    const named = (entries: Parameters<typeof revision>[0]) => revisionEvent(revision(entries)).subjects.length
    expect([named(ten), named([...ten, segment(1)]), named([segment(141 - around), ...ten.slice(1)])]).toEqual([
      10, 10, 9,
    ])
    expect([named([segment(2_000)]), named([segment(2_000), segment(1)]), named([])]).toEqual([1, 1, 0])
    const one = revision(ten)
    expect(revisionEvent(one)).toBe(revisionEvent(one))
    expect(revisionEvent(one).more).toBe(false)
  })
})
