import { type Address, holds, type Network, parseNetwork } from '../operators/network.ts'

const mapping = [0, 0, 0, 0, 0, 0xffff]

const isMapped = (text: string, address: Address): boolean => text.includes(':') && address.length === 2

/** An address of IPv6 without the name of the interface that it is reached by: `fe80::1%eth0`. */
const withoutZone = (text: string): string => {
  if (!text.includes(':')) return text
  const at = text.indexOf('%')
  if (at < 0) return text
  const bits = /\/\d{1,3}$/.exec(text)?.[0] ?? ''
  return text.slice(0, at) + bits
}

/** A network, or an address, where one of IPv4 that is written as one of IPv6 stays one of IPv6. */
export const networkApart = (text: string): Network | undefined => {
  const plain = withoutZone(text)
  const network = parseNetwork(plain)
  if (network === undefined) return undefined
  if (!isMapped(plain, network.address)) return network
  return { address: [...mapping, ...network.address], bits: network.bits + 96 }
}

const sameAddress = (a: Address, b: Address): boolean =>
  a.length === b.length && a.every((group, at) => group === b[at])

/**
 * Whether what somebody sent is in a network: an address, or a network itself, which is in one that is as wide or wider, and,
 * where `named`, in any of the same address.
 */
export const isIn = (network: Network, sent: Network, named: boolean): boolean =>
  (sent.bits >= network.bits && holds(network, sent.address)) || (named && sameAddress(network.address, sent.address))
