import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { networkOf } from '../kernel/network.ts'

type Request = Pick<IncomingMessage, 'headers' | 'socket'>

/**
 * The operator's trusted proxies, and the client addresses they report. `X-Forwarded-For` is read from the right, where
 * trusted proxies append. Entries further left can be forged by the client.
 */
export class Proxies {
  readonly #trusts: (address: string, hop: number) => boolean
  readonly #none: boolean

  constructor(trusted: Config['trustProxy']) {
    this.#none = trusted === 0
    if (typeof trusted === 'number') {
      this.#trusts = (_, hop) => hop < trusted
      return
    }
    const list = new BlockList()
    for (const { address, prefix, family } of trusted) list.addSubnet(address, prefix, family)
    this.#trusts = (address) => list.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
  }

  /** Whether the request came through a trusted proxy, so that its headers can be trusted. */
  isBetween({ socket }: Pick<Request, 'socket'>): boolean {
    return !this.#none && this.#trusts(plain(socket.remoteAddress ?? '') ?? '', 0)
  }

  /** Returns the first address, going outwards, that is not a trusted proxy. */
  addressOf({ headers, socket }: Request): string {
    const peer = socket.remoteAddress ?? ''
    if (this.#none) return peer
    let address = plain(peer) ?? peer
    const forwarded = headers['x-forwarded-for']
    const named = typeof forwarded === 'string' ? forwarded.split(',').reverse() : []
    for (const [hop, text] of named.entries()) {
      if (!this.#trusts(address, hop)) return address
      const next = plain(text.trim())
      // The proxy names no client address, so all of its clients count as one.
      if (next === undefined) return address
      address = next
    }
    return address
  }

  /** The network by which the caller is rate limited. */
  networkOf(request: Request): string {
    return networkOf(this.addressOf(request))
  }
}

/** Strips the port and brackets of an address and maps IPv4-in-IPv6 to IPv4. Undefined if it is not an address. */
function plain(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare.split('%')[0] ?? ''
  return isIP(address) === 0 ? undefined : address
}
