import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zipOf } from '../../../../../tests/support/zip.ts'
import { Unreadable } from '../../../../shared/vendors/importing/assembly.ts'
import { isZip, unzip } from './unzip.ts'

const mebibyte = 1024 * 1024

const readAs = (read: () => unknown): { problem?: unknown } => {
  try {
    read()
    return {}
  } catch (problem) {
    return { problem }
  }
}

describe('unzip', () => {
  it('gives back the files of people, packed or stored, in their order', () => {
    const name = fc.tuple(fc.constantFrom('a', 'é/b', 'c d'), fc.nat(99), fc.constantFrom('json', 'YAML', 'csv'))
    const file = fc.record({
      name: name.map(([stem, n, end]) => `${stem}${n}.${end}`),
      text: fc.string({ unit: 'grapheme' }),
      packed: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.uniqueArray(file, { selector: ({ name }) => name, maxLength: 5 }),
        fc.string({ maxLength: 30 }),
        (files, comment) => {
          const others = [
            { name: 'picture.png', text: 'x', packed: false },
            { name: '__MACOSX/._a.json', text: 'x', packed: true },
          ]
          const bytes = zipOf([...others, ...files], comment)
          expect(isZip(bytes)).toBe(true)
          expect(unzip('a.zip', bytes, mebibyte)).toEqual(files.map(({ name, text }) => ({ name, text })))
        },
      ),
    )
  })

  it('is ended by what unpacks to more than there may be', () => {
    const bomb = zipOf([{ name: 'a.json', text: ' '.repeat(3 * mebibyte), packed: true }])
    expect(bomb.byteLength).toBeLessThan(deflateRawSync(Buffer.alloc(4 * mebibyte)).byteLength + 1_000)
    expect(() => unzip('a.zip', bomb, 2 * mebibyte)).toThrow('a.zip is larger than 2 MiB when it is unpacked.')
  })

  it('says what is wrong in a sentence, whatever was changed on the way', () => {
    const whole = zipOf([
      { name: 'a.json', text: '{"a":1}', packed: true },
      { name: 'b.json', text: '{}', packed: false },
    ])
    fc.assert(
      fc.property(fc.nat(whole.byteLength - 1), fc.nat(255), fc.boolean(), (at, byte, cut) => {
        const bytes = Uint8Array.from(cut ? whole.subarray(0, at) : whole)
        if (!cut) bytes[at] = byte
        const { problem } = readAs(() => unzip('a.zip', bytes, mebibyte))
        expect(problem === undefined || problem instanceof Unreadable).toBe(true)
      }),
    )
  })
})
