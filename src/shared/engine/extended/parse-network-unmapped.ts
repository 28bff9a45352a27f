import { type Address, holds, type Network, parseNetwork } from '../operators/network.ts'

const mapping = [0, 0, 0, 0, 0, 0xffff]

const isMapped = (text: string, address: Address): boolean => text.includes(':') && address.length === 2

/** Removes the zone of an IPv6 address: `fe80::1%eth0`. */
const withoutZone = (text: string): string => {
  if (!text.includes(':')) return text
  const at = text.indexOf('%')
  if (at < 0) return text
  const bits = /\/\d{1,3}$/.exec(text)?.[0] ?? ''
  return text.slice(0, at) + bits
}

/** Parses a network or address. An IPv4-mapped IPv6 address stays IPv6. */
export const parseNetworkUnmapped = (text: string): Network | undefined => {
  const plain = withoutZone(text)
  const network = parseNetwork(plain)
  if (network === undefined) return undefined
  if (!isMapped(plain, network.address)) return network
  return { address: [...mapping, ...network.address], bits: network.bits + 96 }
}

const sameAddress = (a: Address, b: Address): boolean =>
  a.length === b.length && a.every((group, at) => group === b[at])

/**
 * Whether a context's address or network is in `network`. A network is contained if its prefix is at least as long;
 * with `named`, also if both have the same address.
 */
export const isIn = (network: Network, sent: Network, named: boolean): boolean =>
  (sent.bits >= network.bits && holds(network, sent.address)) || (named && sameAddress(network.address, sent.address))
