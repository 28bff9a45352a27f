import { describe, expect, it } from 'vitest'
import { type VendorFormatReader, VendorFormatReaders } from './vendor-format-readers.ts'

const day = 24 * 3_600_000
const aReader = (change: Partial<VendorFormatReader> = {}): VendorFormatReader => ({
  ...{ environmentId: 'e', keyId: 'k', format: 'unleash', sdk: 'unleash-client-node:6.6.0', app: 'shop' },
  ...change,
})

describe('the programs that read an environment in another system’s format', () => {
  it('are told by key, format, SDK and application, each once, the newest first, and those of no other environment', () => {
    let now = 0
    const readers = new VendorFormatReaders(() => new Date(now))
    const all = [aReader(), aReader({ keyId: 'l' }), aReader({ format: 'flagd' }), aReader({ sdk: '' })]
    all.push(aReader({ app: 'till' }))
    for (const reader of [...all, aReader({ environmentId: 'f' }), aReader()]) {
      now += 1
      readers.note(reader)
    }
    const at = (ms: number) => new Date(ms)
    const [first, ...others] = all.map((reader, index) => ({ reader, at: at(index + 1) }))
    expect(readers.of('e')).toEqual([{ ...first, at: at(7) }, ...others.toReversed()])
    expect(readers.of('f')).toEqual([{ reader: aReader({ environmentId: 'f' }), at: at(6) }])
    expect(readers.of('g')).toEqual([])
  })

  it('are kept for thirty days after they were seen last', () => {
    let now = 0
    const readers = new VendorFormatReaders(() => new Date(now))
    readers.note(aReader())
    now = 30 * day
    expect(readers.of('e')).toHaveLength(1)
    now += 1
    expect(readers.of('e')).toEqual([])
  })

  it('are written down by environment and format, once an hour', () => {
    let now = 0
    const kept: unknown[] = []
    const readers = new VendorFormatReaders(
      () => new Date(now),
      (...one) => kept.push(one),
    )
    const all = [aReader(), aReader({ app: 'till' }), aReader({ format: 'flagd' }), aReader({ environmentId: 'f' })]
    for (const reader of all) readers.note(reader)
    now = 3_600_000 - 1
    for (const reader of all) readers.note(reader)
    now += 1
    readers.note(aReader())
    const [first, second] = [new Date(0), new Date(3_600_000)]
    expect(kept).toEqual([
      ['e', 'unleash', first],
      ['e', 'flagd', first],
      ['f', 'unleash', first],
      ['e', 'unleash', second],
    ])
  })

  it('are told apart up to two hundred; those that are known are noted on', () => {
    let now = 1
    const readers = new VendorFormatReaders(() => new Date(now))
    for (let app = 0; app <= 200; app++) readers.note(aReader({ app: `app ${app}` }))
    expect(readers.of('e').map(({ reader }) => reader.app)).toEqual(
      Array.from({ length: 200 }, (_, app) => `app ${app}`),
    )
    now = 2
    readers.note(aReader({ app: 'app 7' }))
    expect(readers.of('e')[0]).toEqual({ reader: aReader({ app: 'app 7' }), at: new Date(2) })
  })
})
