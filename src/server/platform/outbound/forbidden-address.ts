import { BlockList, isIP } from 'node:net'

/**
 * Networks that are not the public internet, by the registries of special-purpose addresses (IANA, RFC 6890): a request
 * from here to one of them would reach what only this machine or its neighbours may reach.
 */
const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4')
}

// of IPv6 only 2000::/3 is given out, and in it these carry or reach other addresses
const publicSix = new BlockList()
publicSix.addSubnet('2000::', 3, 'ipv6')
const notPublicSix = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublicSix.addSubnet(network, prefix, 'ipv6')
}

/**
 * How long a name is looked up before it is refused, at least. A name that does not exist and one that leads to a private address get
 * the same answer at the same time: otherwise a refusal would tell which internal names exist.
 */
const refusalMs = 1_000

/** Why a name is refused, whether or not it exists. */
export const noPublicAddress = (host: string): string => `${host} has no public address.`

/** Milliseconds until a refusal may be answered, of a look-up that began at an instant by `performance.now()`. */
export const untilRefusal = (beganMs: number): number => Math.max(0, beganMs + refusalMs - performance.now())

/** Whether an IP address is private, loopback, link-local or otherwise not of the public internet. */
export function isForbiddenAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return notPublic.check(address, 'ipv4')
  if (family !== 6) return true
  const zoneless = address.split('%')[0] ?? ''
  return !publicSix.check(zoneless, 'ipv6') || notPublicSix.check(zoneless, 'ipv6')
}
