import { malformed, type Prepare, textsOf } from './test.ts'

/** An address as 16-bit groups: two for IPv4, eight for IPv6. */
export type Address = readonly number[]

const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

const parseV4 = (text: string): Address | undefined => {
  const parts = ipv4.exec(text)
  if (parts === null) return undefined
  const bytes = parts.slice(1).map(Number)
  if (bytes.some((byte, at) => byte > 255 || String(byte) !== parts[at + 1])) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  return [a * 256 + b, c * 256 + d]
}

const groupsOf = (text: string): number[] | undefined => {
  if (text === '') return []
  const groups: number[] = []
  const parts = text.split(':')
  for (const [at, part] of parts.entries()) {
    const v4 = at === parts.length - 1 ? parseV4(part) : undefined
    if (v4 !== undefined) groups.push(...v4)
    else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return undefined
  }
  return groups
}

/**
 * Parses an IPv4 or IPv6 address (RFC 4291 text forms, without a zone). An IPv4-mapped IPv6 address is converted to
 * IPv4, because dual-stack servers report IPv4 clients that way.
 */
export const parseAddress = (text: string): Address | undefined => {
  if (text.length > 45) return undefined
  if (!text.includes(':')) return parseV4(text)
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map(groupsOf)
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined
  const missing = 8 - head.length - (tail?.length ?? 0)
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  const address = tail === undefined ? head : [...head, ...new Array<number>(missing).fill(0), ...tail]
  const mapped = address.slice(0, 5).every((group) => group === 0) && address[5] === 0xffff
  return mapped ? address.slice(6) : address
}

export interface Network {
  readonly address: Address
  readonly bits: number
}

/** Parses an address, or a network in CIDR notation. */
export const parseNetwork = (text: string): Network | undefined => {
  const [address = '', bits, ...more] = text.split('/')
  const parsed = parseAddress(address)
  if (parsed === undefined || more.length > 0) return undefined
  // The prefix of a mapped network counts from the start of the IPv6 address.
  const mapped = address.includes(':') && parsed.length === 2 ? 96 : 0
  const length = parsed.length * 16
  if (bits === undefined) return { address: parsed, bits: length }
  const wanted = /^\d{1,3}$/.test(bits) ? Number(bits) - mapped : -1
  return wanted < 0 || wanted > length ? undefined : { address: parsed, bits: wanted }
}

/** Whether a network contains an address: same family, and equal leading bits. */
export const holds = (network: Network, address: Address): boolean => {
  if (network.address.length !== address.length) return false
  for (let at = 0; at * 16 < network.bits; at += 1) {
    const ignored = Math.max(0, 16 - (network.bits - at * 16))
    if ((network.address[at] ?? 0) >> ignored !== (address[at] ?? 0) >> ignored) return false
  }
  return true
}

export const inNetwork: Prepare = (leaf) => {
  const networks = textsOf(leaf).map((text) => {
    const network = parseNetwork(text)
    if (network === undefined)
      throw malformed(`${JSON.stringify(text)} is no network such as 10.0.0.0/8 or 2001:db8::/32`)
    return network
  })
  return (value) => {
    const address = typeof value === 'string' ? parseAddress(value) : undefined
    return address !== undefined && networks.some((network) => holds(network, address))
  }
}
