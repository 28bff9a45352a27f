import { describe, expect, it } from 'vitest'
import { cbor } from './cbor.ts'

const hex = (value: unknown) =>
  cbor([value])
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

describe('deterministic CBOR', () => {
  // RFC 8949, appendix A, without floats that are whole numbers.
  it.each<[unknown, string]>([
    [0, '00'],
    [-0, '00'],
    [23, '17'],
    [24, '1818'],
    [100, '1864'],
    [1000, '1903e8'],
    [1_000_000, '1a000f4240'],
    [1_000_000_000_000, '1b000000e8d4a51000'],
    [-1, '20'],
    [-10, '29'],
    [-100, '3863'],
    [-1000, '3903e7'],
    [-(2 ** 63), '3b7fffffffffffffff'],
    [-(2 ** 53), '3b001fffffffffffff'],
    [2 ** 63, '1b8000000000000000'],
    [2 ** 64, 'fa5f800000'],
    [1.1, 'fb3ff199999999999a'],
    [1.5, 'f93e00'],
    [-4.1, 'fbc010666666666666'],
    [3.4028234663852886e38, 'fa7f7fffff'],
    [1.0e300, 'fb7e37e43c8800759c'],
    [5.960464477539063e-8, 'f90001'],
    [0.00006103515625, 'f90400'],
    [0.000030517578125, 'f90200'],
    [100000.5, 'fa47c35040'],
    [Number.POSITIVE_INFINITY, 'f97c00'],
    [false, 'f4'],
    [true, 'f5'],
    [null, 'f6'],
    ['', '60'],
    ['IETF', '6449455446'],
    ['ü', '62c3bc'],
    [[], '80'],
    [[1, [2, 3], [4, 5]], '8301820203820405'],
    [{}, 'a0'],
    [{ b: [2, 3], a: 1 }, 'a26161016162820203'],
    [{ aa: 1, b: 2, '': 3 }, 'a3600361620262616101'],
  ])('of %j is %s', (value, expected) => {
    expect(hex(value)).toBe(expected)
  })

  it('of several values is that of their list', () => {
    expect(cbor(['flag', 'user'])).toEqual(cbor([['flag', 'user']]))
  })
})
