import { murmur3Units } from '../../../engine/bucketing/murmur3-units.ts'
import { lowBytes, utf8 } from '../../../engine/bucketing/utf8.ts'
import { addressApart, networkApart } from '../../../engine/extended/network-apart.ts'
import { regex } from '../../../engine/extended/regex.ts'
import { holds } from '../../../engine/operators/network.ts'
import { compareSemVer, parseSemVer } from '../../semver.ts'
import type { Tools } from './scope.ts'

/** The algorithms of the engine, for an SDK family's encoding of text. */
export const toolsFor = (sdk: 'javascript' | 'other'): Tools => ({
  murmur3: (text, seed) => murmur3Units(sdk === 'javascript' ? lowBytes(text) : utf8(text), seed),
  matches: (pattern, ignoreCase, text) => regex('re2', pattern, ignoreCase ? 'i' : '')?.test(text) ?? null,
  inNetwork: (address, range, v6) => {
    const [network, parsed] = [networkApart(range), addressApart(address)]
    return network !== undefined && parsed !== undefined && (v6 || !address.includes(':')) && holds(network, parsed)
  },
  versionOrder: (actual, wanted) => {
    const [a, b] = [parseSemVer(actual, 'full'), parseSemVer(wanted.replace(/^v/, ''), 'full')]
    return a === null || b === null ? null : compareSemVer(a, b)
  },
})
