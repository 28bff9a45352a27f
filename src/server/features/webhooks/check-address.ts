import { isIP } from 'node:net'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { type PrivateAddressAllowance, urlMayBePrivate } from '../../platform/outbound/allowance.ts'
import { isForbiddenAddress } from '../../platform/outbound/forbidden-address.ts'

/**
 * Throws `webhook/address-not-allowed` if the address itself is not public. The resolved IP address of a host name is
 * checked at each delivery, on the connection.
 */
export function checkAddress(text: string, allowPrivate: PrivateAddressAllowance): void {
  const url = new URL(text)
  const { hostname, username, password } = url
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLocal = /(^|\.)localhost\.?$/.test(host) || (isIP(host) > 0 && isForbiddenAddress(host))
  if (username || password) refuse('carries a password', 'an address without one: messages are signed')
  if (isLocal && !urlMayBePrivate(allowPrivate, url))
    refuse(`is ${host}, which is not public`, 'an address of the public internet')
}

function refuse(problem: string, expected: string): never {
  throw new FanionError('webhook/address-not-allowed', { problems: [{ path: 'url', problem, expected }] })
}
