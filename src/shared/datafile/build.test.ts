import { describe, expect, it } from 'vitest'
import { aFlag, aSegment } from '../../../tests/support/builders.ts'
import { Datafile } from '../schemas/datafile.ts'
import { buildDatafile } from './build.ts'
import { digestOf } from './digest.ts'

const at = { project: 'shop', environment: 'production', revision: 812, publishedAt: '2026-11-20T12:00:00.000Z' }
const flags = { b: aFlag('b'), a: aFlag('a') }
const segments = { beta: aSegment('beta') }

describe('buildDatafile', () => {
  it('makes a datafile that fits the schema', () => {
    expect(Datafile.safeParse(buildDatafile({ ...at, flags, segments })).success).toBe(true)
  })

  it('carries the digest of its documents', () => {
    expect(buildDatafile({ ...at, flags, segments }).digest).toBe(digestOf(flags, segments))
  })

  it('serialises to the same bytes whatever order the documents came in', () => {
    const text = JSON.stringify(buildDatafile({ ...at, flags, segments }))
    expect(JSON.stringify(buildDatafile({ ...at, flags: { a: flags.a, b: flags.b }, segments }))).toBe(text)
  })

  it('shares the documents it was given', () => {
    expect(buildDatafile({ ...at, flags, segments }).flags.a).toBe(flags.a)
  })
})
