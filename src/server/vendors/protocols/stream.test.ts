import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { SdkKeyHolder } from '../../platform/auth/sdk-key-holder.ts'
import { Proxies } from '../../platform/http/proxies.ts'
import { ConcurrencyLimiter } from '../../platform/http/rate-limiter.ts'
import { Hub } from '../../platform/live/hub.ts'
import { openVendorStream } from './stream.ts'

/** An address with a limit of three streams, and of one per client key. */
const anAddress = () => {
  const gates = { streams: new ConcurrencyLimiter(3), streamsOfKey: new ConcurrencyLimiter(1) }
  const hub = new Hub()
  const services = { gates, hub, proxies: new Proxies([]) }
  const request = { raw: { headers: {}, socket: { remoteAddress: '192.0.2.1' } } }
  const open = (kind: SdkKeyHolder['kind'], keyId = 'k') => {
    const req = { headers: {}, rawHeaders: [] }
    const answer = { req, setHeader() {}, removeHeader() {}, writeHead() {}, write() {}, writableLength: 0 }
    const raw = Object.assign(new EventEmitter(), answer)
    const reply = { raw, hijack() {}, getHeaders: () => ({ etag: 'x' }) }
    // foreignStream uses only these arguments.
    const holder = { kind, keyId, environmentId: 'e' } as SdkKeyHolder
    openVendorStream(services as never, request as never, reply as never, holder, 'flagd', Buffer.from('first'))
    return () => raw.emit('close')
  }
  return { open, hub }
}

describe('streams of other systems’ formats', () => {
  it('are bounded by address, and with a client key by key; a server key has as many as its address', () => {
    const { open, hub } = anAddress()
    open('client')
    expect(() => open('client')).toThrow('already open')
    // A rejected stream does not use a slot of the address.
    open('server')
    open('server')
    expect(() => open('server')).toThrow('already open')
    expect(hub.size).toBe(3)
  })

  it('give both places back as they close', () => {
    const { open, hub } = anAddress()
    for (let times = 0; times < 4; times++) open('client')()
    for (let times = 0; times < 4; times++) open('server')()
    expect(hub.size).toBe(0)
    for (const key of ['a', 'b', 'c']) open('client', key)
    expect(() => open('client', 'd')).toThrow('already open')
  })
})
