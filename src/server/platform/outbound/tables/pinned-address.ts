import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { mayBePrivate, type PrivateAddressAllowance } from '../allowance.ts'
import { isForbiddenAddress, noPublicAddress, untilRefusal } from '../forbidden-address.ts'
import { TableError } from './table-source.ts'

/**
 * Resolves a host to the address to connect to. Every address of the name is checked, and a later DNS answer cannot
 * change it. Throws if an address is not public, unless it is allowed.
 */
export async function pinnedAddress(
  { host, port, allowPrivate }: { host: string; port: number; allowPrivate: PrivateAddressAllowance },
  resolve: (host: string) => Promise<readonly string[]> = everyAddress,
): Promise<string> {
  const beganMs = performance.now()
  const allowed = `Its operator can allow it: FANION_ALLOW_HOSTS=${host}:${port}`
  const isAllowed = mayBePrivate(allowPrivate, host, port)
  if (isIP(host) > 0) {
    if (isAllowed || !isForbiddenAddress(host)) return host
    throw new TableError('unreachable', `${host} isn’t a public address. ${allowed}`)
  }
  const addresses = await resolve(host).catch((error: unknown) => {
    if (isAllowed) throw error
    return []
  })
  if (!isAllowed && (addresses.length === 0 || addresses.some(isForbiddenAddress))) {
    await wait(untilRefusal(beganMs))
    throw new TableError('unreachable', `${noPublicAddress(host)} ${allowed}`)
  }
  const [first] = addresses
  if (first === undefined) throw new TableError('unreachable', `There is no host ${host}.`)
  return first
}

async function everyAddress(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    throw new TableError('unreachable', `There is no host ${host}.`, { cause: error })
  }
}
