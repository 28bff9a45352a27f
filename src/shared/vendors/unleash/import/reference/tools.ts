import { murmur3Units } from '../../../../engine/bucketing/murmur3-units.ts'
import { lowBytes, utf8 } from '../../../../engine/bucketing/utf8.ts'
import { isIn, parseNetworkUnmapped } from '../../../../engine/extended/parse-network-unmapped.ts'
import { regex } from '../../../../engine/extended/regex.ts'
import { compareSemVer, parseNodeSemVer } from '../../../importing/semver.ts'
import type { Tools } from './scope.ts'

/** The engine's algorithms, with the text encoding of an SDK family. */
export const toolsFor = (sdk: 'javascript' | 'other'): Tools => ({
  murmur3: (text, seed) => murmur3Units(sdk === 'javascript' ? lowBytes(text) : utf8(text), seed),
  matches: (pattern, ignoreCase, text) => regex('re2', pattern, ignoreCase ? 'i' : '')?.test(text) ?? null,
  inNetwork: (address, range, v6) => {
    const [network, sent] = [parseNetworkUnmapped(range), parseNetworkUnmapped(address)]
    return network !== undefined && sent !== undefined && (v6 || !address.includes(':')) && isIn(network, sent, v6)
  },
  versionOrder: (actual, wanted) => {
    const [a, b] = [actual.startsWith('v') ? null : parseNodeSemVer(actual), parseNodeSemVer(wanted)]
    return a === null || b === null ? null : compareSemVer(a, b)
  },
})
