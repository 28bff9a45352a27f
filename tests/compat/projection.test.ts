import { describe, expect, it } from 'vitest'
import type { Datafile } from '../../src/shared/schemas/datafile.ts'
import { formatSupportOf } from '../../src/shared/vendors/exporting/format-support-of.ts'
import { formatNames, formats } from '../../src/shared/vendors/exporting/formats.ts'
import { Projection } from '../../src/shared/vendors/exporting/projection.ts'
import { seeded } from '../../src/shared/vendors/importing/seeded.ts'
import { aFlag } from '../support/builders.ts'
import { someDatafile } from './documents.ts'

const said = (projection: Projection) =>
  [...projection.flags()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, projected]) => [key, projected])

describe.each(formatNames)('a projection for %s', (format) => {
  it('is after any patches what a new one is', () => {
    const random = seeded(11)
    for (let round = 0; round < 60; round += 1) {
      let datafile = someDatafile(random, 0.3)
      const projection = new Projection(formats[format], datafile)
      for (let step = 0; step < 4; step += 1) {
        const other = someDatafile(random, 0.3)
        const pick = <T>(documents: Record<string, T>, chance: number): Record<string, T | null> =>
          Object.fromEntries(
            Object.entries(documents)
              .filter(() => random() < chance)
              .map(([key, document]) => [key, random() < 0.2 ? null : document]),
          )
        const patch = { flags: pick(other.flags, 0.3), segments: pick(other.segments, 0.3) }
        const next = merged(datafile, patch)
        projection.advance(next, patch)
        datafile = next
        expect(said(projection)).toEqual(said(new Projection(formats[format], datafile)))
      }
    }
  })

  it('says of one flag by itself what it says of all', () => {
    const random = seeded(12)
    for (let round = 0; round < 60; round += 1) {
      const datafile = someDatafile(random, 0.3)
      const projection = new Projection(formats[format], datafile)
      for (const key of Object.keys(datafile.flags))
        expect(formatSupportOf(formats[format], datafile, key)).toEqual(projection.flag(key)?.reading)
    }
  })

  it('serves one of two flags that came under one name', () => {
    const datafile = merged(someDatafile(seeded(1)), { flags: {}, segments: {} })
    const twin = (key: string) => ({ ...aFlag(key), hashKey: 'Same', salt: 'Same' })
    datafile.flags = { b: twin('b'), a: twin('a') }
    const projection = new Projection(formats[format], datafile)
    expect(projection.flag('a')?.piece?.name).toBe('Same')
    expect(projection.flag('b')?.reading).toEqual({ because: { code: 'name-taken', operand: 'Same' } })
    const gone = merged(datafile, { flags: { a: null }, segments: {} })
    projection.advance(gone, { flags: { a: null }, segments: {} })
    expect(projection.flag('b')?.piece?.name).toBe('Same')
  })

  it('ends on segments and flags that lead in circles', () => {
    const datafile = someDatafile(seeded(1))
    const one = aFlag('one').rule({ segment: 's' }, 'on')
    datafile.flags = { one, two: aFlag('two').requiring('three', 'on'), three: aFlag('three').requiring('two', 'on') }
    datafile.segments = {
      s: { key: 's', included: [], excluded: [], when: { not: { segment: 't' } } },
      t: { key: 't', included: [], excluded: [], when: { segment: 's' } },
    }
    for (const [, { piece }] of new Projection(formats[format], datafile).flags()) expect(piece).toBeNull()
  })
})

function merged(datafile: Datafile, patch: { flags: object; segments: object }): Datafile {
  const apply = <T>(documents: Record<string, T>, changes: object): Record<string, T> =>
    Object.fromEntries(Object.entries({ ...documents, ...changes }).filter(([, document]) => document !== null))
  return { ...datafile, flags: apply(datafile.flags, patch.flags), segments: apply(datafile.segments, patch.segments) }
}
