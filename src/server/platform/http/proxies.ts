import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Config } from '../../config.ts'
import { networkOf } from '../kernel/network.ts'

type Request = Pick<IncomingMessage, 'headers' | 'socket'>

/**
 * The operator's own proxies, and by them the address of a caller. `X-Forwarded-For` is read from the right, where our
 * own proxies write; what stands further left the caller may have written.
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

  /** Whether the request came through a proxy of the operator's: what its headers say of it counts. */
  isBetween({ socket }: Pick<Request, 'socket'>): boolean {
    return !this.#none && this.#trusts(plain(socket.remoteAddress ?? '') ?? '', 0)
  }

  /** The first address, from here on outwards, that is no proxy of the operator's. */
  addressOf({ headers, socket }: Request): string {
    const peer = socket.remoteAddress ?? ''
    if (this.#none) return peer
    let address = plain(peer) ?? peer
    const forwarded = headers['x-forwarded-for']
    const named = typeof forwarded === 'string' ? forwarded.split(',').reverse() : []
    for (const [hop, text] of named.entries()) {
      if (!this.#trusts(address, hop)) return address
      const next = plain(text.trim())
      // a proxy that names no address: all of its callers are one
      if (next === undefined) return address
      address = next
    }
    return address
  }

  /** What the caller is counted by. */
  networkOf(request: Request): string {
    return networkOf(this.addressOf(request))
  }
}

/** An address without its port and brackets, IPv4 as IPv4; undefined where it is none. */
function plain(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare.split('%')[0] ?? ''
  return isIP(address) === 0 ? undefined : address
}
