import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cbor } from './cbor.ts'
import { fnv1a } from './fnv1a.ts'
import { md5 } from './md5.ts'
import { murmur3 } from './murmur3.ts'
import { murmur3Units } from './murmur3-units.ts'
import { bucketOf, firstHash, line } from './native.ts'
import { hexOf } from './padded.ts'
import { sha1 } from './sha1.ts'
import { sha256 } from './sha256.ts'
import { codeUnits, utf8 } from './utf8.ts'

const text = fc.string({ unit: 'binary', maxLength: 200 })

describe('murmur3', () => {
  // Published at https://en.wikipedia.org/wiki/MurmurHash#Test_vectors
  it.each([
    ['', 0, 0],
    ['', 1, 0x514e28b7],
    ['', 0xffffffff, 0x81f16f39],
    ['test', 0, 0xba6bd213],
    ['test', 0x9747b28c, 0x704b81dc],
    ['Hello, world!', 0, 0xc0363e43],
    ['Hello, world!', 0x9747b28c, 0x24884cba],
    ['The quick brown fox jumps over the lazy dog', 0, 0x2e4ff723],
    ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
  ])('of %j with seed %i is as published', (input, seed, hash) => {
    expect(murmur3(input, seed) >>> 0).toBe(hash)
  })

  it('reads any string as its UTF-8 bytes, lone surrogates as U+FFFD', () => {
    const anyText = fc.oneof(
      text,
      fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
    )
    fc.assert(
      fc.property(anyText, fc.integer(), (input, seed) => {
        const bytes = [...new TextEncoder().encode(input)]
        expect(utf8(input)).toEqual(bytes)
        expect(murmur3(input, seed) >>> 0).toBe(murmur3Units(bytes, seed))
      }),
    )
  })
})

describe('the digests', () => {
  it.each([
    ['sha1', sha1],
    ['sha256', sha256],
    ['md5', md5],
  ])('%s is the one everybody has', (name, digest) => {
    fc.assert(
      fc.property(text, (input) => {
        expect(hexOf(digest(utf8(input)))).toBe(createHash(name).update(input).digest('hex'))
      }),
    )
  })
})

describe('fnv1a', () => {
  // http://www.isthe.com/chongo/src/fnv/test_fnv.c
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('of %j is as published', (input, hash) => {
    expect(fnv1a(utf8(input))).toBe(hash)
  })

  it('takes whole code units where it is given them', () => {
    expect(fnv1a(codeUnits('é'))).not.toBe(fnv1a(utf8('é')))
  })
})

describe('cbor', () => {
  // RFC 8949, appendix A
  it.each([
    [[''], '60'],
    [['a'], '6161'],
    [['IETF'], '6449455446'],
    [['\u00fc'], '62c3bc'],
    [['a', 'IETF'], '82616164' + '49455446'],
    [['x'.repeat(24)], `7818${'78'.repeat(24)}`],
    [['x'.repeat(256)], `790100${'78'.repeat(256)}`],
  ])('of %j is as the RFC says', (texts, hex) => {
    expect(
      cbor(texts)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join(''),
    ).toBe(hex)
  })
})

describe('the native line', () => {
  it('puts a unit where it has always been', () => {
    const units = ['user-1', 'user-2', 'ünïcødé', '']
    expect(units.map((unit) => bucketOf(unit, 'salt'))).toEqual([86_437, 99_534, 39_243, 80_176])
  })

  it('begins each bucket at its first hash, to the unit', () => {
    const bucketAt = (hash: number) => Math.floor((hash * line) / 2 ** 32)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: line - 1 }), (edge) => {
        expect([bucketAt(firstHash(edge) - 1), bucketAt(firstHash(edge))]).toEqual([edge - 1, edge])
      }),
      { numRuns: 2_000 },
    )
    expect([firstHash(0), firstHash(line)]).toEqual([0, 2 ** 32])
  })
})
