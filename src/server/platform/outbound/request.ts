import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type Allowance, urlMayBePrivate } from './allowance.ts'
import { ByteBudget } from './byte-budget.ts'
import { isForbiddenAddress, noPublicAddress, untilRefusal } from './forbidden-address.ts'

/** Why a request never left, or had no whole answer. */
export class OutboundError extends Error {
  /** `forbidden`: the address may not be asked; `failed`: nobody answered, or not in time, or too much. */
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
  /** Which private and loopback addresses it may go to, too. */
  allowPrivate: Allowance
}
export type OutboundAnswer = { status: number; headers: Headers; body: string }

const atMostBytes = 1024 * 1024
/** Bytes of a socket: a body, with the headers, the marks of its chunks and what TLS needs. */
const socketBytes = 2 * atMostBytes
const tooLarge = () => new OutboundError('failed', 'The response is larger than 1 MiB.')

/** Resolves names, as `dns.lookup` does. A parameter so that a test can be the name server. */
export type Resolve = typeof resolve

/**
 * One request to an address somebody typed in. The name is resolved once, every address it has is checked, and the
 * connection goes to what was checked: no second answer of a name server can change it (DNS rebinding). Redirections
 * are not followed, and an answer is read up to 1 MiB. Rejects with an OutboundError.
 */
export function request(outbound: OutboundRequest, resolver: Resolve = resolve): Promise<OutboundAnswer> {
  const url = new URL(outbound.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const allowPrivate = urlMayBePrivate(outbound.allowPrivate, url)
  if (!allowPrivate && isIP(host) && isForbiddenAddress(host)) return Promise.reject(forbidden(host))
  const client = url.protocol === 'https:' ? https : http
  return new Promise((done, fail) => {
    const { method, headers, timeoutMs, body } = outbound
    // no agent: a connection kept open could belong to an address that is no longer the name's
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

/** A lookup whose every answer is checked, for the connection itself to use. */
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
