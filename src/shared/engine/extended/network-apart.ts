import { type Address, type Network, parseAddress, parseNetwork } from '../operators/network.ts'

const mapping = [0, 0, 0, 0, 0, 0xffff]

const isMapped = (text: string, address: Address): boolean => text.includes(':') && address.length === 2

/** An address where one of IPv4 that is written as one of IPv6 stays one of IPv6. */
export const addressApart = (text: string): Address | undefined => {
  const address = parseAddress(text)
  return address !== undefined && isMapped(text, address) ? [...mapping, ...address] : address
}

/** The same of a network. */
export const networkApart = (text: string): Network | undefined => {
  const network = parseNetwork(text)
  if (network === undefined || !isMapped(text, network.address)) return network
  return { address: [...mapping, ...network.address], bits: network.bits + 96 }
}
