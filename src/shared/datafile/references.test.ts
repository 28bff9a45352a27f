import { describe, expect, it } from 'vitest'
import type { FlagDocument } from '../schemas/flag.ts'
import { referencesOf } from './references.ts'

const document: FlagDocument = {
  key: 'checkout',
  type: 'object',
  on: true,
  variants: { a: { flag: 'not a reference', segment: 'nor this' } },
  offVariant: 'a',
  prerequisites: [{ flag: 'payments', variants: ['on'] }],
  rules: [
    {
      id: 'r1',
      when: { all: [{ segment: 'staff' }, { any: [{ not: { segment: 'beta' } }, { flag: 'hero', variants: ['x'] }] }] },
      serve: { variant: 'a' },
    },
    { id: 'r2', when: { segment: 'staff' }, serve: { variant: 'a' } },
  ],
  otherwise: { variant: 'a' },
  salt: 's',
  visibleToClients: false,
}

describe('the references of a document', () => {
  it('are its prerequisites, segments and flags at any depth, each once', () => {
    expect(referencesOf(document)).toEqual([
      { kind: 'flag', key: 'payments' },
      { kind: 'segment', key: 'staff' },
      { kind: 'segment', key: 'beta' },
      { kind: 'flag', key: 'hero' },
    ])
  })

  it('leave out what only looks like one inside a value', () => {
    expect(referencesOf({ ...document, prerequisites: [], rules: [] })).toEqual([])
  })
})
