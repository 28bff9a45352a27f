import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type PrivateAddressAllowance, urlMayBePrivate } from './allowance.ts'
import { ByteBudget } from './byte-budget.ts'
import { isForbiddenAddress, noPublicAddress, untilRefusal } from './forbidden-address.ts'

/** Why a request was not sent, or got no complete response. */
export class OutboundError extends Error {
  /** `forbidden`: the address is not allowed. `failed`: no response, a timeout, or a response that is too large. */
  readonly reason: 'forbidden' | 'failed'
  constructor(reason: 'forbidden' | 'failed', message: string) {
    super(message)
    this.name = 'OutboundError'
    this.reason = reason
  }
}

export type OutboundRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | undefined
  timeoutMs: number
  /** Private and loopback addresses that are also allowed. */
  allowPrivate: PrivateAddressAllowance
}
export type OutboundAnswer = { status: number; headers: Headers; body: string }

const atMostBytes = 1024 * 1024
/** Limit in bytes of a socket: a body with headers, chunk framing and TLS overhead. */
const socketBytes = 2 * atMostBytes
const tooLarge = () => new OutboundError('failed', 'The response is larger than 1 MiB.')

/** Resolves names like `dns.lookup`. A parameter, so that tests can replace the name server. */
export type Resolve = typeof resolve

/**
 * Sends a request to a URL entered by a user. The name is resolved once, all of its addresses are checked, and the
 * connection uses a checked address, so that DNS rebinding is impossible. Redirects are not followed, and responses are
 * limited to 1 MiB. Rejects with an OutboundError.
 */
export function request(outbound: OutboundRequest, resolver: Resolve = resolve): Promise<OutboundAnswer> {
  const url = new URL(outbound.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const allowPrivate = urlMayBePrivate(outbound.allowPrivate, url)
  if (!allowPrivate && isIP(host) && isForbiddenAddress(host)) return Promise.reject(forbidden(host))
  const client = url.protocol === 'https:' ? https : http
  return new Promise((done, fail) => {
    const { method, headers, timeoutMs, body } = outbound
    // No agent: a connection kept open could go to an address that the name no longer has.
    const options = { method, headers, agent: false, lookup: pinned(resolver, allowPrivate) }
    const sent = client.request(url, options, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size > atMostBytes) sent.destroy(tooLarge())
      })
      response.on('end', () => {
        const pairs = Object.entries(response.headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((value): [string, string] => [name, value]),
        )
        done({ status: response.statusCode ?? 0, headers: new Headers(pairs), body: Buffer.concat(chunks).toString() })
      })
      response.on('error', (error) => fail(asOutbound(error)))
    })
    const deadline = setTimeout(() => {
      sent.destroy(new OutboundError('failed', `No complete response within ${timeoutMs / 1_000} seconds.`))
    }, timeoutMs)
    sent.on('socket', (socket) => new ByteBudget(socketBytes, tooLarge).guard(socket))
    sent.on('error', (error) => fail(asOutbound(error)))
    sent.on('close', () => clearTimeout(deadline))
    sent.end(body)
  })
}

/** A lookup function for sockets that checks every address. */
const pinned =
  (resolver: Resolve, allowPrivate: boolean): LookupFunction =>
  (hostname, options, callback) => {
    const beganMs = performance.now()
    resolver(hostname, { ...options, all: true }, (error, given) => {
      if (error && allowPrivate) return callback(error, '')
      const addresses = error ? [] : given
      const [first] = addresses
      const isRefused = !allowPrivate && addresses.some(({ address }) => isForbiddenAddress(address))
      if (error || isRefused || !first) {
        const refusal = new OutboundError('forbidden', `${noPublicAddress(hostname)} ${onlyPublic}`)
        return void setTimeout(() => callback(refusal, ''), allowPrivate ? 0 : untilRefusal(beganMs))
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

const onlyPublic = 'This server only connects to public ones.'

const forbidden = (address: string) =>
  new OutboundError('forbidden', `${address} isn’t a public address, and this server only connects to public ones.`)

const asOutbound = (error: Error) =>
  error instanceof OutboundError ? error : new OutboundError('failed', error.message)
