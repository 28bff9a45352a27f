import { utf8 } from './utf8.ts'

/*
 * Deterministic CBOR of JSON values (RFC 8949, section 4.2.1). Numbers without a fraction are integers between -2^63 and
 * 2^64 - 1. All others are the shortest float that is exact.
 */

const bytesOf = (length: number, write: (view: DataView) => void): number[] => {
  const view = new DataView(new ArrayBuffer(length))
  write(view)
  return [...new Uint8Array(view.buffer)]
}

/** The head of an item: its major type, and its argument in the shortest form. */
const head = (major: number, argument: number): number[] => {
  const type = major << 5
  if (argument < 24) return [type | argument]
  if (argument < 0x100) return [type | 24, argument]
  if (argument < 0x10000) return [type | 25, argument >> 8, argument & 0xff]
  if (argument < 0x100000000) return [type | 26, ...bytesOf(4, (view) => view.setUint32(0, argument))]
  return [type | 27, ...bytesOf(8, (view) => view.setBigUint64(0, BigInt(argument)))]
}

/** Encodes a negative integer as -1 - n. Beyond 2^53, only a BigInt represents it exactly. */
const negative = (value: number): number[] =>
  value > -(2 ** 53)
    ? head(1, -1 - value)
    : [(1 << 5) | 27, ...bytesOf(8, (view) => view.setBigUint64(0, -1n - BigInt(value)))]

/** Returns the bits of a half-precision float; undefined if it cannot represent the value exactly. */
const halfOf = (value: number): number | undefined => {
  if (Number.isNaN(value)) return 0x7e00
  if (!Number.isFinite(value)) return value > 0 ? 0x7c00 : 0xfc00
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, value)
  if (view.getFloat32(0) !== value) return undefined
  const bits = view.getUint32(0)
  const [sign, exponent, fraction] = [(bits >>> 31) << 15, ((bits >>> 23) & 0xff) - 127, bits & 0x7fffff]
  if (exponent < -24 || exponent > 15) return undefined
  // Below 2^-14 a half is subnormal: no implicit leading one, so the fraction is shifted right.
  const [digits, shift] = exponent < -14 ? [fraction | 0x800000, -1 - exponent] : [fraction, 13]
  if ((digits & ((1 << shift) - 1)) !== 0) return undefined
  return sign | (exponent < -14 ? 0 : (exponent + 15) << 10) | (digits >> shift)
}

const float = (value: number): number[] => {
  const half = halfOf(value)
  if (half !== undefined) return [0xf9, half >> 8, half & 0xff]
  if (Math.fround(value) === value) return [0xfa, ...bytesOf(4, (view) => view.setFloat32(0, value))]
  return [0xfb, ...bytesOf(8, (view) => view.setFloat64(0, value))]
}

const number = (value: number): number[] => {
  if (!Number.isInteger(value) || value < -(2 ** 63) || value >= 2 ** 64) return float(value)
  return value < 0 ? negative(value) : head(0, value)
}

const text = (value: string): number[] => {
  const bytes = utf8(value)
  return [...head(3, bytes.length), ...bytes]
}

const byBytes = ([a]: readonly [number[], unknown], [b]: readonly [number[], unknown]): number => {
  const at = a.findIndex((byte, i) => byte !== b[i])
  return at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1)
}

const item = (value: unknown): number[] => {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return number(value)
  if (typeof value === 'boolean') return [value ? 0xf5 : 0xf4]
  if (typeof value !== 'object' || value === null) return [0xf6]
  if (Array.isArray(value)) return [...head(4, value.length), ...value.flatMap(item)]
  const entries = Object.entries(value).map(([name, inner]) => [text(name), inner] as const)
  return [
    ...head(5, entries.length),
    ...entries.toSorted(byBytes).flatMap(([name, inner]) => [...name, ...item(inner)]),
  ]
}

/** Returns the deterministic CBOR encoding of one value, or of a list if there are several. */
export const cbor = (values: readonly unknown[]): number[] => (values.length === 1 ? item(values[0]) : item(values))
