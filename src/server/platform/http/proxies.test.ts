import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { networkOf } from '../kernel/network.ts'
import { Proxies } from './proxies.ts'

const ask = (peer: string, forwarded?: string) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  // Proxies reads only these properties.
  return { headers, socket: { remoteAddress: peer } } as unknown as IncomingMessage
}
const proxies = (text: string) =>
  new Proxies(readConfig({ FANION_TRUST_PROXY: text, FANION_SECRET: 'given' }).trustProxy)

const address = fc.oneof(fc.ipV4(), fc.ipV6())

describe('the address of a caller', () => {
  it('is that of the connection where no proxy is trusted', () => {
    expect(proxies('').addressOf(ask('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9')
  })

  it.each([
    ['1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['1', '10.0.0.1', 'forged, 6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['2', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['2', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['10.0.0.0/8', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['10.0.0.0/8', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['10.0.0.0/8', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1,fd00::/8', 'fd00::1', '2001:db8::1, 10.0.0.1', '2001:db8::1'],
    ['1', '10.0.0.1', '198.51.100.1:40312', '198.51.100.1'],
    ['1', '10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['1', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['1', '10.0.0.1', '', '10.0.0.1'],
  ])('behind %s, from %s with "%s", is %s', (trusted, peer, forwarded, expected) => {
    expect(proxies(trusted).addressOf(ask(peer, forwarded))).toBe(expected)
  })

  it('is never what the caller writes to the left of what the proxies write', () => {
    fc.assert(
      fc.property(fc.string(), address, fc.array(fc.ipV4(), { maxLength: 3 }), (forged, caller, between) => {
        const written = [caller, ...between].join(', ')
        const trusted = proxies(String(between.length + 1))
        const honest = trusted.addressOf(ask('10.0.0.1', written))
        expect(trusted.addressOf(ask('10.0.0.1', `${forged},${written}`))).toBe(honest)
      }),
    )
  })

  it('is never that of a trusted network while another is named', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (forged) => {
        const written = [...forged, '198.51.100.1', '10.1.2.3'].join(',')
        expect(proxies('10.0.0.0/8').addressOf(ask('10.0.0.1', written))).toBe('198.51.100.1')
      }),
    )
  })
})

describe('what the caller is counted by', () => {
  it('is one for a whole /64, however the address is written, and one for IPv4 in both its forms', () => {
    expect(networkOf('2001:db8:0:1::1')).toBe('2001:db8:0:1::/64')
    expect(networkOf('2001:0db8:0000:0001:ffff:ffff:ffff:ffff')).toBe('2001:db8:0:1::/64')
    expect(networkOf('2001:db8::7:0:0:0:1')).toBe('2001:db8:0:7::/64')
    expect(networkOf('::1')).toBe('0:0:0:0::/64')
    expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('192.0.2.1'))
  })
})
