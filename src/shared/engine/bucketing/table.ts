import type { ExtendedPoint, PointHash } from '../../schemas/extended-point.ts'
import { spend } from '../meter.ts'
import { malformed } from '../operators/test.ts'
import type { OptionalModules } from '../optional-module.ts'
import { requireModule } from '../require-module.ts'
import { fnv1a } from './fnv1a.ts'
import { murmur3Units } from './murmur3-units.ts'
import { normalise } from './normalise.ts'
import { codeUnits, lowBytes, utf8 } from './utf8.ts'

/** Maps the text of a unit, and the texts of its parts, to a point. */
export type PointOf = (text: string, texts: readonly string[]) => number

/** The algorithms. Only add to this table, never change an entry: existing users were bucketed with it. */
const algorithms: Readonly<
  Record<PointHash['algorithm'], (point: ExtendedPoint, profiles: OptionalModules) => PointOf>
> = {
  'murmur3-32': ({ hash, norm }) => {
    const [encode, finish] = [encoder(hash.encoding), finisher(norm)]
    return (text) => finish(murmur3Units(encode(text), hash.seed ?? 0))
  },
  'fnv1a-32': ({ hash, norm }) => {
    const [encode, finish] = [encoder(hash.encoding), finisher(norm)]
    return (text) => finish(fnv1a(encode(text)))
  },
  'fnv1a-32-twice': ({ hash, norm }) => {
    const [encode, finish] = [encoder(hash.encoding), finisher(norm)]
    return (text) => finish(fnv1a(utf8(String(fnv1a(encode(text))))))
  },
  'sha1-prefix': ({ hash, norm }, profiles) => {
    const sha1 = requireModule(profiles, 'sha1')
    const [digits, finish] = [hash.hex ?? 15, finisher(norm)]
    return (text) => {
      const [first = 0, second = 0] = sha1(utf8(text))
      // 15 hex digits are the first word and 28 bits of the second: one addition with one rounding, like `parseInt`.
      return finish(digits === 7 ? first >>> 4 : (first >>> 0) * 2 ** 28 + (second >>> 4))
    }
  },
  'md5-int': ({ norm }, profiles) => {
    const md5 = requireModule(profiles, 'md5')
    if (norm.kind !== 'md5-9998') throw malformed('md5-int goes with md5-9998 alone')
    return (text) => {
      for (let times = 1; ; times += 1) {
        const words = md5(utf8(new Array<string>(times).fill(text).join(',')))
        const point = (words.reduce((rest, word) => (rest * 2 ** 32 + (word >>> 0)) % 9999, 0) / 9998) * 100
        if (point !== 100) return point
      }
    }
  },
  'murmur3-32-cbor': ({ hash, norm }, profiles) => {
    const cbor = requireModule(profiles, 'cbor')
    const finish = finisher(norm)
    return (_, texts) => finish(murmur3Units(cbor(texts), hash.seed ?? 0))
  },
  crc32: ({ hash, norm }, profiles) => {
    const crc32 = requireModule(profiles, 'crc32')
    const [encode, finish] = [encoder(hash.encoding), finisher(norm)]
    return (text) => finish(crc32(encode(text)))
  },
  'sha256-prefix': ({ norm }, profiles) => {
    const sha256 = requireModule(profiles, 'sha256')
    if (norm.kind !== 'mod' || norm.mod < 1 || norm.mod >= 2 ** 20) {
      throw malformed('sha256-prefix goes with mod alone, of 1 to 2^20')
    }
    const { mod, add = 0, div = 1 } = norm
    return (text) => {
      const [high = 0, low = 0] = sha256(utf8(text))
      // The 64-bit remainder, from the remainders of its words. Every step is exact in binary64.
      const rest = (((high >>> 0) % mod) * (2 ** 32 % mod) + (low >>> 0)) % mod
      return (rest + add) / div
    }
  },
  random: ({ hash, norm }) => {
    const finish = finisher(norm)
    return (text) => finish(murmur3Units(utf8(text), hash.seed ?? 0))
  },
}

/** Returns the function that encodes text for hashing. Default: UTF-8. */
const encoder = (encoding: PointHash['encoding'] = 'utf8'): ((text: string) => number[]) => encoders[encoding]

const encoders: Readonly<Record<Exclude<PointHash['encoding'], undefined>, (text: string) => number[]>> = {
  utf8,
  utf16: codeUnits,
  'utf16-lowbyte': lowBytes,
  'utf16-imurmur': codeUnits,
}

const finisher = (norm: ExtendedPoint['norm']): ((hash: number) => number) => {
  if (norm.kind === 'md5-9998') throw malformed('md5-9998 goes with md5-int alone')
  return normalise(norm)
}

/**
 * Creates the function that maps a unit to its point. Throws if the algorithm or normalization is unknown or not
 * loaded.
 */
export const pointOf = (point: ExtendedPoint, profiles: OptionalModules): PointOf => {
  const { algorithm } = point.hash
  if (!Object.hasOwn(algorithms, algorithm)) throw malformed(`there is no algorithm ${JSON.stringify(algorithm)}`)
  const place = algorithms[algorithm](point, profiles)
  return (text, texts) => {
    spend(2 + text.length)
    return place(text, texts)
  }
}
