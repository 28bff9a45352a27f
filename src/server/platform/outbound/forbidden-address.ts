import { BlockList, isIP } from 'node:net'

/**
 * Networks that are not public, from IANA's special-purpose address registries (RFC 6890). A request to one could reach
 * services that only this machine or its neighbors may reach.
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

// Only 2000::/3 is allocated in IPv6; these networks in it embed or reach other addresses.
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
 * Minimum duration of a rejected lookup. Names that do not exist and names that resolve to private addresses get the
 * same response after the same time; otherwise it would reveal which internal names exist.
 */
const refusalMs = 1_000

/** The error for a rejected name, whether or not it exists. */
export const noPublicAddress = (host: string): string => `${host} has no public address.`

/** Milliseconds until the error may be returned, for a lookup that started at `beganMs` (`performance.now()`). */
export const untilRefusal = (beganMs: number): number => Math.max(0, beganMs + refusalMs - performance.now())

/** Whether an IP address is private, loopback, link-local or otherwise not public. */
export function isForbiddenAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return notPublic.check(address, 'ipv4')
  if (family !== 6) return true
  const zoneless = address.split('%')[0] ?? ''
  return !publicSix.check(zoneless, 'ipv6') || notPublicSix.check(zoneless, 'ipv6')
}
